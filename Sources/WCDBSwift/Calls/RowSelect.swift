/// A query for values that is put together call by call.
///
/// ```swift
/// let select = try database.prepareRowSelect(
///     on: Note.Properties.author, Note.Properties.any.count(), fromTable: "notes")
///     .group(by: Note.Properties.author)
/// while let row = try select.nextRow() { show(row[0].stringValue) }
/// ```
public final class RowSelect: Selectable {
    init(
        _ handle: Handle, on results: [any ResultColumnConvertible], tables: [String],
        isDistinct: Bool
    ) {
        let statement = StatementSelect().select(distinct: isDistinct, results).from(tables)
        super.init(handle, statement)
    }

    /// The next row; nil after the last. A call after that begins at the first again.
    ///
    /// ```swift
    /// let select = try database.prepareRowSelect(
    ///     on: Note.Properties.id, Note.Properties.text, fromTable: "notes")
    /// while let row = try select.nextRow() {
    ///     if row[1].stringValue.contains("milk") { print(row[0].intValue) }
    /// }
    /// ```
    public func nextRow() throws -> OneRowValue? {
        try next() ? try prepared().values() : nil
    }

    /// All rows that are left.
    ///
    /// ```swift
    /// let rows = try database.prepareRowSelect(
    ///     on: Note.Properties.author, Note.Properties.stars.sum(), fromTable: "notes"
    /// ).group(by: Note.Properties.author).allRows()
    /// ```
    public func allRows() throws -> MultiRowsValue {
        var rows: MultiRowsValue = []
        while let row = try nextRow() { rows.append(row) }
        return rows
    }

    /// The first column of the next row; nil after the last.
    ///
    /// ```swift
    /// let select = try database.prepareRowSelect(on: Note.Properties.stars, fromTable: "notes")
    /// var total = 0.0
    /// while let stars = try select.nextValue(), total < 100 { total += stars.doubleValue }
    /// ```
    public func nextValue() throws -> Value? {
        try next() ? Value(try prepared().column(0)) : nil
    }

    /// The first column of all rows that are left.
    ///
    /// ```swift
    /// let ids = try database.prepareRowSelect(on: Note.Properties.id, fromTable: "notes")
    ///     .order(by: Note.Properties.created).allValues().map(\.intValue)
    /// ```
    public func allValues() throws -> OneColumnValue {
        var values: OneColumnValue = []
        while let value = try nextValue() { values.append(value) }
        return values
    }
}
