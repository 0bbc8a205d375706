import WCDBSQL

/// One named query of a WITH clause.
///
/// **Users.** One compilation. It is resolved when it is mentioned first; all mentions then share
/// the result and, in the program, its rows.
final class CommonTable {
    let name: String
    let columns: [String]
    let query: SelectStatement
    let hint: CommonTableExpression.Hint?
    /// What the WITH clause stands in: names of it may be used, names of the mention may not.
    let parent: Scope?
    /// How many common tables its own query sees: those of its WITH clause and of those around.
    var visibleCount = 0
    var shared: SharedRows?
    /// The view that it is a part of, if it is of one.
    var home: String?

    enum State {
        case idle
        /// Its query is being resolved: a mention refers to itself without end.
        case open
        /// The recursive part is being resolved: its FROM may have the rows made so far.
        case recursive([Source.Column])
    }

    var state = State.idle
    /// In the recursive part: the rows that a mention yields.
    var mentions: [Source] = []
    /// Mentions in FROM of the core that is being resolved that are still to come.
    var expectedMentions = 0

    init(_ table: CommonTableExpression, _ query: SelectStatement, parent: Scope?) {
        name = table.name.text
        columns = table.columns.map(\.name.text)
        hint = table.hint
        self.query = query
        self.parent = parent
    }
}

/// A query whose rows several sources read: it runs once.
final class SharedRows {
    let select: BoundSelect
    /// AS MATERIALIZED: it stays a query of its own, however it is used.
    let isMaterialized: Bool
    var mentionCount = 0

    init(_ select: BoundSelect, isMaterialized: Bool) {
        self.select = select
        self.isMaterialized = isMaterialized
    }
}
