/// An expression written in SQL. Values in it are bound, never pasted.
///
/// ```swift
/// StatementSelect().select(Column.all()).from("people").where(sql("length(name) > \(limit)"))
/// ```
///
/// A text that is not an expression is refused when the statement is prepared.
public func sql(_ template: SQLTemplate) -> Expression {
    Expression(tree: TemplateParsing(template).expression)
}
