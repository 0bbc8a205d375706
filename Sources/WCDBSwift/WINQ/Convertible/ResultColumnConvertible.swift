/// What can stand in the list of results: any expression, or a ``ResultColumn`` with its alias.
public protocol ResultColumnConvertible {
    /// The result column.
    func asResultColumn() -> ResultColumn
}
