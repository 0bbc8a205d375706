import WCDBSQL

// Functions of full-text search. The column that is searched is their first argument.

extension ExpressionFunctionOperable {
    /// `matchinfo(a)`
    ///
    /// ```swift
    /// Column(named: "notes").matchinfo()  // matchinfo(notes)
    /// ```
    public func matchinfo() -> Expression { call("matchinfo") }

    /// `offsets(a)`
    ///
    /// ```swift
    /// Column(named: "notes").offsets()  // offsets(notes)
    /// ```
    public func offsets() -> Expression { call("offsets") }

    /// `snippet(a)`
    ///
    /// ```swift
    /// Column(named: "notes").snippet()  // snippet(notes)
    /// ```
    public func snippet() -> Expression { call("snippet") }

    /// `bm25(a)`
    ///
    /// ```swift
    /// let found = Column(named: "notes")
    /// StatementSelect().select(Column.all()).from("notes").where(found.match("milk"))
    ///     .order(by: found.bm25())
    /// // SELECT * FROM notes WHERE notes MATCH 'milk' ORDER BY bm25(notes)
    /// ```
    public func bm25() -> Expression { call("bm25") }

    /// `highlight(a)`
    ///
    /// ```swift
    /// Column(named: "notes").highlight()  // highlight(notes)
    /// ```
    public func highlight() -> Expression { call("highlight") }

    /// `substring_match_info(a)`
    ///
    /// ```swift
    /// Column(named: "notes").substringMatchInfo()  // substring_match_info(notes)
    /// ```
    public func substringMatchInfo() -> Expression { call("substring_match_info") }
}
