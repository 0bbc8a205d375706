/// Page 1 and its mirror, page 2: what the file is, and the state of its last checkpoint.
///
/// The clear prefix (bytes 0–31) can be read before anything is known about the file; the common
/// page header follows at 32. Both pages stay in clear under a codec.
///
///      0       16      18    20       24        28      32        64      80 …
///     ┌───────┬───────┬─────┬────────┬─────────┬───────┬─────────┬───────┬───────
///     │ magic │ format│ page│incompat│ read-   │compat │ common  │ file  │ state of the last
///     │       │       │ size│        │ only    │       │ header  │ id    │ checkpoint
///     └───────┴───────┴─────┴────────┴─────────┴───────┴─────────┴───────┴───────
package struct DatabaseHeader: Equatable, Sendable {
    package enum Offset {
        package static let magic = 0
        package static let formatVersion = 16
        package static let pageSize = 18
        package static let incompatibleFeatures = 20
        package static let readOnlyFeatures = 24
        package static let compatibleFeatures = 28
        package static let pageHeader = 32
        package static let fileID = 64
        package static let pageCount = 80
        package static let freeCount = 84
        package static let schemaCookie = 88
        package static let userVersion = 92
        package static let applicationID = 96
        package static let textEncoding = 100
        package static let autoVacuum = 104
        package static let nextTreeID = 108
        package static let changeCounter = 112
        package static let lastCheckpointLSN = 120
        package static let logGeneration = 128
        package static let lastGeneration = 136
        package static let creatorVersion = 144
        package static let reservedBytes = 148
        package static let cipherID = 149
        package static let cipherBlock = 152
        package static let collationDigest = 216
        package static let countedTrees = 224
        package static let countChanges = 240
        package static let end = 272
    }

    /// Begins like PNG's, for the same reasons: no text file, and damaged by text-mode transfers.
    package static let magic: [UInt8] = [
        0x89, 0x57, 0x43, 0x44, 0x42, 0x53, 0x57, 0x49, 0x46, 0x54, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0xFF,
    ]
    package static let currentFormat: UInt16 = 3
    /// Files before it keep less of a row in its leaf.
    static let oldestFormat: UInt16 = 3
    package static let pageNumber = PageNumber(1)
    package static let mirrorPageNumber = PageNumber(2)
    package static let catalogRoot = PageNumber(3)
    package static let firstSpaceMap = PageNumber(4)
    package static let catalogNamesRoot = PageNumber(5)
    package static let firstOrdinaryPage = PageNumber(6)
    package static let pageSizes = 512...32768
    /// What is read of a file whose page size nobody knows: the clear prefix and the common header.
    static let prefixSize = 64

    package var pageSize: Int
    package var fileID: FileID
    package var state = CommitState()
    /// A legal log reaches at least this LSN.
    package var lastCheckpointLSN: LSN = 0
    /// The log that must accompany the file; 0 when none is needed.
    package var logGeneration: UInt64 = 0
    /// The highest generation that a log of this file ever had.
    package var lastGeneration: UInt64 = 0
    package var reservedBytes: UInt8 = 0
    package var cipherID: UInt8 = 0
    package var incompatibleFeatures: UInt32 = 0
    package var readOnlyFeatures: UInt32 = 0
    package var compatibleFeatures: UInt32 = 0

    package init(pageSize: Int, fileID: FileID) {
        self.pageSize = pageSize
        self.fileID = fileID
    }
}

/// The 128 random bits that tell one database file from all others.
package struct FileID: Hashable, Sendable {
    package var high: UInt64
    package var low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The seed of the checksums of this file's pages: pages of another file never verify.
    var pageSeed: UInt64 {
        var words = (low.littleEndian, high.littleEndian)
        return withUnsafeBytes(of: &words) { bytes in
            guard let base = bytes.baseAddress else { return 0 }
            return Checksum.sum(base, count: 16, seed: 0)
        }
    }
}

extension DatabaseHeader {
    /// Writes the header as page 1, or as its mirror, into `page`, which must be all zero.
    func encode(into page: UnsafeMutableRawPointer, as number: PageNumber) {
        func store<T: FixedWidthInteger>(_ value: T, _ offset: Int) {
            page.storeBytes(of: value.littleEndian, toByteOffset: offset, as: T.self)
        }
        for (index, byte) in DatabaseHeader.magic.enumerated() { store(byte, index) }
        store(DatabaseHeader.currentFormat, Offset.formatVersion)
        store(UInt16(pageSize), Offset.pageSize)
        store(incompatibleFeatures, Offset.incompatibleFeatures)
        store(readOnlyFeatures, Offset.readOnlyFeatures)
        store(compatibleFeatures, Offset.compatibleFeatures)
        store(number.rawValue, Offset.pageHeader + PageHeader.pageNumber)
        store(state.lsn, Offset.pageHeader + PageHeader.lsn)
        store(PageKind.header.rawValue, Offset.pageHeader + PageHeader.kind)
        store(fileID.low, Offset.fileID)
        store(fileID.high, Offset.fileID + 8)
        store(state.pageCount, Offset.pageCount)
        store(state.freeCount, Offset.freeCount)
        store(state.schemaCookie, Offset.schemaCookie)
        store(state.userVersion, Offset.userVersion)
        store(state.applicationID, Offset.applicationID)
        store(UInt32(1), Offset.textEncoding)
        store(state.autoVacuum, Offset.autoVacuum)
        store(state.nextTreeID, Offset.nextTreeID)
        store(state.changeCounter, Offset.changeCounter)
        store(lastCheckpointLSN, Offset.lastCheckpointLSN)
        store(logGeneration, Offset.logGeneration)
        store(lastGeneration, Offset.lastGeneration)
        store(UInt32(1), Offset.creatorVersion)
        store(reservedBytes, Offset.reservedBytes)
        store(cipherID, Offset.cipherID)
        state.counts.store(trees: page + Offset.countedTrees, rows: page + Offset.countChanges)
        store(checksum(of: page), Offset.pageHeader + PageHeader.checksum)
    }

