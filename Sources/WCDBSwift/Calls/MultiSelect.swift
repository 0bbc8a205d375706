import WCDBEngine

/// A query over several tables whose rows are read as one object for each of them.
///
/// ```swift
/// let select = try database.prepareMultiSelect(
///     on: Author.Properties.name.in(table: "authors"), Book.Properties.title.in(table: "books"),
///     fromTables: ["authors", "books"]
/// ).where(Author.Properties.id.in(table: "authors") == Book.Properties.author.in(table: "books"))
/// while let row = try select.nextMultiObject() {
///     let author = row["authors"] as? Author
///     let book = row["books"] as? Book
/// }
/// ```
///
/// Objects are found by the name of the table that their columns come from; results that are
/// computed come from the table "". What is not selected of an object must be optional.
public final class MultiSelect: Selectable {
    private let properties: [any PropertyConvertible]
    private var parts: [Part] = []

    /// The columns of one table.
    private struct Part {
        let table: String
        let decoder: RowDecoder
        let type: any TableDecodable.Type
    }

    init(_ handle: Handle, on properties: [any PropertyConvertible], tables: [String]) {
        self.properties = properties
        super.init(handle, StatementSelect().select(properties).from(tables))
    }

    override func didPrepare(_ compiled: CompiledStatement) {
        parts = []
        var columns: [(table: String, indexes: [Int])] = []
        for index in 0..<compiled.columnCount {
            let table = compiled.prepared?.program?.columns[index].table ?? ""
            if let known = columns.firstIndex(where: { $0.table == table }) {
                columns[known].indexes.append(index)
            } else {
                columns.append((table, [index]))
            }
        }
        parts = columns.compactMap { part($0.table, $0.indexes, compiled.columnCount) }
    }

    /// Columns of one table, read as the type that the first of them belongs to.
    private func part(_ table: String, _ indexes: [Int], _ count: Int) -> Part? {
        let types = indexes.lazy.filter { $0 < self.properties.count }.compactMap {
            self.properties[$0].codingTableKey?.rootType as? any TableDecodable.Type
        }
        guard let type = types.first else { return nil }
        func decoder<Root: TableDecodable>(_ type: Root.Type) -> RowDecoder {
            let layout = ColumnLayout(
                properties, of: Root.CodingKeys.self, only: Set(indexes))
            return RowDecoder(layout, columnCount: count, table: table)
        }
        return Part(table: table, decoder: decoder(type), type: type)
    }

    /// The objects of the next row, by table; nil after the last. A call after that begins at the
    /// first again.
    ///
    /// ```swift
    /// let select = try database.prepareMultiSelect(
    ///     on: Author.Properties.name.in(table: "authors"),
    ///     Book.Properties.title.in(table: "books"),
    ///     fromTables: ["authors", "books"])
    /// while let row = try select.nextMultiObject() {
    ///     guard let author = row["authors"] as? Author, let book = row["books"] as? Book
    ///     else { continue }
    ///     print(author.name, book.title)
    /// }
    /// ```
    public func nextMultiObject() throws -> [String: Any]? {
        guard try next() else { return nil }
        let compiled = try prepared()
        guard let row = compiled.row else { return [:] }
        var objects: [String: Any] = [:]
        for part in parts {
            part.decoder.row(row.baseAddress, count: row.count, number: compiled.rowNumber)
            defer { part.decoder.end() }
            do {
                objects[part.table] = try part.type.read(part.decoder)
            } catch {
                throw compiled.located(error)
            }
        }
        return objects
    }

    /// The objects of all rows that are left, by table. If one of them cannot be read, the next
    /// call begins at the first row again.
    ///
    /// ```swift
    /// let select = try database.prepareMultiSelect(
    ///     on: Author.Properties.name.in(table: "authors"),
    ///     Book.Properties.title.in(table: "books"),
    ///     fromTables: ["authors", "books"])
    /// let titles = try select.allMultiObjects().compactMap { ($0["books"] as? Book)?.title }
    /// ```
    public func allMultiObjects() throws -> [[String: Any]] {
        try allOrNone {
            var rows: [[String: Any]] = []
            while let row = try nextMultiObject() { rows.append(row) }
            return rows
        }
    }
}

extension TableDecodable {
    /// An object of the decoder's row, for types that are known at run time only.
    fileprivate static func read(_ decoder: RowDecoder) throws -> Any {
        try Self(row: StoredRow(decoder))
    }
}
