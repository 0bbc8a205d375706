/// Anything that can begin the definition of a column.
///
/// ```swift
/// Column(named: "size").asDef(with: .float).makeNotNull()  // size REAL NOT NULL
/// ```
public protocol SpecificColumnDefConvertible {
    /// The definition of the column with that type.
    func asDef(with columnType: ColumnType?) -> ColumnDef
}
