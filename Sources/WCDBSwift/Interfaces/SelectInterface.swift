/// Reading objects.
///
/// ```swift
/// let notes: [Note] = try database.getObjects(
///     fromTable: "notes", where: Note.Properties.id > 7, orderBy: [Note.Properties.created])
/// let note: Note? = try database.getObject(fromTable: "notes", where: Note.Properties.id == 7)
/// ```
///
/// Without properties all of them are read. Those that are not read must be optional.
public protocol SelectInterface: AnyObject {
    /// The objects that are meant.
    func getObjects<Object: TableDecodable>(
        on propertyConvertibleList: [any PropertyConvertible], fromTable table: String,
        where condition: (any Condition)?, orderBy orderList: [any OrderBy]?,
        limit: (any Limit)?, offset: (any Offset)?
    ) throws -> [Object]
    /// The objects that are meant.
    func getObjects<Object: TableDecodable>(
        on propertyConvertibleList: any PropertyConvertible..., fromTable table: String,
        where condition: (any Condition)?, orderBy orderList: [any OrderBy]?,
        limit: (any Limit)?, offset: (any Offset)?
    ) throws -> [Object]
    /// The first object that is meant; nil if there is none.
    func getObject<Object: TableDecodable>(
        on propertyConvertibleList: [any PropertyConvertible], fromTable table: String,
        where condition: (any Condition)?, orderBy orderList: [any OrderBy]?,
        offset: (any Offset)?
    ) throws -> Object?
    /// The first object that is meant; nil if there is none.
    func getObject<Object: TableDecodable>(
        on propertyConvertibleList: any PropertyConvertible..., fromTable table: String,
        where condition: (any Condition)?, orderBy orderList: [any OrderBy]?,
        offset: (any Offset)?
    ) throws -> Object?
}

extension SelectInterface where Self: HandleRepresentable {
    /// The objects that are meant.
    public func getObjects<Object: TableDecodable>(
        on propertyConvertibleList: [any PropertyConvertible], fromTable table: String,
        where condition: (any Condition)? = nil, orderBy orderList: [any OrderBy]? = nil,
        limit: (any Limit)? = nil, offset: (any Offset)? = nil
    ) throws -> [Object] {
        let filter = RowFilter(
            condition: condition, order: orderList, limit: limit, offset: offset)
        return try read(propertyConvertibleList, table, filter) { try $0.all() }
    }

    /// The objects that are meant. Without properties all of them are read.
    public func getObjects<Object: TableDecodable>(
        on propertyConvertibleList: any PropertyConvertible..., fromTable table: String,
        where condition: (any Condition)? = nil, orderBy orderList: [any OrderBy]? = nil,
        limit: (any Limit)? = nil, offset: (any Offset)? = nil
    ) throws -> [Object] {
        let filter = RowFilter(
            condition: condition, order: orderList, limit: limit, offset: offset)
        let properties = propertyConvertibleList.isEmpty ? nil : propertyConvertibleList
        return try read(properties, table, filter) { try $0.all() }
    }

    /// The first object that is meant; nil if there is none.
    public func getObject<Object: TableDecodable>(
        on propertyConvertibleList: [any PropertyConvertible], fromTable table: String,
        where condition: (any Condition)? = nil, orderBy orderList: [any OrderBy]? = nil,
        offset: (any Offset)? = nil
    ) throws -> Object? {
        let filter = RowFilter(
            condition: condition, order: orderList, limit: 1, offset: offset)
        return try read(propertyConvertibleList, table, filter) { try $0.next() }
    }

    /// The first object that is meant; nil if there is none. Without properties all of them are
    /// read.
    public func getObject<Object: TableDecodable>(
        on propertyConvertibleList: any PropertyConvertible..., fromTable table: String,
        where condition: (any Condition)? = nil, orderBy orderList: [any OrderBy]? = nil,
        offset: (any Offset)? = nil
    ) throws -> Object? {
        let filter = RowFilter(
            condition: condition, order: orderList, limit: 1, offset: offset)
        let properties = propertyConvertibleList.isEmpty ? nil : propertyConvertibleList
        return try read(properties, table, filter) { try $0.next() }
    }

    private func layout<Object: TableDecodable>(
        _ properties: [any PropertyConvertible]?, of type: Object.Type
    ) -> RowLayout {
        properties.map { RowLayout($0, of: Object.CodingKeys.self) }
            ?? Object.CodingKeys.objectRelationalMapping.layout
    }

    /// Reads the properties, or all.
    private func read<Object: TableDecodable, Result>(
        _ properties: [any PropertyConvertible]?, _ table: String, _ filter: RowFilter,
        _ body: (ObjectReader<Object>) throws -> Result
    ) throws -> Result {
        if let properties, properties.isEmpty {
            throw getDatabase().core.misuse("Property list must not be empty.")
        }
        return try withHandle(writeHint: false) { handle in
            try handle.connection.withStatement(
                .select, properties.map { .properties($0) } ?? .all, of: Object.CodingKeys.self,
                table: table, FilterSyntax(filter)
            ) {
                StatementSelect().select(properties ?? Object.CodingKeys.all).from(table)
                    .filter(filter).statementTree
            } _: { statement in
                try body(ObjectReader<Object>(statement, layout(properties, of: Object.self)))
            }
        }
    }
}

extension Database: SelectInterface {}
extension Handle: SelectInterface {}
