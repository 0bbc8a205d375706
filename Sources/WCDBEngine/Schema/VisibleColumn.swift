import WCDBStorage

/// A column as expressions see it, be it of a table, of a view or of a query.
///
/// **Users.** Sources of any number of compilations, and the results of programs: an object, so
/// that whoever passes a column on copies none of its texts.
package final class VisibleColumn: Sendable {
    let name: String
    /// What names are compared by first.
    let mark: FoldedName.Mark
    let affinity: Affinity
    let collation: Collation
    let declaredType: String?
    /// The table's column that this one is, for metadata.
    let origin: (table: String, column: String)?

    init(
        name: String, affinity: Affinity, collation: Collation, declaredType: String? = nil,
        origin: (table: String, column: String)? = nil
    ) {
        self.name = name
        mark = FoldedName.Mark(name)
        self.affinity = affinity
        self.collation = collation
        self.declaredType = declaredType
        self.origin = origin
    }

    var withoutAffinity: VisibleColumn {
        VisibleColumn(
            name: name, affinity: .none, collation: collation, declaredType: declaredType,
            origin: origin)
    }
}

extension [VisibleColumn] {
    /// The place of the first column of this name.
    func index(named name: String) -> Int? { index(named: name, FoldedName.Mark(name)) }

    /// The same, by the name with its mark.
    func index(named name: String, _ mark: FoldedName.Mark) -> Int? {
        // By index: a closure would be given columns of its own, and count references to them.
        for index in indices
        where self[index].mark == mark && FoldedName.equal(self[index].name, name) {
            return index
        }
        return nil
    }
}
