import WCDBStorage

/// A place in the tree. The payload is good until the next move.
final class OurCursor {
    private let cursor: RowidCursor

    init(_ cursor: RowidCursor) { self.cursor = cursor }

    var rowid: Int64 { cursor.rowid }

    @inline(__always)
    func payload() throws -> UnsafeRawBufferPointer { try cursor.payload() }

    @inline(__always)
    func seek(_ rowid: Int64) throws -> Bool { try cursor.seek(rowid) }

    func first() throws -> Bool { try cursor.first() }

    @inline(__always)
    func next() throws -> Bool { try cursor.next() }
}
