/// Reading values: rows, columns, single values.
///
/// ```swift
/// let rows = try database.getRows(
///     on: Note.Properties.id, Note.Properties.text, fromTable: "notes")
/// let count = try database.getValue(on: Note.Properties.any.count(), fromTable: "notes").intValue
/// ```
///
/// An offset counts only with a limit; calls for one row have a limit of their own.
public protocol RowSelectInterface: AnyObject {
    /// The rows that match the condition, in the given order.
    func getRows(
        on resultColumnConvertibleList: [any ResultColumnConvertible], fromTable table: String,
        where condition: (any Condition)?, orderBy orderList: [any OrderBy]?,
        limit: (any Limit)?, offset: (any Offset)?
    ) throws -> MultiRowsValue
    /// The rows that match the condition, in the given order. Without columns all of them are
    /// read.
    func getRows(
        on resultColumnConvertibleList: any ResultColumnConvertible..., fromTable table: String,
        where condition: (any Condition)?, orderBy orderList: [any OrderBy]?,
        limit: (any Limit)?, offset: (any Offset)?
    ) throws -> MultiRowsValue
    /// The first row that matches the condition, in the given order; empty if no row does.
    func getRow(
        on resultColumnConvertibleList: any ResultColumnConvertible..., fromTable table: String,
        where condition: (any Condition)?, orderBy orderList: [any OrderBy]?,
        offset: (any Offset)?
    ) throws -> OneRowValue
    /// The first row that matches the condition, in the given order; empty if no row does.
    func getRow(
        on resultColumnConvertibleList: [any ResultColumnConvertible], fromTable table: String,
        where condition: (any Condition)?, orderBy orderList: [any OrderBy]?,
        offset: (any Offset)?
    ) throws -> OneRowValue
    /// One column of the rows that match the condition, in the given order.
    func getColumn(
        on result: any ResultColumnConvertible, fromTable table: String,
        where condition: (any Condition)?, orderBy orderList: [any OrderBy]?,
        limit: (any Limit)?, offset: (any Offset)?
    ) throws -> OneColumnValue
    /// The distinct values of one column, among the rows that match the condition.
    func getDistinctColumn(
        on result: any ResultColumnConvertible, fromTable table: String,
        where condition: (any Condition)?, orderBy orderList: [any OrderBy]?,
        limit: (any Limit)?, offset: (any Offset)?
    ) throws -> OneColumnValue
    /// One column of the first row that matches the condition, in the given order; NULL if no row
    /// does.
    func getValue(
        on result: any ResultColumnConvertible, fromTable table: String,
        where condition: (any Condition)?, orderBy orderList: [any OrderBy]?,
        limit: (any Limit)?, offset: (any Offset)?
    ) throws -> Value
    /// The first of the distinct values of one column; NULL if there is none.
    func getDistinctValue(
        on result: any ResultColumnConvertible, fromTable table: String,
        where condition: (any Condition)?, orderBy orderList: [any OrderBy]?,
        limit: (any Limit)?, offset: (any Offset)?
    ) throws -> Value
}

extension RowSelectInterface where Self: HandleRepresentable {
    /// The rows that match the condition, in the given order.
    ///
    /// ```swift
    /// let columns: [any ResultColumnConvertible] = [
    ///     Note.Properties.id, Note.Properties.text.length(),
    /// ]
    /// let rows = try database.getRows(on: columns, fromTable: "notes", limit: 20)
    /// for row in rows { print(row[0].intValue, row[1].intValue) }
    /// ```
    public func getRows(
        on resultColumnConvertibleList: [any ResultColumnConvertible], fromTable table: String,
        where condition: (any Condition)? = nil, orderBy orderList: [any OrderBy]? = nil,
        limit: (any Limit)? = nil, offset: (any Offset)? = nil
    ) throws -> MultiRowsValue {
        let filter = RowFilter.of(
            condition: condition, order: orderList, limit: limit, offset: offset)
        return try read(resultColumnConvertibleList, distinct: false, table, filter) {
            try $0.allRows()
        }
    }

    /// The rows that match the condition, in the given order. Without columns all of them are
    /// read.
    ///
    /// ```swift
    /// let rows = try database.getRows(fromTable: "notes", where: Note.Properties.stars > 3)
    /// let text = rows[row: 0, column: 1].stringValue
    /// ```
    public func getRows(
        on resultColumnConvertibleList: any ResultColumnConvertible..., fromTable table: String,
        where condition: (any Condition)? = nil, orderBy orderList: [any OrderBy]? = nil,
        limit: (any Limit)? = nil, offset: (any Offset)? = nil
    ) throws -> MultiRowsValue {
        let filter = RowFilter.of(
            condition: condition, order: orderList, limit: limit, offset: offset)
        return try read(all(resultColumnConvertibleList), distinct: false, table, filter) {
            try $0.allRows()
        }
    }

    /// The first row that matches the condition, in the given order; empty if no row does.
    ///
    /// ```swift
    /// let row = try database.getRow(
    ///     on: Note.Properties.id.max(), Note.Properties.stars.avg(), fromTable: "notes")
    /// let (last, average) = (row[0].intValue, row[1].doubleValue)
    /// ```
    public func getRow(
        on resultColumnConvertibleList: any ResultColumnConvertible..., fromTable table: String,
        where condition: (any Condition)? = nil, orderBy orderList: [any OrderBy]? = nil,
        offset: (any Offset)? = nil
    ) throws -> OneRowValue {
        let filter = RowFilter.of(
            condition: condition, order: orderList, offset: offset, isSingle: true)
        return try read(all(resultColumnConvertibleList), distinct: false, table, filter) {
            try $0.nextRow() ?? []
        }
    }

