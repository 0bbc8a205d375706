/// What can begin the definition of a column.
public protocol SpecificColumnDefConvertible {
    /// The definition of the column with that type.
    func asDef(with columnType: ColumnType?) -> ColumnDef
}
