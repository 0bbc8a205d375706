/// A database that is spoken to in SQL, ours or SQLite: a workload is written once, and both
/// sides run the same lines.
///
/// **Users.** One thread.
protocol SQLSession {
    associatedtype Statement: SQLSessionStatement

    func execute(_ sql: String) throws
    func prepare(_ sql: String) throws -> Statement
    /// Prepares without whatever remembers statements.
    func prepareAfresh(_ sql: String) throws -> Statement
    /// Moves the whole log into the file.
    func checkpoint() throws
    func close() throws
}

/// A prepared statement of either side. Texts and blobs must stay where they are until the reset.
/// Columns count from 0, parameters from 1.
protocol SQLSessionStatement {
    func bind(_ value: Int64, at index: Int32) throws
    func bind(_ value: Double, at index: Int32) throws
    func bindText(_ bytes: UnsafeRawBufferPointer, at index: Int32) throws
    func bindBlob(_ bytes: UnsafeRawBufferPointer, at index: Int32) throws
    func step() throws -> Bool
    func reset() throws
    func int(_ column: Int32) -> Int64
    func real(_ column: Int32) -> Double
    func text(_ column: Int32) -> UnsafeRawBufferPointer
    func blob(_ column: Int32) -> UnsafeRawBufferPointer
}

extension SQLSessionStatement {
    /// Steps a statement without rows and resets it.
    @inline(__always)
    func run() throws {
        _ = try step()
        try reset()
    }
}

/// How to read a column of a result.
enum SQLColumn: Sendable {
    case integer, real, text, blob
}

extension SQLSessionStatement {
    /// Reads every column of every row; the sum of what was touched, and the number of rows.
    func drain(_ columns: [SQLColumn]) throws -> (sum: UInt64, count: Int) {
        var (sum, count): (UInt64, Int) = (0, 0)
        while try step() {
            count += 1
            var column: Int32 = 0
            for kind in columns {
                switch kind {
                case .integer: sum &+= UInt64(bitPattern: int(column))
                // Additions of reals in another order differ in their last bits.
                case .real: sum &+= UInt64(bitPattern: Int64((real(column) * 1e6).rounded()))
                case .text: sum &+= text(column).touched
                case .blob: sum &+= blob(column).touched
                }
                column &+= 1
            }
        }
        try reset()
        return (sum, count)
    }
}
