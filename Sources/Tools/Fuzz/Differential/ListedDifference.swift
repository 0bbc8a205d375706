/// Differences that `Spec/compatibility.md` lists, as far as they can be told from an outcome.
enum ListedDifference {
    /// Why the outcomes of a statement may differ; nil if they may not. `script`: what was run
    /// before; `shown`: the difference, as it would be reported; `asked`: what SQLite says of
    /// another text.
    static func reason(
        _ sql: String, ours: StatementOutcome, theirs: StatementOutcome,
        script: some Sequence<String>, shown: (ours: String, theirs: String),
        asked: (String) -> StatementOutcome
    ) -> String? {
        if isHalfDone(ours, theirs) { return "half done by SQLite" }
        if isUnseen(sql, ours, theirs, asked) { return "not looked at by SQLite" }
        if sql.hasPrefix("ALTER"), isAboutTrigger(ours.message) { return "refused, not by SQLite" }
        if sql.hasPrefix("ALTER"), !ours.failed, isUnsaid(theirs.message) {
            return "refused by SQLite without a reason"
        }
        if isBlindForView(sql, ours, theirs, asked) { return "a view that SQLite can read" }
        if sql.hasPrefix("ALTER"), isAboutOthers(ours, theirs) { return "ALTER beside mistakes" }
        if isAnotherMistake(ours, theirs) || isAnotherKey(sql, ours, theirs) {
            return "another of several mistakes"
        }
        if isOncePerRow(sql, ours, theirs) { return "computed once by SQLite" }
        if sql.contains("RETURNING"), !ours.failed, !theirs.failed, ours != theirs,
            OutcomeComparison.looseRows(ours) == OutcomeComparison.looseRows(theirs)
        {
            return "integers that are REAL"
        }
        if isNumbered(ours, theirs) { return "names that SQLite numbers" }
        if comparesReturned(sql, ours, theirs) { return "compared without affinity by SQLite" }
        if sql.hasPrefix("DETACH"), !ours.failed, theirs.message.hasSuffix(" is locked") {
            return "detached although it was read"
        }
        // Both refuse: SQLite looks at all keys that refer to the table first.
        if ours.failed, theirs.message.hasPrefix("foreign key mismatch") { return "refused" }
        if isRowidRenamed(sql, shown) { return "rowid renamed by SQLite" }
        if isHidingRenamed(sql, script, shown) { return "renamed with what hides it by SQLite" }
        if isSoughtInKey(sql, ours, script, asked) || isLimitedInKey(sql, ours, asked) {
            return "sought in a key by SQLite"
        }
        if isMovedBefore(sql, ours, asked) { return "moved before it was changed" }
        if isSoughtByPattern(sql, ours, asked) { return "sought by a pattern by SQLite" }
        if mixesCollations(sql, asked) { return "compared by one of two collations by SQLite" }
        if isAsGiven(sql, script, shown) { return "excluded as it was given by SQLite" }
        // Bytes of a blob became text, and that a blob again.
        let replacement = "efbfbd"
        let isReplaced = shown.ours.lowercased().contains(replacement)
        if isReplaced, !shown.theirs.lowercased().contains(replacement) {
            return "no UTF-8 for SQLite"
        }
        if theirs.message == "no query solution", !isStrange(ours) { return "no plan for SQLite" }
        if leavesOrphan(ours, theirs, asked) { return "an orphan that SQLite leaves" }
        let corrupt: Int32 = 11
        if theirs.code == corrupt, !isStrange(ours) { return "malformed for SQLite" }
        let pinned: Int32 = 2835
        if theirs.code == pinned, !ours.failed { return "pinned by SQLite" }
        return nil
    }

    /// SQLite keeps the rows before one whose rowid is no integer, or that does not fit a STRICT
    /// table, and what triggers did before they went too deep. When rowids have run out, it may end
    /// the transaction.
    private static func isHalfDone(_ ours: StatementOutcome, _ theirs: StatementOutcome) -> Bool {
        let full: Int32 = 13
        let mismatch: Int32 = 20
        let datatype: Int32 = 3091
        return ours.code == theirs.code
            && (ours.code == mismatch || ours.code == datatype || ours.code == full
                || ours.message == "too many levels of trigger recursion")
    }

    /// What a step of a trigger fills would no longer be there, or is not there now.
    private static func isAboutTrigger(_ message: String) -> Bool {
        message.hasPrefix("error in trigger ") && message.contains("after drop column")
            || message.hasSuffix("values were supplied")
            || message.contains(" has no column named ")
            || message.hasPrefix("cannot INSERT into generated column")
    }

