import WCDBSQL

/// What an INSERT does with each of its rows, decided once.
///
/// **Users.** One compilation.
final class InsertPlan {
    let changed: ChangedTable
    /// For each value of a row the column it goes to; -1 is the rowid.
    let targets: [Int]
    let conflict: ConflictAction?
    let binder: Binder
    var upserts: [BoundUpsert] = []
    /// One row is put in, and nothing else happens.
    var isAlone = false

    init(
        _ changed: ChangedTable, targets: [Int], conflict: ConflictAction?, binder: Binder
    ) {
        self.changed = changed
        self.targets = targets
        self.conflict = conflict
        self.binder = binder
    }

    /// Whether a row may be in the way: of one whose number is new only another key can be.
    var mayConflict: Bool {
        targets.contains { $0 < 0 || $0 == changed.table.rowidColumn }
            || changed.table.indexes.contains(where: \.isUnique)
    }

    /// Whether a row may have to make way: none does that an upsert is about.
    var mayReplace: Bool {
        mayConflict
            && !upserts.contains { upsert in
                if case .any = upsert.target { true } else { false }
            }
    }
}
