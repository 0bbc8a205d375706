public import Foundation
import WCDBEngine
import WCDBSQL
import WCDBStorage

// The current row, and all rows that are left.

extension StatementInterface where Self: RawStatementmentRepresentable {
    /// A column of the current row as a type; nil if it is NULL.
    public func value(
        atIndex index: Int, of type: any ColumnDecodable.Type
    ) -> (any ColumnDecodable)? {
        let column = compiledStatement.column(index)
        return column.isNull ? nil : type.init(with: Value(column))
    }

    /// A column of the current row as a type; nil if it is NULL.
    ///
    /// ```swift
    /// let title: String? = handle.value(atIndex: 1)
    /// ```
    public func value<ColumnDecodableType: ColumnDecodable>(
        atIndex index: Int, of type: ColumnDecodableType.Type = ColumnDecodableType.self
    ) -> ColumnDecodableType? {
        let column = compiledStatement.column(index)
        return column.isNull ? nil : ColumnDecodableType(with: Value(column))
    }

    /// A column of the current row as a type, by its name; nil if it is NULL or not there.
    public func value<ColumnDecodableType: ColumnDecodable>(
        byName name: String, of type: ColumnDecodableType.Type = ColumnDecodableType.self
    ) -> ColumnDecodableType? {
        index(byName: name).flatMap { value(atIndex: $0, of: type) }
    }

    /// A column of the current row.
    public func value(atIndex index: Int) -> Value { Value(compiledStatement.column(index)) }

    /// All columns of the current row.
    public func oneRowValue() -> OneRowValue {
        (0..<columnCount()).map { value(atIndex: $0) }
    }

    /// One column of all rows that are left.
    public func oneColumnValue(atIndex index: Int) throws -> OneColumnValue {
        var values: OneColumnValue = []
        while try step() { values.append(value(atIndex: index)) }
        return values
    }

    /// All rows that are left.
    public func multiRowsValue() throws -> MultiRowsValue {
        var rows: MultiRowsValue = []
        while try step() { rows.append(oneRowValue()) }
        return rows
    }

    // MARK: As SQL converts

    /// A column as an integer; its lower half if it is larger.
    public func columnValue(atIndex index: Int) -> Int32 {
        Int32(truncatingIfNeeded: compiledStatement.column(index).asInteger)
    }

    /// A column as an integer; its lower half if it is larger.
    public func columnValue(atIndex index: Int, of type: Int32.Type = Int32.self) -> Int32 {
        columnValue(atIndex: index)
    }

    /// A column as an integer; 0 if it is none.
    public func columnValue(atIndex index: Int) -> Int64 {
        compiledStatement.column(index).asInteger
    }

    /// A column as an integer; 0 if it is none.
    public func columnValue(atIndex index: Int, of type: Int64.Type = Int64.self) -> Int64 {
        columnValue(atIndex: index)
    }

    /// A column as a number; 0 if it is none.
    public func columnValue(atIndex index: Int) -> Double {
        compiledStatement.column(index).asReal
    }

    /// A column as a number; 0 if it is none.
    public func columnValue(atIndex index: Int, of type: Double.Type = Double.self) -> Double {
        columnValue(atIndex: index)
    }

    /// A column as a text; empty if it is NULL.
    public func columnValue(atIndex index: Int) -> String {
        compiledStatement.column(index).asString
    }

    /// A column as a text; empty if it is NULL.
    public func columnValue(atIndex index: Int, of type: String.Type = String.self) -> String {
        columnValue(atIndex: index)
    }

    /// A column as bytes; none if it is NULL.
    public func columnValue(atIndex index: Int) -> Data {
        compiledStatement.column(index).asData
    }

    /// A column as bytes; none if it is NULL.
    public func columnValue(atIndex index: Int, of type: Data.Type = Data.self) -> Data {
        columnValue(atIndex: index)
    }

    // MARK: What columns are

    /// How many columns a row has.
    public func columnCount() -> Int { compiledStatement.prepared?.columnCount ?? 0 }

    /// The name of a column; empty if there is no such column.
    public func columnName(atIndex index: Int) -> String {
        guard let prepared = compiledStatement.prepared, index >= 0, index < prepared.columnCount
        else { return "" }
        return prepared.columnName(index)
    }

    /// The number of the first column with exactly that name.
    public func index(byName name: String) -> Int? {
        guard let prepared = compiledStatement.prepared else { return nil }
        return (0..<prepared.columnCount).first {
            SQLText(prepared.columnName($0)) == SQLText(name)
        }
    }

    /// The class of a value of the current row.
    public func columnType(atIndex index: Int) -> ColumnType {
        compiledStatement.column(index).columnType
    }

    /// The class of a value of the current row, by the name of the column.
    public func columnType(byName name: String) -> ColumnType {
        index(byName: name).map { columnType(atIndex: $0) } ?? .null
    }

    /// The name in its table of a column; empty if it is computed.
    public func originalColumnName(atIndex index: Int) -> String {
        origin(index)?.origin ?? ""
    }

    /// The table of a column; empty if it is computed.
    public func columnTableName(atIndex index: Int) -> String { origin(index)?.table ?? "" }

    private func origin(_ index: Int) -> Program.Column? {
        guard let columns = compiledStatement.prepared?.program?.columns,
            columns.indices.contains(index)
        else { return nil }
        return columns[index]
    }
}
