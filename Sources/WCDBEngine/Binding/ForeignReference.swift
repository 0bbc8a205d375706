import WCDBSQL
import WCDBStorage

/// A foreign key with both its tables, its columns resolved.
package final class ForeignReference: Sendable {
    let child: TableSchema
    let parent: TableSchema
    /// Its number among those of the child.
    let number: Int
    /// The columns that refer, and those that are referred to, -1 being the rowid.
    let childColumns: [Int]
    let parentColumns: [Int]
    /// How a row's own key is compared with those of parents: as the parent does.
    let comparisons: [Comparison]
    /// How a parent's key is compared with those that refer to it: as two columns are.
    let referringComparisons: [Comparison]
    /// The same for the rule RESTRICT: as with OLD in a trigger, where the child's column decides
    /// unless the parent's is its rowid.
    let restrictingComparisons: [Comparison]

    /// Throws if the parent's columns are no key of it.
    init(
        _ number: Int, of child: TableSchema, to parent: TableSchema
    ) throws(EngineError) {
        self.number = number
        self.child = child
        self.parent = parent
        let key = child.foreignKeys[number]
        let mismatch = EngineError.error(
            "foreign key mismatch - \"\(child.name)\" referencing \"\(key.reference.table.text)\"")
        childColumns = child.columns(ofKey: number)
        var names = key.reference.columns.map(\.name.text)
        if names.isEmpty {
            names = parent.columns.filter { $0.primaryKeyPosition > 0 }
                .sorted { $0.primaryKeyPosition < $1.primaryKeyPosition }.map(\.name)
        }
        guard names.count == childColumns.count, !names.isEmpty else { throw mismatch }
        var columns: [Int] = []
        for name in names {
            guard
                let column = parent.columns.firstIndex(where: {
                    FoldedName.equal($0.name, name)
                })
            else { throw mismatch }
            columns.append(column == parent.rowidColumn ? -1 : column)
        }
        parentColumns = columns
        guard parent.isKey(columns) else { throw mismatch }
        comparisons = columns.map {
            $0 < 0
                ? Comparison(affinity: .integer, collation: .binary)
                : Comparison(
                    affinity: parent.columns[$0].affinity,
                    collation: parent.columns[$0].collation)
        }
        referringComparisons = zip(childColumns, comparisons).map { column, comparison in
            let affinity = column < 0 ? Affinity.integer : child.columns[column].affinity
            return Comparison(
                affinity: .ofComparison(comparison.affinity, affinity),
                collation: comparison.collation)
        }
        restrictingComparisons = zip(zip(childColumns, columns), comparisons).map {
            pair, comparison in
            let affinity = pair.0 < 0 ? Affinity.integer : child.columns[pair.0].affinity
            let old = pair.1 < 0 ? Affinity.integer : .none
            return Comparison(
                affinity: .ofComparison(old, affinity), collation: comparison.collation)
        }
    }

    var key: ForeignKey { child.foreignKeys[number].reference }

    func action(onUpdate: Bool) -> ForeignKey.Action { key.action(onUpdate: onUpdate) }

    var isDeferred: Bool { child.foreignKeys[number].isDeferred }

    var childNames: [String] {
        childColumns.map { column in
            let index = column < 0 ? child.rowidColumn : column
            return index.map { child.columns[$0].name } ?? "rowid"
        }
    }

    var parentNames: [String] {
        parentColumns.map { column in
            let index = column < 0 ? parent.rowidColumn : column
            return index.map { parent.columns[$0].name } ?? "rowid"
        }
    }
}

/// A foreign key that names a table as its parent, which may not fit.
package struct ReferringKey: Sendable {
    /// What it means, or why it means nothing.
    let reference: Result<ForeignReference, EngineError>
    let isDeferred: Bool
    /// The parent's columns that it names, as far as they are there.
    let parentColumns: [Int]

    init(_ number: Int, of child: TableSchema, to parent: TableSchema) {
        isDeferred = child.foreignKeys[number].isDeferred
        do throws(EngineError) {
            let found = try ForeignReference(number, of: child, to: parent)
            reference = .success(found)
            parentColumns = found.parentColumns
        } catch {
            reference = .failure(error)
            let names = child.foreignKeys[number].reference.columns
            parentColumns = parent.columns.indices.filter { index in
                let column = parent.columns[index]
                return names.isEmpty
                    ? column.primaryKeyPosition > 0
                    : names.contains { FoldedName.equal($0.name.text, column.name) }
            }
        }
    }
}

extension TableSchema.ForeignKeyConstraint {
    /// Whether it is looked at when the transaction ends, not the statement.
    var isDeferred: Bool {
        reference.deferral?.isDeferrable == true && reference.deferral?.initially == .deferred
    }
}

extension TableSchema {
    /// The columns of a foreign key, -1 being the rowid.
    func columns(ofKey number: Int) -> [Int] {
        foreignKeys[number].columns.map { name in
            let column = column(named: name) ?? -1
            return column == rowidColumn ? -1 : column
        }
    }

    func refersToItself(_ number: Int) -> Bool {
        FoldedName.equal(foreignKeys[number].reference.table.text, name)
    }

    /// Whether these columns, in any order, are the primary key or unique, compared as the columns
    /// themselves are.
    fileprivate func isKey(_ columns: [Int]) -> Bool {
        if columns == [-1] { return !isWithoutRowid }
        return indexes.contains { index in
            guard index.isUnique, index.condition == nil, index.columns.count == columns.count
            else { return false }
            return index.columns.allSatisfy { column in
                guard case .column(let number) = column.content else { return false }
                return columns.contains(number)
                    && column.collation.name == self.columns[number].collation.name
            }
        }
    }
}

extension ForeignKey {
    /// What happens to rows that refer to one that changes; of two rules the last counts.
    func action(onUpdate: Bool) -> Action {
        rules.compactMap { rule -> Action? in
            switch rule {
            case .onUpdate(let action): onUpdate ? action : nil
            case .onDelete(let action): onUpdate ? nil : action
            }
        }.last ?? .noAction
    }
}
