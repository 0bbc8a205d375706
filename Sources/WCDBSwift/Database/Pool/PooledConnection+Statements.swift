import WCDBSQL

extension PooledConnection {
    /// Prepares the main statement, which callers share.
    func prepareMain(_ syntax: StatementSyntax, checks: Bool = false) throws(WCDBError) {
        if main.isPrepared { core.misuse("Last statement is not finalized.") }
        let tree = try tree(of: syntax)
        if checks { try main.prepareAndCheck(tree) } else { try main.prepare(tree) }
    }

    /// The tree of a statement that can be run, as far as the builder knows.
    func tree(of syntax: StatementSyntax) throws(WCDBError) -> StatementTree {
        guard let problem = syntax.problem else { return syntax.tree }
        let sql = syntax.written ?? syntax.tree.sql
        var extInfos: WCDBError.ExtInfos = [:]
        if let offset = syntax.offset { extInfos.note(place: offset, in: sql) }
        throw report(
            WCDBError(.Error, problem, sql: sql, path: path, tag: tag, extInfos: extInfos))
    }
}