    /// A trigger or view has a mistake, which SQLite refuses to leave as it is. Where both refuse,
    /// they may find another one first.
    private static func isAboutOthers(
        _ ours: StatementOutcome, _ theirs: StatementOutcome
    ) -> Bool {
        if !ours.failed { return theirs.message.hasPrefix("error in trigger ") }
        return theirs.message.hasPrefix("error in ")
            && (ours.message.hasPrefix("error in ") || ours.message.hasPrefix("cannot drop "))
    }

    /// Both refuse, and what is found first here is not what SQLite finds first: a name that is not
    /// there, a row that does not fit a STRICT table, or a parent that is missing.
    private static func isAnotherMistake(
        _ ours: StatementOutcome, _ theirs: StatementOutcome
    ) -> Bool {
        guard ours.failed, theirs.failed else { return false }
        let datatype: Int32 = 3091
        let orphan: Int32 = 787
        if [datatype, orphan].contains(where: { ours.code == $0 || theirs.code == $0 }) {
            return isConstraint(ours) && isConstraint(theirs)
        }
        let generic: Int32 = 1
        return ours.code == generic && theirs.code == generic
            && (isMissing(ours) || ours.message.contains(" has no column named "))
    }

    private static func isConstraint(_ outcome: StatementOutcome) -> Bool {
        let constraint: Int32 = 19
        return outcome.code & 0xFF == constraint
    }

    /// Triggers of the rows that REPLACE removes brought several of its keys back.
    private static func isAnotherKey(
        _ sql: String, _ ours: StatementOutcome, _ theirs: StatementOutcome
    ) -> Bool {
        let keys: [Int32] = [1555, 2067, 2579]
        return sql.contains("REPLACE") && keys.contains(ours.code) && keys.contains(theirs.code)
    }

    /// Comparisons of one column by different collations, which OR joins and SQLite takes for a
    /// list with one collation. With another condition between them it does not.
    private static func mixesCollations(
        _ sql: String, _ asked: (String) -> StatementOutcome
    ) -> Bool {
        guard sql.contains(" OR "), sql.contains("COLLATE"),
            let select = sql.firstRange(of: /\bSELECT\b/)
        else { return false }
        let query = String(sql[select.lowerBound...])
        let apart = query.replacing(" OR ", with: " OR 1 IS 2 OR ")
        let (listed, single) = (asked(query), asked(apart))
        return !listed.failed && !single.failed && listed.rows.count != single.rows.count
    }

    /// A value of `excluded` that has no affinity when it is the rowid that collides, or that of a
    /// generated column, which SQLite takes for REAL where another column is, and divides as such.
    private static func isAsGiven(
        _ sql: String, _ script: some Sequence<String>, _ shown: (ours: String, theirs: String)
    ) -> Bool {
        guard sql.contains("DO UPDATE"), sql.contains("excluded") else { return false }
        let divides =
            sql.contains("/") && script.contains { $0.contains("REAL") }
            && script.contains(where: definesGenerated)
        let (ours, theirs) = (fields(shown.ours), fields(shown.theirs))
        guard ours.count == theirs.count else { return false }
        return zip(ours, theirs).allSatisfy { (here, there) in
            guard here != there else { return true }
            guard let number = Double(here), let other = Double(there) else { return false }
            return number == other || divides && number == other.rounded(.towardZero)
        }
    }

