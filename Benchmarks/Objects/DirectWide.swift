import WCDBSwift

/// The wide model again, reading its rows itself instead of through `Codable`.
struct DirectWide: TableCodable {
    static let table = Wide.table
    static let definition = Wide.definition

    var wide: Wide

    enum CodingKeys: String, CodingTableKey {
        typealias Root = DirectWide
        static let objectRelationalMapping = TableBinding(CodingKeys.self) {
            BindColumnConstraint(id, isPrimary: true)
        }
        case id, a, b, c, d, e, f, g, h, i
    }

    init(_ wide: Wide) { self.wide = wide }

    init(from decoder: any Decoder) throws { wide = try Wide(from: decoder) }

    func encode(to encoder: any Encoder) throws { try wide.encode(to: encoder) }

    init(row: StoredRow<CodingKeys>) throws {
        wide = Wide(
            id: try row.value(.id), a: try row.value(.a), b: try row.value(.b),
            c: try row.value(.c), d: try row.value(.d), e: try row.value(.e),
            f: try row.value(.f), g: try row.value(.g), h: try row.value(.h),
            i: try row.value(.i))
    }

    static func all(_ count: Int) -> [DirectWide] { Wide.all(count).map(DirectWide.init) }
}

extension DirectWide: PeerObject {
    static var columns: String { Wide.columns }

    var touched: UInt64 { wide.touched }

    init(_ row: SQLiteStatement) { wide = Wide(row) }

    func bind(_ statement: SQLiteStatement, _ body: () throws -> Void) throws {
        try wide.bind(statement, body)
    }
}
