public import Foundation
import WCDBEngine
import WCDBSQL
import WCDBStorage

// The current row, and all rows that are left.

extension StatementInterface where Self: RawStatementmentRepresentable {
    /// A column of the current row as a type; nil if it is NULL.
    ///
    /// The type may be known at run time only.
    ///
    /// ```swift
    /// try handle.prepare(sql: "SELECT text, stars FROM notes")
    /// let types: [any ColumnDecodable.Type] = [String.self, Double.self]
    /// while try handle.step() {
    ///     let row = types.indices.map { handle.value(atIndex: $0, of: types[$0]) }
    /// }
    /// handle.finalize()
    /// ```
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
    ///
    /// ```swift
    /// try handle.prepare(sql: "SELECT id, text AS line FROM notes")
    /// while try handle.step() {
    ///     let text = handle.value(byName: "line", of: String.self)
    /// }
    /// handle.finalize()
    /// ```
    public func value<ColumnDecodableType: ColumnDecodable>(
        byName name: String, of type: ColumnDecodableType.Type = ColumnDecodableType.self
    ) -> ColumnDecodableType? {
        index(byName: name).flatMap { value(atIndex: $0, of: type) }
    }

    /// A column of the current row.
    ///
    /// ```swift
    /// try handle.prepare(sql: "SELECT 1.5")
    /// try handle.step()
    /// let value: Value = handle.value(atIndex: 0)
    /// value.doubleValue  // 1.5
    /// ```
    public func value(atIndex index: Int) -> Value { Value(compiledStatement.column(index)) }

    /// All columns of the current row.
    ///
    /// ```swift
    /// try handle.prepare(sql: "SELECT 1, 'two'")
    /// try handle.step()
    /// handle.oneRowValue().map(\.stringValue)  // ["1", "two"]
    /// ```
    public func oneRowValue() -> OneRowValue {
        compiledStatement.values()
    }

    /// One column of all rows that are left.
    ///
    /// ```swift
    /// try handle.prepare(sql: "VALUES (1, 'one'), (2, 'two')")
    /// let texts = try handle.oneColumnValue(atIndex: 1).map(\.stringValue)  // ["one", "two"]
    /// ```
    public func oneColumnValue(atIndex index: Int) throws -> OneColumnValue {
        var values: OneColumnValue = []
        while try step() { values.append(value(atIndex: index)) }
        return values
    }

    /// All rows that are left.
    ///
    /// ```swift
    /// try handle.prepare(sql: "VALUES (1, 'one'), (2, 'two')")
    /// let rows = try handle.multiRowsValue()
    /// rows[row: 1, column: 0].intValue  // 2
    /// ```
    public func multiRowsValue() throws -> MultiRowsValue {
        var rows: MultiRowsValue = []
        while try step() { rows.append(oneRowValue()) }
        return rows
    }

    // MARK: As SQL converts

    /// A column as an integer; its lower half if it is larger.
    ///
    /// ```swift
    /// try handle.prepare(sql: "SELECT '12 apples'")
    /// try handle.step()
    /// let count: Int32 = handle.columnValue(atIndex: 0)  // 12
    /// ```
    public func columnValue(atIndex index: Int) -> Int32 {
        Int32(truncatingIfNeeded: compiledStatement.column(index).asInteger)
    }

    /// A column as an integer; its lower half if it is larger.
    ///
    /// ```swift
    /// try handle.prepare(sql: "SELECT 4294967297")
    /// try handle.step()
    /// handle.columnValue(atIndex: 0, of: Int32.self)  // 1
    /// ```
    public func columnValue(atIndex index: Int, of type: Int32.Type = Int32.self) -> Int32 {
        columnValue(atIndex: index)
    }

    /// A column as an integer; 0 if it is not a number.
    ///
    /// ```swift
    /// try handle.prepare(sql: "SELECT 2.9")
    /// try handle.step()
    /// let whole: Int64 = handle.columnValue(atIndex: 0)  // 2
    /// ```
    public func columnValue(atIndex index: Int) -> Int64 {
        compiledStatement.column(index).asInteger
    }

    /// A column as an integer; 0 if it is not a number.
    ///
    /// ```swift
    /// try handle.prepare(sql: "SELECT max(id) FROM notes")
    /// try handle.step()
    /// let last = handle.columnValue(atIndex: 0, of: Int64.self)
    /// ```
    public func columnValue(atIndex index: Int, of type: Int64.Type = Int64.self) -> Int64 {
        columnValue(atIndex: index)
    }

    /// A column as a number; 0 if it is not one.
    ///
    /// ```swift
    /// try handle.prepare(sql: "SELECT '2.50'")
    /// try handle.step()
    /// let price: Double = handle.columnValue(atIndex: 0)  // 2.5
    /// ```
    public func columnValue(atIndex index: Int) -> Double {
        compiledStatement.column(index).asReal
    }