    private static func definesGenerated(_ sql: String) -> Bool {
        (sql.hasPrefix("CREATE ") || sql.hasPrefix("ALTER ")) && !sql.contains(" VIEW ")
            && sql.contains(/\bAS ?\(/)
    }

    /// The values of shown rows without the quotes of texts.
    private static func fields(_ rows: String) -> [String] {
        rows.split { "|,[]\"".contains($0) }.map { $0.filter { $0 != "'" && $0 != "\\" } }
    }

    /// A row whose parent is not there, of which a trigger of REPLACE keeps SQLite from knowing.
    private static func leavesOrphan(
        _ ours: StatementOutcome, _ theirs: StatementOutcome,
        _ asked: (String) -> StatementOutcome
    ) -> Bool {
        let orphan: Int32 = 787
        return ours.code == orphan && !theirs.failed
            && !asked("PRAGMA foreign_key_check").rows.isEmpty
    }

    /// The same rows; a column out of a join in parentheses got a name like `a:1`.
    private static func isNumbered(_ ours: StatementOutcome, _ theirs: StatementOutcome) -> Bool {
        guard !ours.failed, !theirs.failed, ours.names != theirs.names,
            OutcomeComparison.looseRows(ours) == OutcomeComparison.looseRows(theirs)
        else { return false }
        return theirs.names.map { $0.replacing(/:\d+$/, with: "") } == ours.names
    }

    /// A column that CASE or BETWEEN compares, whose affinity its RETURNING does not know.
    private static func comparesReturned(
        _ sql: String, _ ours: StatementOutcome, _ theirs: StatementOutcome
    ) -> Bool {
        guard !ours.failed, !theirs.failed, ours.rows.count == theirs.rows.count,
            let returning = sql.firstRange(of: "RETURNING")
        else { return false }
        return sql[returning.upperBound...].contains(/\bCASE (?!WHEN\b)|\bBETWEEN\b/)
    }

    /// A temporary trigger or table is in the way, and SQLite does not say how.
    private static func isUnsaid(_ message: String) -> Bool {
        message.hasPrefix("error in ") && message.hasSuffix(" after rename: ")
    }

    /// Its ALTER looks in vain for columns within the parentheses of a join. Its queries find them.
    private static func isBlindForView(
        _ sql: String, _ ours: StatementOutcome, _ theirs: StatementOutcome,
        _ asked: (String) -> StatementOutcome
    ) -> Bool {
        let fault =
            /error in view (\w+)(?: after \w+)?: (?:no such column:|cannot join using column)/
        guard sql.hasPrefix("ALTER"), !ours.failed,
            let view = theirs.message.prefixMatch(of: fault)?.1
        else { return false }
        return !asked("SELECT * FROM \(view) LIMIT 0").failed
    }

    /// The texts are the same once `rowid` has the new name of the column that it is.
    private static func isRowidRenamed(
        _ sql: String, _ shown: (ours: String, theirs: String)
    ) -> Bool {
        guard sql.hasPrefix("ALTER"), let name = sql.split(separator: " ").last else {
            return false
        }
        let rowid = /_rowid_|rowid|oid/.ignoresCase()
        let renamed = shown.ours.replacing(rowid, with: name)
        let theirs = shown.theirs.replacing(rowid, with: name)
        return renamed == theirs && shown.ours != shown.theirs
    }

    /// A temporary table that hides another one is renamed, and temporary triggers of the other
    /// one name the new name from then on. Nothing else differs.
    private static func isHidingRenamed(
        _ sql: String, _ script: some Sequence<String>, _ shown: (ours: String, theirs: String)
    ) -> Bool {
        let rename = /ALTER TABLE (?:temp ?\. ?)?(\w+) RENAME TO (\w+)/
        guard let names = sql.wholeMatch(of: rename)?.output, shown.ours != shown.theirs,
            script.contains(where: { $0.hasPrefix("CREATE TEMP TRIGGER") }),
            script.contains(where: { isTemporary(names.1, in: $0) }),
            !shown.ours.contains(/'(?:table|index|view)\\?'\|/)
        else { return false }
        let quotes: Set<Character> = ["\"", "\\"]
        let (ours, theirs) = (shown.ours, shown.theirs.filter { !quotes.contains($0) })
        return ours.replacing(names.1, with: names.2).filter { !quotes.contains($0) } == theirs
    }

    /// Whether a statement makes a temporary table of that name.
    private static func isTemporary(_ name: Substring, in sql: String) -> Bool {
        let made = /CREATE (?:TEMP TABLE|TABLE temp ?\.)(?: IF NOT EXISTS)? ?(\w+)/
        return sql.prefixMatch(of: made)?.1 == name
    }

    /// A row value is sought in the rows of a table WITHOUT ROWID, or together with a rowid in an
    /// index: SQLite finds NULL in a key, and does not find a text that looks like a number. A
    /// LIMIT keeps it from looking there: then it says what is said here.
    private static func isSoughtInKey(
        _ sql: String, _ ours: StatementOutcome, _ script: some Sequence<String>,
        _ asked: (String) -> StatementOutcome
    ) -> Bool {
        let row = /(?:^|\W)\([^()]*,[^()]*\) (?:NOT )?IN \( ?(SELECT [^()]*FROM ([^()]*))\)/
        guard let match = sql.firstMatch(of: row) else { return false }
        let words = match.2.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
        let isKeyed = script.contains { statement in
            statement.contains("WITHOUT ROWID")
                && words.contains { statement.prefix(while: { $0 != "(" }).hasSuffix($0) }
        }
        let hasRowid = match.1.contains(/\b(rowid|oid|_rowid_)\b/)
        guard isKeyed || hasRowid, !match.1.contains("LIMIT") else { return false }
        let comparison = OutcomeComparison(of: sql)
        guard comparison.isQuery else { return true }
        let query = match.1
        let unhurried =
            sql[..<query.startIndex] + "SELECT * FROM (\(query)) LIMIT -1" + sql[query.endIndex...]
        return comparison.difference(ours, asked(String(unhurried))) == nil
    }

    /// Rows of a table WITHOUT ROWID that LIMIT picks are sought in the same way.
    private static func isLimitedInKey(
        _ sql: String, _ ours: StatementOutcome, _ asked: (String) -> StatementOutcome
    ) -> Bool {
        guard !isStrange(ours), let limit = sql.ranges(of: " LIMIT ").last,
            !sql[limit.upperBound...].contains(")"), let table = changedTable(of: sql)
        else { return false }
        let width = "(SELECT max(pk) FROM pragma_table_info('\(table)'))"
        let query = "SELECT 1 FROM \(list) WHERE name = '\(table)' AND wr AND \(width) > 1"
        return !asked(query).rows.isEmpty
    }

    /// An error that no statement should end with, whatever it says.
    private static func isStrange(_ outcome: StatementOutcome) -> Bool {
        let constraint: Int32 = 19
        return outcome.failed && outcome.code & 0xFF != constraint
    }

    /// A BEFORE trigger may have changed the key of the row that a statement is about to change.
    private static func isMovedBefore(
        _ sql: String, _ ours: StatementOutcome, _ asked: (String) -> StatementOutcome
    ) -> Bool {
        guard !isStrange(ours), let table = changedTable(of: sql) else { return false }
        let event = sql.prefix { $0 != " " }
        let pattern = "%BEFORE \(event)%BEGIN%UPDATE%\(table)%"
        let trigger = "type = 'trigger' AND tbl_name = '\(table)' AND sql LIKE '\(pattern)'"
        return !asked(
            """
            SELECT 1 FROM \(list) WHERE name = '\(table)' AND wr AND EXISTS (
                SELECT 1 FROM sqlite_master WHERE \(trigger)
                UNION ALL SELECT 1 FROM sqlite_temp_master WHERE \(trigger))
            """
        ).rows.isEmpty
    }

    private static let list = "pragma_table_list"

    /// The table that an UPDATE or DELETE changes.
    private static func changedTable(of sql: String) -> Substring? {
        let change = /(?:UPDATE(?: OR \w+)?|DELETE FROM) (?:\w+ ?\. ?)?(\w+)/
        return sql.prefixMatch(of: change)?.1
    }

    /// LIKE on the right side of a LEFT JOIN, which SQLite turns into a range. Of texts that are
    /// put together it makes none.
    private static func isSoughtByPattern(
        _ sql: String, _ ours: StatementOutcome, _ asked: (String) -> StatementOutcome
    ) -> Bool {
        guard !ours.failed, sql.contains(" LIKE "), sql.contains("LEFT ") else { return false }
        let unsought = sql.replacing(/( NOT)? LIKE\b/) { match in " || ''\(match.1 ?? "") LIKE" }
        return OutcomeComparison(of: sql).rowDifference(ours, asked(unsought)) == nil
    }

    /// A query in DO UPDATE, which SQLite runs for the first row only.
    private static func isOncePerRow(
        _ sql: String, _ ours: StatementOutcome, _ theirs: StatementOutcome
    ) -> Bool {
        // One row has no second. What was computed for another row may collide with a key.
        guard !ours.failed, ours.changes > 1, !theirs.failed || isConstraint(theirs),
            let update = sql.firstRange(of: "DO UPDATE")
        else { return false }
        return sql[update.upperBound...].contains("SELECT ")
    }

    /// A DO UPDATE that no key can lead to may name what is not there, and what stands left of
    /// `IN ()` or beside `AND 0`: where nothing hides it, SQLite does not find it, either.
    private static func isUnseen(
        _ sql: String, _ ours: StatementOutcome, _ theirs: StatementOutcome,
        _ asked: (String) -> StatementOutcome
    ) -> Bool {
        let generic: Int32 = 1
        guard theirs.code != generic, isMissing(ours) else { return false }
        if sql.contains("DO UPDATE") { return true }
        return HiddenNames.revealed(sql).map { isMissing(asked($0)) } ?? false
    }

    private static func isMissing(_ outcome: StatementOutcome) -> Bool {
        outcome.message.hasPrefix("no such ")
            || outcome.message.hasPrefix("ambiguous column name")
    }
}
