/// An object of a database: what a row of its table `sqlite_master` says.
///
/// ```swift
/// let tables: [Master] = try database.getObjects(
///     fromTable: Master.builtinTableName, where: Master.Properties.type == "table")
/// ```
public struct Master: TableCodable {
    /// The name of the table.
    public static let builtinTableName: String = "sqlite_master"

    /// `table`, `index`, `view` or `trigger`
    public var type: String?
    /// The name of the object.
    public var name: String?
    /// The name of the table that it belongs to.
    public var tableName: String?
    /// The number of its tree.
    public var rootpage: Int?
    /// The statement that made it.
    public var sql: String?

    /// The columns of the table.
    public enum CodingKeys: String, CodingTableKey {
        /// What the columns are of.
        public typealias Root = Master
        /// How the type and the table belong together.
        public static let objectRelationalMapping = TableBinding(CodingKeys.self)
        case type
        case name
        case tableName = "tbl_name"
        case rootpage
        case sql
    }

    /// An object about which nothing is said.
    public init() {}
}
