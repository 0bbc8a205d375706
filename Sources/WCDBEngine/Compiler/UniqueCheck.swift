import WCDBSQL

/// A row that is about to be written, as far as others may be in its way.
struct UniqueCheck {
    let changed: ChangedTable
    /// The registers of its columns, and of its rowid.
    let first: Int
    let rowid: Int
    /// The rowid of the row that is being updated, which does not conflict with itself.
    var oldRowid: Int?
    /// No other row has the rowid, or the key of a table without.
    var isKeyFree = false
    /// What the statement says of conflicts.
    let conflict: ConflictAction?
    /// Where to go on if the row is left out.
    let skip: ProgramBuilder.Label
    var upserts: [BoundUpsert] = []
    /// The columns that an UPDATE names; nil for a new row.
    var targets: [Int]?

    /// What a conflict does, once statement and constraint are weighed.
    func action(_ constraint: ConflictAction?) -> ConflictAction {
        conflict ?? constraint ?? .abort
    }

    /// An UPDATE that leaves the rowid alone cannot meet another row.
    var mayMeetRowid: Bool {
        !changed.table.isWithoutRowid && targets?.contains(-1) ?? true
    }

    /// Whether the rowid is asked behind the indexes: whatever removes rows comes last, so that a
    /// failure of another finds them there.
    var isRowidLast: Bool {
        if let upsert = upserts.first, !upsert.meets(nil) { return true }
        return action(changed.table.rowidConflict) == .replace && conflict != .replace
            && !upserts.contains { $0.meets(nil) }
    }

    /// The indexes that the row may be refused by, in the order in which they are asked, each with
    /// its cursor.
    var indexes: [(IndexSchema, Int)] {
        guard changed.table.hasUniqueIndex else { return [] }
        // The youngest index is asked first.
        var indexes = zip(changed.table.indexes, changed.indexCursors).filter {
            $0.0.isUnique && changed.table.mayMove($0.0, targets)
                && !(isKeyFree && $0.0 === changed.table.keyOfRows)
        }
        indexes.reverse()
        let ranked = indexes.enumerated().sorted {
            (rank($0.element.0), $0.offset) < (rank($1.element.0), $1.offset)
        }
        return ranked.map(\.element)
    }

    /// What clauses of ON CONFLICT name comes before all else, in their order.
    private func rank(_ index: IndexSchema) -> Int {
        if let clause = upserts.firstIndex(where: { $0.names(index) }) { return clause }
        // Whatever the statement says, those that were made to REPLACE wait to the end.
        return index.conflict == .replace ? .max : upserts.count
    }
}
