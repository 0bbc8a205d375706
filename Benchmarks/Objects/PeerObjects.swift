import Foundation

/// What hand-written Swift on SQLite's C interface does with an object: the base line.
protocol PeerObject {
    static var table: String { get }
    static var definition: String { get }
    static var columns: String { get }
    var touched: UInt64 { get }

    init(_ row: SQLiteStatement)
    /// Binds the properties from the first parameter on and calls `body` while their bytes stay.
    func bind(_ statement: SQLiteStatement, _ body: () throws -> Void) throws
}

extension KeyValue: PeerObject {
    static var columns: String { "key, value" }

    init(_ row: SQLiteStatement) {
        self.init(key: Int(row.int(0)), value: Data(row.blob(1)))
    }

    func bind(_ statement: SQLiteStatement, _ body: () throws -> Void) throws {
        try statement.bind(Int64(key), at: 1)
        try value.withUnsafeBytes { bytes in
            try statement.bindBlob(bytes, at: 2)
            try body()
        }
    }
}

extension Wide: PeerObject {
    static var columns: String { "id, a, b, c, d, e, f, g, h, i" }

    init(_ row: SQLiteStatement) {
        self.init(
            id: Int(row.int(0)), a: row.int(1), b: row.real(2), c: row.string(3),
            d: row.isNull(4) ? nil : row.string(4), e: row.isNull(5) ? nil : Data(row.blob(5)),
            f: row.int(6) != 0, g: Date(timeIntervalSince1970: row.real(7)),
            h: Float(row.real(8)), i: row.string(9))
    }

    func bind(_ statement: SQLiteStatement, _ body: () throws -> Void) throws {
        try statement.bind(Int64(id), at: 1)
        try statement.bind(a, at: 2)
        try statement.bind(b, at: 3)
        try statement.bind(Int64(f ? 1 : 0), at: 7)
        try statement.bind(g.timeIntervalSince1970, at: 8)
        try statement.bind(Double(h), at: 9)
        var (c, d, i) = (c, d ?? "", i)
        try c.withUTF8 { c in
            try statement.bindText(UnsafeRawBufferPointer(c), at: 4)
            try d.withUTF8 { d in
                if self.d == nil {
                    try statement.bindNull(at: 5)
                } else {
                    try statement.bindText(UnsafeRawBufferPointer(d), at: 5)
                }
                try i.withUTF8 { i in
                    try statement.bindText(UnsafeRawBufferPointer(i), at: 10)
                    guard let e else {
                        try statement.bindNull(at: 6)
                        return try body()
                    }
                    try e.withUnsafeBytes { bytes in
                        try statement.bindBlob(bytes, at: 6)
                        try body()
                    }
                }
            }
        }
    }
}

extension SQLiteStatement {
    @inline(__always)
    func string(_ column: Int32) -> String { String(decoding: text(column), as: UTF8.self) }
}