    private func checksum(of page: UnsafeRawPointer) -> UInt64 {
        DatabaseHeader.checksum(of: page, pageSize: pageSize, fileID: fileID)
    }

    static func checksum(of page: UnsafeRawPointer, pageSize: Int, fileID: FileID) -> UInt64 {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Checksum.segmentCount) { sums in
            guard let base = sums.baseAddress else { return 0 }
            return Checksum.page(
                page, pageSize: pageSize, seed: fileID.pageSeed, field: Offset.pageHeader,
                sums: base)
        }
    }

    /// What the first 32 bytes of a file say, before anything else can be trusted.
    enum Prefix: Equatable {
        case ours(pageSize: Int)
        case unsupportedPageSize(Int)
        case older(String)
        case newer(String)
        case foreign
    }

    static func prefix(_ bytes: UnsafeRawBufferPointer) -> Prefix {
        guard bytes.count >= Offset.pageHeader,
            bytes.prefix(magic.count).elementsEqual(magic)
        else { return .foreign }
        func load<T: FixedWidthInteger>(_ offset: Int, as type: T.Type) -> T {
            T(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
        }
        let format = load(Offset.formatVersion, as: UInt16.self)
        guard format >= oldestFormat else { return .older("format \(format)") }
        guard format <= currentFormat else { return .newer("format \(format)") }
        let features = load(Offset.incompatibleFeatures, as: UInt32.self)
        guard features == 0 else { return .newer("features 0x\(String(features, radix: 16))") }
        let pageSize = Int(load(Offset.pageSize, as: UInt16.self))
        guard pageSizes.contains(pageSize), pageSize & (pageSize - 1) == 0 else {
            return .unsupportedPageSize(pageSize)
        }
        return .ours(pageSize: pageSize)
    }

    /// Whether the first bytes of a file may be a header that was being written over zeros.
    static func isTorn(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= Offset.pageHeader else { return false }
        let isPart = zip(bytes, magic).allSatisfy { $0 == 0 || $0 == $1 }
        let isWhole = bytes.prefix(magic.count).elementsEqual(magic)
        func isUnset(_ offset: Int) -> Bool { bytes[offset] == 0 && bytes[offset + 1] == 0 }
        return isPart && (!isWhole || isUnset(Offset.formatVersion) || isUnset(Offset.pageSize))
    }

    /// No commit and no generation of a log has a higher number: counting on never overflows.
    static let largestCount: UInt64 = 1 << 62

    /// The header in `page`, if the page is whole and is the one that was asked for.
    static func decode(_ page: UnsafeRawPointer, pageSize: Int, number: PageNumber)
        -> DatabaseHeader?
    {
        func load<T: FixedWidthInteger>(_ offset: Int, as type: T.Type) -> T {
            T(littleEndian: page.loadUnaligned(fromByteOffset: offset, as: type))
        }
        let prefix = prefix(UnsafeRawBufferPointer(start: page, count: pageSize))
        guard prefix == .ours(pageSize: pageSize) else { return nil }
        let fileID = FileID(
            high: load(Offset.fileID + 8, as: UInt64.self),
            low: load(Offset.fileID, as: UInt64.self))
        let stored = load(Offset.pageHeader + PageHeader.checksum, as: UInt64.self)
        guard stored == checksum(of: page, pageSize: pageSize, fileID: fileID),
            load(Offset.pageHeader + PageHeader.pageNumber, as: UInt32.self) == number.rawValue
        else { return nil }
        var header = DatabaseHeader(pageSize: pageSize, fileID: fileID)
        header.state.lsn = load(Offset.pageHeader + PageHeader.lsn, as: UInt64.self)
        header.state.pageCount = load(Offset.pageCount, as: UInt32.self)
        header.state.freeCount = load(Offset.freeCount, as: UInt32.self)
        header.state.schemaCookie = load(Offset.schemaCookie, as: UInt32.self)
        header.state.userVersion = load(Offset.userVersion, as: UInt32.self)
        header.state.applicationID = load(Offset.applicationID, as: UInt32.self)
        header.state.autoVacuum = load(Offset.autoVacuum, as: UInt32.self)
        header.state.nextTreeID = load(Offset.nextTreeID, as: UInt32.self)
        header.state.changeCounter = load(Offset.changeCounter, as: UInt64.self)
        header.state.counts = RowCountChanges(
            trees: page + Offset.countedTrees, rows: page + Offset.countChanges)
        header.lastCheckpointLSN = load(Offset.lastCheckpointLSN, as: UInt64.self)
        header.logGeneration = load(Offset.logGeneration, as: UInt64.self)
        header.lastGeneration = load(Offset.lastGeneration, as: UInt64.self)
        let counts = [
            header.state.lsn, header.lastCheckpointLSN, header.logGeneration, header.lastGeneration,
        ]
        guard counts.allSatisfy({ $0 <= largestCount }) else { return nil }
        header.reservedBytes = load(Offset.reservedBytes, as: UInt8.self)
        header.cipherID = load(Offset.cipherID, as: UInt8.self)
        header.readOnlyFeatures = load(Offset.readOnlyFeatures, as: UInt32.self)
        header.compatibleFeatures = load(Offset.compatibleFeatures, as: UInt32.self)
        return header
    }
}