    /// A column as a number; 0 if it is not one.
    ///
    /// ```swift
    /// try handle.prepare(sql: "SELECT 'apple'")
    /// try handle.step()
    /// handle.columnValue(atIndex: 0, of: Double.self)  // 0.0
    /// ```
    public func columnValue(atIndex index: Int, of type: Double.Type = Double.self) -> Double {
        columnValue(atIndex: index)
    }

    /// A column as a text; empty if it is NULL.
    ///
    /// ```swift
    /// try handle.prepare(sql: "SELECT 12")
    /// try handle.step()
    /// let text: String = handle.columnValue(atIndex: 0)  // 12
    /// ```
    public func columnValue(atIndex index: Int) -> String {
        compiledStatement.column(index).asString
    }

    /// A column as a text; empty if it is NULL.
    ///
    /// ```swift
    /// try handle.prepare(sql: "SELECT NULL")
    /// try handle.step()
    /// handle.columnValue(atIndex: 0, of: String.self).isEmpty  // true
    /// ```
    public func columnValue(atIndex index: Int, of type: String.Type = String.self) -> String {
        columnValue(atIndex: index)
    }

    /// A column as bytes; empty if it is NULL.
    ///
    /// ```swift
    /// try handle.prepare(sql: "SELECT x'CAFE'")
    /// try handle.step()
    /// let bytes: Data = handle.columnValue(atIndex: 0)
    /// ```
    public func columnValue(atIndex index: Int) -> Data {
        compiledStatement.column(index).asData
    }

    /// A column as bytes; empty if it is NULL.
    ///
    /// ```swift
    /// try handle.prepare(sql: "SELECT 'abc'")
    /// try handle.step()
    /// handle.columnValue(atIndex: 0, of: Data.self).count  // 3
    /// ```
    public func columnValue(atIndex index: Int, of type: Data.Type = Data.self) -> Data {
        columnValue(atIndex: index)
    }

    // MARK: What columns are

    /// How many columns a row has.
    ///
    /// ```swift
    /// try handle.prepare(sql: "SELECT 1, 2, 3")
    /// handle.columnCount()  // 3
    /// ```
    public func columnCount() -> Int { compiledStatement.prepared?.columnCount ?? 0 }

    /// The name of a column; empty if there is no such column.
    ///
    /// ```swift
    /// try handle.prepare(sql: "SELECT id, stars * 2 AS double FROM notes")
    /// (0..<handle.columnCount()).map { handle.columnName(atIndex: $0) }  // ["id", "double"]
    /// ```
    public func columnName(atIndex index: Int) -> String {
        guard let prepared = compiledStatement.prepared, index >= 0, index < prepared.columnCount
        else { return "" }
        return prepared.columnName(index)
    }

    /// The number of the first column with exactly that name.
    ///
    /// ```swift
    /// try handle.prepare(sql: "SELECT id, text FROM notes")
    /// if let place = handle.index(byName: "text") {
    ///     while try handle.step() { print(handle.value(atIndex: place).stringValue) }
    /// }
    /// ```
    public func index(byName name: String) -> Int? {
        guard let prepared = compiledStatement.prepared else { return nil }
        return (0..<prepared.columnCount).first {
            SQLText(prepared.columnName($0)) == SQLText(name)
        }
    }

    /// The class of a value of the current row.
    ///
    /// ```swift
    /// try handle.prepare(sql: "SELECT 1, 'two'")
    /// try handle.step()
    /// handle.columnType(atIndex: 1)  // text
    /// ```
    public func columnType(atIndex index: Int) -> ColumnType {
        compiledStatement.column(index).columnType
    }

    /// The class of a value of the current row, by the name of the column.
    ///
    /// ```swift
    /// try handle.prepare(sql: "SELECT NULL AS missing")
    /// try handle.step()
    /// handle.columnType(byName: "missing")  // null
    /// ```
    public func columnType(byName name: String) -> ColumnType {
        index(byName: name).map { columnType(atIndex: $0) } ?? .null
    }

    /// The name in its table of a column; empty if it is computed.
    ///
    /// ```swift
    /// try handle.prepare(sql: "SELECT text AS line FROM notes")
    /// handle.originalColumnName(atIndex: 0)  // text
    /// ```
    public func originalColumnName(atIndex index: Int) -> String {
        origin(index)?.origin ?? ""
    }

    /// The table of a column; empty if it is computed.
    ///
    /// ```swift
    /// try handle.prepare(sql: "SELECT n.text FROM notes AS n")
    /// handle.columnTableName(atIndex: 0)  // notes
    /// ```
    public func columnTableName(atIndex index: Int) -> String { origin(index)?.table ?? "" }

    private func origin(_ index: Int) -> Program.Column? {
        guard let columns = compiledStatement.prepared?.program?.columns,
            columns.indices.contains(index)
        else { return nil }
        return columns[index]
    }
}
