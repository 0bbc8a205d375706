import Foundation
import StorageSimulation
import WCDBSwift

/// The small model of the object workloads: a number and a hundred bytes.
struct KeyValue: TableCodable {
    static let table = "kv"
    static let definition = "CREATE TABLE kv(key INTEGER, value BLOB)"

    var key: Int
    var value: Data

    enum CodingKeys: String, CodingTableKey {
        typealias Root = KeyValue
        static let objectRelationalMapping = TableBinding(CodingKeys.self)
        case key, value
    }

    static func all(_ count: Int) -> [KeyValue] {
        let data = BenchmarkData()
        return (0..<count).map { KeyValue(key: $0, value: Data(data.blob($0))) }
    }

    /// What a reader touches of it.
    var touched: UInt64 {
        UInt64(truncatingIfNeeded: key) &+ UInt64(value.first ?? 0) &+ UInt64(value.last ?? 0)
    }
}

/// The wide model: ten properties of nine types, three of which may be missing.
struct Wide: TableCodable {
    static let table = "wide"
    static let definition =
        "CREATE TABLE wide(id INTEGER PRIMARY KEY, a INTEGER, b REAL, c TEXT, d TEXT, e BLOB, "
        + "f INTEGER, g REAL, h REAL, i TEXT)"

    var id: Int
    var a: Int64
    var b: Double
    var c: String
    var d: String?
    var e: Data?
    var f: Bool
    var g: Date
    var h: Float
    var i: String

    enum CodingKeys: String, CodingTableKey {
        typealias Root = Wide
        static let objectRelationalMapping = TableBinding(CodingKeys.self) {
            BindColumnConstraint(id, isPrimary: true)
        }
        case id, a, b, c, d, e, f, g, h, i
    }

    static func all(_ count: Int) -> [Wide] {
        let data = BenchmarkData()
        var random = SeededRandom(seed: 0x5EED_0020)
        return (1...count).map { index in
            let (a, b, f) = (random.next(), random.next(), random.next())
            let text = Text16(index).withBytes { String(decoding: $0, as: UTF8.self) }
            let other = Text16(index + 5).withBytes { String(decoding: $0, as: UTF8.self) }
            return Wide(
                id: index, a: Int64(bitPattern: a), b: Double(b >> 11) * 0x1p-53, c: text,
                d: index % 2 == 0 ? nil : text + "-optional",
                e: index % 4 == 0 ? nil : Data(data.blob(index, count: 32)), f: f & 1 == 1,
                g: Date(timeIntervalSince1970: 1.6e9 + Double(index) / 4), h: Float(index) / 2,
                i: "https://example.com/item/" + other)
        }
    }

    /// What a reader touches of it.
    var touched: UInt64 {
        var sum = UInt64(truncatingIfNeeded: id) &+ UInt64(bitPattern: a) &+ b.bitPattern
        sum &+= UInt64(c.utf8.count) &+ UInt64(d?.utf8.count ?? 0) &+ UInt64(e?.last ?? 0)
        sum &+= (f ? 1 : 0) &+ g.timeIntervalSince1970.bitPattern
        sum &+= UInt64(h.bitPattern) &+ UInt64(i.utf8.count)
        return sum
    }
}
