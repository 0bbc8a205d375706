/// One row in a rowid leaf: the length of its payload, then the payload, or as much of it as fits
/// and the first page of its overflow chain.
@usableFromInline
struct RowidCell {
    /// All bytes of the payload.
    @usableFromInline var payloadLength: Int
    /// Those that lie in the cell, from `localOffset` of the page on.
    @usableFromInline var localLength: Int
    @usableFromInline var localOffset: Int
    /// Bytes of the whole cell.
    @usableFromInline var size: Int

    @usableFromInline
    init(payloadLength: Int, localLength: Int, localOffset: Int, size: Int) {
        self.payloadLength = payloadLength
        self.localLength = localLength
        self.localOffset = localOffset
        self.size = size
    }

    @inlinable var overflows: Bool { localLength < payloadLength }

    /// What a row takes beside the bytes of its payload, at most: a wide slot (10), the length (10)
    /// and the number of an overflow page (4).
    private static let overhead = 24

    /// The most of a payload that stays in its leaf. No row takes more than half a leaf then, so
    /// that one that is full and gets another row can always be cut in two.
    static func maxLocal(usableSize: Int) -> Int { (usableSize - TreePage.slots) / 2 - overhead }

    /// How much of a payload stays in its leaf. Of one that is too large it is an eighth of a page,
    /// or, if that is possible, as much more as leaves no gap in the last page of the chain.
    static func localLength(of length: Int, maxLocal: Int) -> Int {
        if length <= maxLocal { return length }
        let pageCapacity = 2 * (maxLocal + overhead)
        let least = pageCapacity / 8
        let filling = least + (length - least) % pageCapacity
        return filling <= maxLocal ? filling : least
    }

    /// Reads the cell at `offset` of a validated page.
    @inlinable @inline(__always)
    static func read(_ page: UnsafeRawPointer, at offset: Int, maxLocal: Int) -> RowidCell {
        let first = page.load(fromByteOffset: offset, as: UInt8.self)
        if first < 0x80 {
            let length = Int(first)
            if length <= maxLocal {
                return RowidCell(
                    payloadLength: length, localLength: length, localOffset: offset &+ 1,
                    size: length &+ 1)
            }
        }
        return readLong(page, at: offset, maxLocal: maxLocal)
    }

    @usableFromInline
    static func readLong(_ page: UnsafeRawPointer, at offset: Int, maxLocal: Int) -> RowidCell {
        var length: UInt64 = 0
        var shift: UInt64 = 0
        var position = offset
        while shift < 63 {
            let byte = page.load(fromByteOffset: position, as: UInt8.self)
            position &+= 1
            length |= UInt64(byte & 0x7F) &<< shift
            if byte < 0x80 { break }
            shift &+= 7
        }
        let total = Int(truncatingIfNeeded: length)
        if total <= maxLocal {
            return RowidCell(
                payloadLength: total, localLength: total, localOffset: position,
                size: position &- offset &+ total)
        }
        let local = localLength(of: total, maxLocal: maxLocal)
        return RowidCell(
            payloadLength: total, localLength: local, localOffset: position,
            size: position &- offset &+ local &+ 4)
    }

    /// Bytes that a length takes.
    static func lengthSize(_ length: Int) -> Int {
        max(1, (63 - UInt64(length).leadingZeroBitCount) / 7 + 1)
    }

    /// Bytes of the cell of a payload.
    static func size(of length: Int, maxLocal: Int) -> Int {
        lengthSize(length) + localLength(of: length, maxLocal: maxLocal)
            + (length <= maxLocal ? 0 : 4)
    }

    /// The first overflow page of a cell that overflows.
    func firstOverflow(_ page: UnsafeRawPointer) -> PageNumber {
        PageNumber(
            UInt32(
                littleEndian: page.loadUnaligned(
                    fromByteOffset: localOffset &+ localLength, as: UInt32.self)))
    }
}
