public import Foundation

/// Running a prepared statement: parameters in, rows out.
///
/// Parameters count from 1, columns from 0.
///
/// ```swift
/// try handle.prepare(sql: "SELECT text, stars FROM notes WHERE id = ?")
/// handle.bind(7, toIndex: 1)
/// while try handle.step() {
///     let text: String? = handle.value(atIndex: 0)
/// }
/// handle.finalize()
/// ```
public protocol StatementInterface: AnyObject {
    /// Ends the statement, and lets go of it.
    func finalize()
    /// Goes to the next row; false when there is none. A statement that has finished starts again.
    @discardableResult
    func step() throws -> Bool
    /// Back to the start; bindings stay.
    func reset() throws
    /// Makes all parameters NULL.
    func clearBindings() throws
    /// Whether the statement leaves the database as it is.
    var isReadOnly: Bool { get }
    /// Binds one property of an object.
    ///
    /// ```swift
    /// try handle.prepare(sql: "DELETE FROM notes WHERE text = ?")
    /// try handle.bind(Note.Properties.text, of: note, toIndex: 1)
    /// ```
    func bind<TableEncodableType: TableEncodable>(
        _ propertyConvertible: any PropertyConvertible, of object: TableEncodableType,
        toIndex index: Int) throws
    /// Binds properties of an object, each to a parameter.
    ///
    /// ```swift
    /// try handle.prepare(sql: "UPDATE notes SET text = ?2 WHERE id = ?1")
    /// try handle.bind(
    ///     [(Note.Properties.id, toIndex: 1), (Note.Properties.text, toIndex: 2)], of: note)
    /// ```
    func bind<TableEncodableType: TableEncodable>(
        _ indexedPropertyConvertibleList: [(_: any PropertyConvertible, toIndex: Int)],
        of object: TableEncodableType) throws
    /// Binds properties of an object, to the parameters from the first on.
    ///
    /// ```swift
    /// try handle.prepare(sql: "UPDATE notes SET text = ?1 WHERE id = ?2")
    /// try handle.bind([Note.Properties.text, Note.Properties.id], of: note)
    /// ```
    func bind<TableEncodableType: TableEncodable>(
        _ propertyConvertibleList: [any PropertyConvertible], of object: TableEncodableType) throws
    /// Binds a value.
    func bind(_ value: (any ColumnEncodable)?, toIndex index: Int)
    /// Binds a value.
    func bind(_ value: Value, toIndex index: Int)
    /// Binds an integer.
    func bind(_ value: Int32, toIndex index: Int)
    /// Binds an integer.
    func bind(_ value: Int64, toIndex index: Int)
    /// Binds a number.
    func bind(_ value: Double, toIndex index: Int)
    /// Binds a text.
    func bind(_ value: String, toIndex index: Int)
    /// Binds bytes.
    func bind(_ value: Data, toIndex index: Int)
    /// A column of the current row as a type; nil if it is NULL.
    func value(atIndex index: Int, of type: any ColumnDecodable.Type) -> (any ColumnDecodable)?
    /// A column of the current row as a type, by its name; nil if it is NULL or not there.
    func value<ColumnDecodableType: ColumnDecodable>(
        byName name: String, of type: ColumnDecodableType.Type
    ) -> ColumnDecodableType?
    /// A column of the current row.
    func value(atIndex index: Int) -> Value
    /// All columns of the current row.
    func oneRowValue() -> OneRowValue
    /// One column of all rows that are left.
    func oneColumnValue(atIndex index: Int) throws -> OneColumnValue
    /// All rows that are left.
    func multiRowsValue() throws -> MultiRowsValue
    /// The object of the current row, whose columns are the properties in their order.
    ///
    /// ```swift
    /// try handle.prepare(StatementSelect().select(Author.Properties.all).from("authors"))
    /// try handle.step()
    /// try handle.extractObject(of: Author.self).name  // Ada
    /// ```
    func extractObject<TableDecodableType: TableDecodable>(
        on propertyConvertibleList: [any PropertyConvertible]?, of type: TableDecodableType.Type
    ) throws -> TableDecodableType
    /// The objects of all rows that are left.
    ///
    /// ```swift
    /// try handle.prepare(StatementSelect().select(Book.Properties.all).from("books"))
    /// try handle.extractAllObjects(of: Book.self).map(\.title)  // ["Notes"]
    /// ```
    func extractAllObjects<TableDecodableType: TableDecodable>(
        on propertyConvertibleList: [any PropertyConvertible]?, of type: TableDecodableType.Type
    ) throws -> [TableDecodableType]
    /// The number of the first column with exactly that name.
    func index(byName name: String) -> Int?
    /// The number of a parameter, whose name has its sign; 0 if there is none.
    func indexOf(bindParameter: String) -> Int
    /// A column as an integer, converted as SQL does.
    func columnValue(atIndex index: Int) -> Int32
    /// A column as an integer, converted as SQL does.
    func columnValue(atIndex index: Int, of type: Int32.Type) -> Int32
    /// A column as an integer, converted as SQL does.
    func columnValue(atIndex index: Int) -> Int64
    /// A column as an integer, converted as SQL does.
    func columnValue(atIndex index: Int, of type: Int64.Type) -> Int64
    /// A column as a number, converted as SQL does.
    func columnValue(atIndex index: Int) -> Double
    /// A column as a number, converted as SQL does.
    func columnValue(atIndex index: Int, of type: Double.Type) -> Double
    /// A column as a text, converted as SQL does.
    func columnValue(atIndex index: Int) -> String
    /// A column as a text, converted as SQL does.
    func columnValue(atIndex index: Int, of type: String.Type) -> String
    /// A column as bytes, converted as SQL does.
    func columnValue(atIndex index: Int) -> Data
    /// A column as bytes, converted as SQL does.
    func columnValue(atIndex index: Int, of type: Data.Type) -> Data
    /// How many columns a row has.
    func columnCount() -> Int
    /// The name of a column; empty if there is no such column.
    func columnName(atIndex index: Int) -> String
    /// The class of a value of the current row, by the name of the column.
    func columnType(byName name: String) -> ColumnType
    /// The class of a value of the current row.
    func columnType(atIndex index: Int) -> ColumnType
    /// The name in its table of a column; empty if it is computed.
    func originalColumnName(atIndex index: Int) -> String
    /// The table of a column; empty if it is computed.
    func columnTableName(atIndex index: Int) -> String
}
