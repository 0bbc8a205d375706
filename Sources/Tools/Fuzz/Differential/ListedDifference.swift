import WCDBEngine

/// A difference, and whether it is one that `Spec/sqlite-differences.md` lists, as far as that can
/// be told from an outcome.
struct ListedDifference {
    let finding: Finding
    /// What SQLite says of another text before the statement.
    let before: (String) -> StatementOutcome
    /// What it says of one afterwards.
    let asked: (String) -> StatementOutcome

    var sql: String { finding.sql }
    var ours: StatementOutcome { finding.ours }
    var theirs: StatementOutcome { finding.theirs }
    var shown: (ours: String, theirs: String) { finding.shown }
    var script: [String] { finding.script }

    typealias Rule = (reason: String, applies: KeyPath<ListedDifference, Bool>)

    /// Why outcomes may differ: the first rule that applies says it.
    private static var rules: [Rule] {
        [
            ("half done by SQLite", \.isHalfDone),
            ("not looked at by SQLite", \.isUnseen),
            ("refused, not by SQLite", \.isAboutTrigger),
            ("refused by SQLite without a reason", \.isUnsaid),
            ("a view that SQLite can read", \.isBlindForView),
            ("a table that SQLite can read", \.isBlindForTable),
            ("an index of a hidden table", \.isBlindForIndex),
            ("ALTER beside mistakes", \.isAboutOthers),
            ("another of several mistakes", \.isAnotherMistake),
            ("another of several mistakes", \.isAnotherKey),
            ("computed once by SQLite", \.isOncePerRow),
            ("integers that are REAL", \.isReturnedAsInteger),
            ("not returned by SQLite", \.isUnreturned),
            ("names that SQLite numbers", \.isNumbered),
            ("compared without affinity by SQLite", \.comparesReturned),
            ("detached although it was read", \.isDetached),
            ("refused", \.isRefusedForKeys),
            ("a key that refers to nothing", \.isWaryOfKeys),
            ("rowid renamed by SQLite", \.isRowidRenamed),
            ("not renamed by SQLite", \.isLeftOfNothing),
            ("renamed with what hides it by SQLite", \.isHidingRenamed),
            ("sought in a key by SQLite", \.isLimitedInKey),
            ("moved before it was changed", \.isMovedBefore),
            ("sought by a pattern by SQLite", \.isSoughtByPattern),
            ("compared by one of two collations by SQLite", \.mixesCollations),
            ("excluded as it was given by SQLite", \.isAsGiven),
            ("excluded as it was given by SQLite", \.isRefusedAsGiven),
            ("not the nearest number of SQLite", \.isNeighbour),
            ("no UTF-8 for SQLite", \.isReplacedText),
            ("no plan for SQLite", \.isWithoutPlan),
            ("an orphan that SQLite leaves", \.leavesOrphan),
            ("malformed for SQLite", \.isMalformed),
            ("pinned by SQLite", \.isPinned),
        ]
    }

    /// Why the outcomes of the statement may differ; nil if they may not.
    var reason: String? {
        Self.rules.first { self[keyPath: $0.applies] }?.reason
    }

    /// SQLite keeps the rows before one whose rowid is no integer, or that does not fit a STRICT
    /// table, and what triggers did before they went too deep. When rowids have run out, it may end
    /// the transaction.
    var isHalfDone: Bool {
        ours.code == theirs.code
            && (ours.ended(with: .mismatch, .constraintDatatype, .full)
                || ours.message == "too many levels of trigger recursion")
    }

    /// Both refuse, and what is found first here is not what SQLite finds first: a name that is not
    /// there, a row that does not fit a STRICT table, or a parent that is missing.
    var isAnotherMistake: Bool {
        guard ours.failed, theirs.failed else { return false }
        let isOfRow = [ours, theirs].contains {
            $0.ended(with: .constraintDatatype, .constraintForeignKey)
        }
        if isOfRow { return ours.isConstraint && theirs.isConstraint }
        return ours.ended(with: .error) && theirs.ended(with: .error)
            && (ours.isMissing || ours.message.contains(" has no column named "))
    }

    /// SQLite finds no way to a query. Where that gives several columns of an UPDATE their values,
    /// it says so by counting them.
    var isWithoutPlan: Bool {
        let hasNone =
            theirs.message == "no query solution"
            || sql.contains("INDEXED BY") && sql.contains(/\b(?:RIGHT|FULL)\b/)
                && theirs.message.contains(/^\d+ columns assigned 1 values$/)
        return hasNone && !ours.isStrange
    }

    /// Triggers of the rows that REPLACE removes brought several of its keys back: triggers of one
    /// table may do so to each other.
    var isAnotherKey: Bool {
        let isOfKeys = [ours, theirs].allSatisfy {
            $0.ended(with: .constraintPrimaryKey, .constraintUnique, .constraintRowID)
        }
        guard isOfKeys else { return false }
        func table(_ message: String) -> Substring { message.prefix { $0 != "." } }
        let isOfTrigger =
            table(ours.message) == table(theirs.message)
            && script.contains { $0.hasPrefix("PRAGMA recursive_triggers") }
            && script.contains { $0.contains(" TRIGGER ") && $0.contains("REPLACE") }
        return sql.contains("REPLACE") || isOfTrigger
    }

    /// Both refuse: SQLite looks at all keys that refer to the table first.
    var isRefusedForKeys: Bool {
        ours.failed && theirs.message.hasPrefix("foreign key mismatch")
    }

    /// UPDATE OR REPLACE may have to remove rows, whatever indexes of expressions it touches: keys
    /// that refer to no key of the table are refused then.
    var isWaryOfKeys: Bool {
        sql.hasPrefix("UPDATE OR REPLACE") && !theirs.failed
            && ours.message.hasPrefix("foreign key mismatch")
            && script.contains { $0.contains(/^CREATE UNIQUE INDEX .*\( ?\(/) }
    }

    /// A row whose parent is not there, of which a trigger of REPLACE keeps SQLite from knowing.
    var leavesOrphan: Bool {
        ours.ended(with: .constraintForeignKey) && !theirs.failed
            && !asked("PRAGMA foreign_key_check").rows.isEmpty
    }

    /// SQLite says that its own file is damaged.
    var isMalformed: Bool { theirs.ended(with: .corrupt) && !ours.isStrange }

    /// REPLACE may not remove a row twice.
    var isPinned: Bool { theirs.isPinned && !ours.failed }

    /// A database that a query still reads.
    var isDetached: Bool {
        sql.hasPrefix("DETACH") && !ours.failed && theirs.message.hasSuffix(" is locked")
    }

    /// A DO UPDATE that no key can lead to may name what is not there, and what stands left of
    /// `IN ()` or beside `AND 0`: where nothing hides it, SQLite does not find it, either.
    var isUnseen: Bool {
        guard !theirs.ended(with: .error), ours.isMissing else { return false }
        if sql.contains("DO UPDATE") { return true }
        return HiddenNames.revealed(sql).map { asked($0).isMissing } ?? false
    }
}
