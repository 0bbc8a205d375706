/// A prepared SQLite statement that is bound, stepped and reset again and again. Texts and blobs
/// are bound and read without copying: they must stay where they are until the reset.
///
/// **Users.** The thread of its connection. Column indices count from 0, parameters from 1.
final class SQLiteStatement {
    fileprivate let connection: SQLiteConnection
    fileprivate let library: SQLiteLibrary
    fileprivate let handle: OpaquePointer

    init(_ connection: SQLiteConnection, _ handle: OpaquePointer) {
        self.connection = connection
        self.library = connection.library
        self.handle = handle
    }

    deinit { _ = library.finalize(handle) }

    @inline(__always)
    func bind(_ value: Int64, at index: Int32) throws {
        let code = library.bindInt(handle, index, value)
        if code != 0 { try connection.check(code, "bind") }
    }

    @inline(__always)
    func bind(_ value: Double, at index: Int32) throws {
        let code = library.bindReal(handle, index, value)
        if code != 0 { try connection.check(code, "bind") }
    }

    @inline(__always)
    func bindText(_ bytes: UnsafeRawBufferPointer, at index: Int32) throws {
        let count = Int32(truncatingIfNeeded: bytes.count)
        let code = library.bindText(handle, index, bytes.baseAddress, count, nil)
        if code != 0 { try connection.check(code, "bind") }
    }

    @inline(__always)
    func bindBlob(_ bytes: UnsafeRawBufferPointer, at index: Int32) throws {
        let count = Int32(truncatingIfNeeded: bytes.count)
        let code = library.bindBlob(handle, index, bytes.baseAddress, count, nil)
        if code != 0 { try connection.check(code, "bind") }
    }

    /// True if a row is there to be read, false at the end.
    @inline(__always)
    func step() throws -> Bool {
        let code = library.step(handle)
        if code == 100 { return true }
        if code != 101 { try connection.check(code, "step") }
        return false
    }

    @inline(__always)
    func reset() throws {
        let code = library.reset(handle)
        if code != 0 { try connection.check(code, "reset") }
    }

    @inline(__always)
    func int(_ column: Int32) -> Int64 { library.columnInt(handle, column) }

    @inline(__always)
    func real(_ column: Int32) -> Double { library.columnReal(handle, column) }

    @inline(__always)
    func text(_ column: Int32) -> UnsafeRawBufferPointer {
        let start = library.columnText(handle, column)
        return UnsafeRawBufferPointer(start: start, count: Int(library.columnSize(handle, column)))
    }

    @inline(__always)
    func blob(_ column: Int32) -> UnsafeRawBufferPointer {
        let start = library.columnBlob(handle, column)
        return UnsafeRawBufferPointer(start: start, count: Int(library.columnSize(handle, column)))
    }
}

// Values that are missing.
extension SQLiteStatement {
    @inline(__always)
    func bindNull(at index: Int32) throws {
        let code = library.bindNull(handle, index)
        if code != 0 { try connection.check(code, "bind") }
    }

    @inline(__always)
    func isNull(_ column: Int32) -> Bool { library.columnType(handle, column) == 5 }
}
