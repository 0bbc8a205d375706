import WCDBSQL

// Functions of full-text search. The column that is searched is their first argument.

extension ExpressionFunctionOperable {
    /// `matchinfo(a)`
    public func matchinfo() -> Expression { call("matchinfo") }

    /// `offsets(a)`
    public func offsets() -> Expression { call("offsets") }

    /// `snippet(a)`
    public func snippet() -> Expression { call("snippet") }

    /// `bm25(a)`
    public func bm25() -> Expression { call("bm25") }

    /// `highlight(a)`
    public func highlight() -> Expression { call("highlight") }

    /// `substring_match_info(a)`
    public func substringMatchInfo() -> Expression { call("substring_match_info") }
}
