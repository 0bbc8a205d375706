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

    /// The next row; nil after the last. The next call begins at the first again.
    public func nextRow() throws -> OneRowValue? {
        try next() ? try prepared().values() : nil
    }

    /// All rows that are left.
    public func allRows() throws -> MultiRowsValue {
        var rows: MultiRowsValue = []
        while let row = try nextRow() { rows.append(row) }
        return rows
    }

    /// The first column of the next row; nil after the last.
    public func nextValue() throws -> Value? {
        try next() ? Value(try prepared().column(0)) : nil
    }

    /// The first column of all rows that are left.
    public func allValues() throws -> OneColumnValue {
        var values: OneColumnValue = []
        while let value = try nextValue() { values.append(value) }
        return values
    }
}