    /// The first row that matches the condition, in the given order; empty if no row does.
    ///
    /// ```swift
    /// let row = try database.getRow(
    ///     on: [Note.Properties.text], fromTable: "notes", where: Note.Properties.id == 7)
    /// let text = row.isEmpty ? nil : row[0].stringValue
    /// ```
    public func getRow(
        on resultColumnConvertibleList: [any ResultColumnConvertible], fromTable table: String,
        where condition: (any Condition)? = nil, orderBy orderList: [any OrderBy]? = nil,
        offset: (any Offset)? = nil
    ) throws -> OneRowValue {
        let filter = RowFilter.of(
            condition: condition, order: orderList, offset: offset, isSingle: true)
        return try read(resultColumnConvertibleList, distinct: false, table, filter) {
            try $0.nextRow() ?? []
        }
    }

    /// One column of the rows that match the condition, in the given order.
    ///
    /// ```swift
    /// let texts = try database.getColumn(
    ///     on: Note.Properties.text, fromTable: "notes", orderBy: [Note.Properties.id], limit: 3
    /// ).map(\.stringValue)
    /// ```
    public func getColumn(
        on result: any ResultColumnConvertible, fromTable table: String,
        where condition: (any Condition)? = nil, orderBy orderList: [any OrderBy]? = nil,
        limit: (any Limit)? = nil, offset: (any Offset)? = nil
    ) throws -> OneColumnValue {
        let filter = RowFilter.of(
            condition: condition, order: orderList, limit: limit, offset: offset)
        return try read([result], distinct: false, table, filter) {
            try $0.allValues()
        }
    }

    /// The distinct values of one column, among the rows that match the condition.
    ///
    /// ```swift
    /// let authors = try database.getDistinctColumn(
    ///     on: Note.Properties.author, fromTable: "notes", orderBy: [Note.Properties.author])
    /// ```
    public func getDistinctColumn(
        on result: any ResultColumnConvertible, fromTable table: String,
        where condition: (any Condition)? = nil, orderBy orderList: [any OrderBy]? = nil,
        limit: (any Limit)? = nil, offset: (any Offset)? = nil
    ) throws -> OneColumnValue {
        let filter = RowFilter.of(
            condition: condition, order: orderList, limit: limit, offset: offset)
        return try read([result], distinct: true, table, filter) {
            try $0.allValues()
        }
    }

    /// One column of the first row that matches the condition, in the given order; NULL if no row
    /// does.
    ///
    /// ```swift
    /// let drafts = try database.getValue(
    ///     on: Note.Properties.any.count(), fromTable: "notes", where: Note.Properties.isDraft
    /// ).intValue
    /// ```
    public func getValue(
        on result: any ResultColumnConvertible, fromTable table: String,
        where condition: (any Condition)? = nil, orderBy orderList: [any OrderBy]? = nil,
        limit: (any Limit)? = nil, offset: (any Offset)? = nil
    ) throws -> Value {
        let filter = RowFilter.of(
            condition: condition, order: orderList, offset: offset, isSingle: true)
        return try read([result], distinct: false, table, filter) {
            try $0.nextValue() ?? Value()
        }
    }

    /// The first of the distinct values of one column; NULL if there is none.
    ///
    /// ```swift
    /// let second = try database.getDistinctValue(
    ///     on: Note.Properties.stars, fromTable: "notes",
    ///     orderBy: [Note.Properties.stars.order(.descending)], offset: 1)
    /// // The highest number of stars but one, however many notes have the highest.
    /// ```
    public func getDistinctValue(
        on result: any ResultColumnConvertible, fromTable table: String,
        where condition: (any Condition)? = nil, orderBy orderList: [any OrderBy]? = nil,
        limit: (any Limit)? = nil, offset: (any Offset)? = nil
    ) throws -> Value {
        let filter = RowFilter.of(
            condition: condition, order: orderList, offset: offset, isSingle: true)
        return try read([result], distinct: true, table, filter) {
            try $0.nextValue() ?? Value()
        }
    }

    private func all(
        _ results: [any ResultColumnConvertible]
    ) -> [any ResultColumnConvertible] { results.isEmpty ? [Column.all()] : results }

    private func read<Result>(
        _ results: [any ResultColumnConvertible], distinct: Bool, _ table: String,
        _ filter: RowFilter, _ body: (CompiledStatement) throws -> Result
    ) throws -> Result {
        let trees = results.map { $0.asResultColumn().tree }
        return try withConnection(writeHint: false) { connection in
            let statement = try connection.lend(
                .values, .results(distinct: distinct, trees), of: ShelfKeys.self, table: table,
                filter
            ) {
                StatementSelect().select(distinct: distinct, results).from(table).statementTree
            }
            defer { statement.rest() }
            return try body(statement.compiled)
        }
    }
}

extension Database: RowSelectInterface {}
extension Handle: RowSelectInterface {}
