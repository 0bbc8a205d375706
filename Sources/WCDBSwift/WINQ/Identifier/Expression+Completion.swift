import WCDBSQL

// CAST, EXISTS, and the calls that complete IN and LIKE.

extension Expression {
    /// The beginning of a CAST, completed by `as`.
    ///
    /// ```swift
    /// Expression.cast(Column(named: "a")).as(.text)  // CAST(a AS TEXT)
    /// ```
    public static func cast(_ expressionConvertible: any ExpressionConvertible) -> Expression {
        Expression(tree: .cast(CastOperation(expressionConvertible.tree, as: nil)))
    }

    /// The type of a CAST.
    ///
    /// ```swift
    /// Expression.cast(Note.Properties.title).as(.integer64)  // CAST(title AS INTEGER)
    /// ```
    @discardableResult
    public func `as`(_ type: ColumnType) -> Expression {
        if case .cast(let cast) = tree {
            tree = .cast(CastOperation(cast.operand, as: type.tree))
        }
        return self
    }

    /// Whether the query has rows.
    ///
    /// ```swift
    /// Expression.exists(StatementSelect().select(1).from("notes"))  // EXISTS(SELECT 1 FROM notes)
    /// ```
    public static func exists(_ select: StatementSelect) -> Expression {
        Expression(tree: .exists(SubqueryTree(select.selectTree)))
    }

    /// Whether the query has no rows.
    ///
    /// ```swift
    /// Expression.notExists(StatementSelect().select(1).from("notes"))
    /// // NOT EXISTS(SELECT 1 FROM notes)
    /// ```
    public static func notExists(_ select: StatementSelect) -> Expression {
        Expression(tree: .unary(.not, .exists(SubqueryTree(select.selectTree))))
    }

    /// The character that takes its meaning from the wildcard behind it.
    ///
    /// ```swift
    /// Column(named: "a").like("50\\%").escape("\\")  // a LIKE '50\%' ESCAPE '\'
    /// ```
    @discardableResult
    public func escape(_ expressionConvertible: any ExpressionConvertible) -> Expression {
        if case .pattern(let match) = tree {
            tree = .pattern(match.with(escape: expressionConvertible.tree))
        }
        return self
    }

    /// The schema of the table or the table function behind IN.
    ///
    /// ```swift
    /// Note.Properties.id.inTable("pinned").schema("backup")  // id IN backup.pinned
    /// ```
    @discardableResult
    public func schema(_ schemaConvertible: any SchemaConvertible) -> Expression {
        guard case .membership(let test) = tree else { return self }
        let schema = schemaConvertible.schemaName
        switch test.candidates {
        case .table(let table):
            replaceCandidates(of: test, by: .table(QualifiedName(table.name, schema: schema)))
        case .function(let function, let arguments):
            let name = QualifiedName(function.name, schema: schema)
            replaceCandidates(of: test, by: .function(name, arguments))
        case .list, .select: break
        }
        return self
    }

    func replaceCandidates(of test: Membership, by candidates: Membership.Candidates) {
        tree = .membership(Membership(isNegated: test.isNegated, test.subject, candidates))
    }
}
