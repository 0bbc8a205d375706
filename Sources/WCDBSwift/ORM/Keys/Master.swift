/// An object of a database: what a row of its table `sqlite_master` says.
///
/// ```swift
/// let tables: [Master] = try database.getObjects(
///     fromTable: Master.builtinTableName, where: Master.Properties.type == "table")
/// ```
public struct Master: TableCodable {
    /// The name of the table.
    ///
    /// ```swift
    /// let names = try database.getColumn(
    ///     on: Master.Properties.name, fromTable: Master.builtinTableName,
    ///     where: Master.Properties.type == "index")
    /// ```
    public static let builtinTableName: String = "sqlite_master"

    /// `table`, `index`, `view` or `trigger`
    ///
    /// ```swift
    /// let views: [Master] = try database.getObjects(
    ///     fromTable: Master.builtinTableName, where: Master.Properties.type == "view")
    /// ```
    public var type: String?
    /// The name of the object.
    ///
    /// ```swift
    /// let tables: [Master] = try database.getObjects(
    ///     fromTable: Master.builtinTableName, where: Master.Properties.type == "table")
    /// for table in tables { print(table.name ?? "") }
    /// ```
    public var name: String?
    /// The name of the table that it belongs to.
    ///
    /// ```swift
    /// // The indexes of a table.
    /// let indexes: [Master] = try database.getObjects(
    ///     fromTable: Master.builtinTableName,
    ///     where: Master.Properties.tableName == "notes" && Master.Properties.type == "index")
    /// ```
    public var tableName: String?
    /// The number of its tree.
    ///
    /// 0 for views and triggers, which have none.
    ///
    /// ```swift
    /// let object: Master? = try database.getObject(
    ///     fromTable: Master.builtinTableName, where: Master.Properties.name == "notes")
    /// let tree = object?.rootpage
    /// ```
    public var rootpage: Int?
    /// The statement that made it.
    ///
    /// ```swift
    /// let object: Master? = try database.getObject(
    ///     fromTable: Master.builtinTableName, where: Master.Properties.name == "authors")
    /// object?.sql  // CREATE TABLE authors(id INTEGER PRIMARY KEY, name TEXT)
    /// ```
    public var sql: String?

    /// The columns of the table.
    ///
    /// ```swift
    /// Master.Properties.all.map(\.name)  // ["type", "name", "tbl_name", "rootpage", "sql"]
    /// ```
    public enum CodingKeys: String, CodingTableKey {
        /// What the columns are of.
        ///
        /// ```swift
        /// Master.CodingKeys.type.rootType == Master.CodingKeys.Root.self  // true
        /// ```
        public typealias Root = Master
        /// How the type and the table belong together.
        ///
        /// ```swift
        /// let binding: TableBinding<Master.CodingKeys> = Master.CodingKeys.objectRelationalMapping
        /// ```
        public static let objectRelationalMapping = TableBinding(CodingKeys.self)
        case type
        case name
        case tableName = "tbl_name"
        case rootpage
        case sql
    }

    /// An object about which nothing is said.
    ///
    /// ```swift
    /// var view = Master()
    /// view.type = "view"
    /// view.name = "recent"
    /// ```
    public init() {}
}
