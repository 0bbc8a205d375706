/// The types of a model's columns, found by letting its decoder ask for them.
///
/// Nothing a model does can trap here: what has no stored form is reported, and values are made
/// up only where the decoder insists on one.
struct ColumnTypes {
    private(set) var types: [String: ColumnType] = [:]
    /// Properties that no column can store.
    private(set) var problems: [String] = []
    /// Why not all properties were found.
    private(set) var remarks: [String] = []

    static func discover(in type: any TableCodableBase.Type) -> ColumnTypes {
        guard let decodable = type as? any TableDecodableBase.Type else { return ColumnTypes() }
        let record = ColumnTypeRecord()
        do {
            _ = try decodable.init(from: PlaceholderDecoder(record: record))
        } catch {
            record.found.remarks.append("\(type): decoding stopped: \(error)")
        }
        return record.found
    }

    mutating func add(_ key: String, _ type: Any.Type) {
        if let column = type as? any ColumnCodableBase.Type {
            types[key] = column.columnType
        } else if let decodable = type as? any Decodable.Type,
            let column = SingleValueProbe.columnType(of: decodable)
        {
            types[key] = column
        } else {
            problems.append("\(key): \(type) cannot be stored in a column")
        }
    }
}

/// Where a decoder notes what it was asked for.
final class ColumnTypeRecord {
    var found = ColumnTypes()
}
