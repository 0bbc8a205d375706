import WCDBSQL

/// Anything that can be looked for in a list, the result of a query, a table, or a table function.
///
/// ```swift
/// Column(named: "id").in(1, 2, 3)          // id IN(1, 2, 3)
/// Column(named: "id").notInTable("hidden")  // id NOT IN hidden
/// ```
public protocol ExpressionInOperable: ExpressionConvertible {}

extension ExpressionInOperable {
    /// `a IN f()`. Arguments are appended with `arguments`, a schema is set with `schema`.
    ///
    /// ```swift
    /// Note.Properties.id.in(function: "generate_series").arguments(1, 9)
    /// // id IN generate_series(1, 9)
    /// ```
    public func `in`(function: String) -> Expression {
        membership(.function(QualifiedName(Name(spelling: function)), []))
    }

    /// `a NOT IN f()`
    ///
    /// ```swift
    /// Note.Properties.title.notIn(function: "json_each").arguments("[\"Tea\"]")
    /// // title NOT IN json_each('["Tea"]')
    /// ```
    public func notIn(function: String) -> Expression {
        membership(.function(QualifiedName(Name(spelling: function)), []), isNot: true)
    }

    /// `a IN t`
    ///
    /// ```swift
    /// Note.Properties.id.inTable("pinned")  // id IN pinned
    /// ```
    public func inTable(_ name: String) -> Expression {
        membership(.table(QualifiedName(Name(anySpelling: name))))
    }

    /// `a NOT IN t`
    ///
    /// ```swift
    /// Note.Properties.id.notInTable("pinned")  // id NOT IN pinned
    /// ```
    public func notInTable(_ name: String) -> Expression {
        let table = Name(anySpelling: name)
        return membership(.table(QualifiedName(table)), isNot: true)
    }

    /// `a IN(SELECT …)`
    ///
    /// ```swift
    /// let authors = StatementSelect().select(Author.Properties.id).from("authors")
    /// Note.Properties.author.in(authors)  // author IN(SELECT id FROM authors)
    /// ```
    public func `in`(_ statementSelect: StatementSelect) -> Expression {
        membership(.select(SubqueryTree(statementSelect.selectTree)))
    }

    /// `a NOT IN(SELECT …)`
    ///
    /// ```swift
    /// let authors = StatementSelect().select(Author.Properties.id).from("authors")
    /// Note.Properties.author.notIn(authors)  // author NOT IN(SELECT id FROM authors)
    /// ```
    public func notIn(_ statementSelect: StatementSelect) -> Expression {
        membership(.select(SubqueryTree(statementSelect.selectTree)), isNot: true)
    }

    /// `a IN(b, c)`
    ///
    /// ```swift
    /// Note.Properties.title.in("Milk", "Bread")  // title IN('Milk', 'Bread')
    /// ```
    public func `in`(_ expressionConvertibleList: any ExpressionConvertible...) -> Expression {
        self.in(expressionConvertibleList)
    }

    /// `a NOT IN(b, c)`
    ///
    /// ```swift
    /// Note.Properties.stars.notIn(1, 2)  // stars NOT IN(1, 2)
    /// ```
    public func notIn(_ expressionConvertibleList: any ExpressionConvertible...) -> Expression {
        notIn(expressionConvertibleList)
    }

    /// `a IN(b, c)`
    ///
    /// ```swift
    /// let ids = [7, 8, 9]
    /// Note.Properties.id.in(ids)  // id IN(7, 8, 9)
    /// ```
    public func `in`(_ expressionConvertibleList: [any ExpressionConvertible]) -> Expression {
        membership(.list(expressionConvertibleList.map(\.tree)))
    }

    /// `a NOT IN(b, c)`
    ///
    /// ```swift
    /// let hidden = ["Idea", "Draft"]
    /// Note.Properties.title.notIn(hidden)  // title NOT IN('Idea', 'Draft')
    /// ```
    public func notIn(_ expressionConvertibleList: [any ExpressionConvertible]) -> Expression {
        membership(.list(expressionConvertibleList.map(\.tree)), isNot: true)
    }

    private func membership(
        _ candidates: Membership.Candidates, isNot: Bool = false
    ) -> Expression {
        Expression(tree: .membership(Membership(isNegated: isNot, tree, candidates)))
    }
}
