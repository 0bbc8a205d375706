/// The types of a model's columns, found by letting its decoder ask for them.
///
/// Nothing a model does can trap here: what has no stored form is reported, and values are made
/// up only where the decoder insists on one.
struct ColumnTypes {
    private var types: [String: ColumnType] = [:]
    /// Properties that no column can store, by their keys.
    private var misfits: [String: String] = [:]
    /// What is only encoded says nothing of its columns.
    private var isDecodable = false
    /// Why the decoder did not come to its end; nil if it did.
    private var obstacle: String?

    static func discover(in type: any TableCodableBase.Type) -> ColumnTypes {
        guard let decodable = type as? any TableDecodableBase.Type else { return ColumnTypes() }
        let record = ColumnTypeRecord()
        record.found.isDecodable = true
        // A decoder may look at values and refuse some: what it asked for before is known then.
        for sample in PlaceholderSample.all {
            do {
                _ = try decodable.init(from: PlaceholderDecoder(record, sample))
                record.found.obstacle = nil
                return record.found
            } catch {
                record.found.obstacle = "\(error)"
            }
        }
        return record.found
    }

    /// The type of a column; nil if it is not known.
    subscript(key: String) -> ColumnType? { types[key] }

    /// What is wrong with the columns of these keys. A column without a type would be there for as
    /// long as its table: an identifier would not be given out, a number be kept as a text.
    func problems(_ keys: [String]) -> [String] {
        keys.compactMap { key in
            if let misfit = misfits[key] { return misfit }
            guard let obstacle, types[key] == nil else { return nil }
            return "\(key): its type is not known, because decoding stopped: \(obstacle)"
        }
    }

    /// What is odd about the columns of these keys.
    func remarks(_ keys: [String]) -> [String] {
        guard isDecodable, obstacle == nil else { return [] }
        return keys.filter { types[$0] == nil && misfits[$0] == nil }.map {
            "\($0): the column has no type, because decoding does not ask for it"
        }
    }

    mutating func add(_ key: String, _ type: Any.Type) {
        if let column = type as? any ColumnCodableBase.Type {
            types[key] = column.columnType
        } else if let decodable = type as? any Decodable.Type,
            let column = SingleValueProbe.columnType(of: decodable)
        {
            types[key] = column
        } else {
            misfits[key] =
                "\(key): \(type) cannot be stored in a column: "
                + "let it conform to ColumnJSONCodable, or ColumnCodable"
        }
    }
}

/// Where a decoder notes what it was asked for.
final class ColumnTypeRecord {
    var found = ColumnTypes()
}
