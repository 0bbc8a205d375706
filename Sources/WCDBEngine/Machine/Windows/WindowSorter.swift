import WCDBStorage

/// Puts rows in the order of a window, and tells where partitions and groups of peers begin.
///
/// The key of a row is that of its partition, that of its order, and the length of the first, by
/// which the first can be told from the rest.
///
/// **Users.** One pass: first `add`, then `sort`, then `next`.
final class WindowSorter {
    private let sorter: Sorter
    // Changed by the calls of this class only, none of which calls out to anybody.
    @exclusivity(unchecked) private var partition: SortKeyEncoder
    @exclusivity(unchecked) private var order: SortKeyEncoder
    private let partitionPlace: Int
    private let orderPlace: Int
    @exclusivity(unchecked) private var key = ByteBuffer(capacity: 64)
    /// The key of the row that was looked at last.
    @exclusivity(unchecked) private var previous = ByteBuffer(capacity: 64)
    @exclusivity(unchecked) private(set) var startsPartition = true
    @exclusivity(unchecked) private(set) var startsPeers = true

    private static let lengthSize = MemoryLayout<UInt32>.size

    init(_ pass: WindowShape.Pass, rowWidth: Int, space: ScratchSpace) {
        sorter = Sorter(keys: [], payloadCount: rowWidth, space: space)
        partition = SortKeyEncoder(pass.partition)
        order = SortKeyEncoder(pass.order)
        partitionPlace = pass.partitionPlace
        orderPlace = pass.orderPlace
    }

    func add(_ values: UnsafePointer<ColumnValue>) throws(StorageError) {
        key.removeAll()
        partition.encode(values + partitionPlace)
        key.append(partition.key)
        let length = UInt32(truncatingIfNeeded: key.count)
        order.encode(values + orderPlace)
        key.append(order.key)
        withUnsafeBytes(of: length.littleEndian) { key.append($0) }
        try sorter.add(encodedKey: key.bytes, payload: values)
    }

    func sort() throws(StorageError) { try sorter.sort() }

    /// Goes to the next row; false behind the last one.
    func next() throws(StorageError) -> Bool {
        guard try sorter.next() else { return false }
        let now = sorter.key
        startsPeers = ByteOrder.compare(now, previous.bytes) != 0
        startsPartition =
            startsPeers
            && ByteOrder.compare(
                WindowSorter.partition(of: now), WindowSorter.partition(of: previous.bytes)) != 0
        if startsPeers {
            previous.removeAll()
            previous.append(now)
        }
        return true
    }

    private static func partition(of key: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        guard key.count >= lengthSize else { return key }
        let length = key.loadUnaligned(
            fromByteOffset: key.count - lengthSize, as: UInt32.self)
        return UnsafeRawBufferPointer(rebasing: key[..<Int(UInt32(littleEndian: length))])
    }

    func column(_ place: Int) -> ColumnValue { sorter.column(place) }

    /// Gives the memory back.
    func removeAll() { sorter.removeAll() }
}
