import WCDBEngine
import WCDBSQL

/// Adds columns that a statement expects of a type, and its table does not have yet: when a program
/// got a new version, and forgot to create its tables again.
///
/// That happens only if the column came from the keys of a type, only one table can be meant, and
/// that table has at least half of the type's columns, or all but one.
struct MissingColumns {
    /// A column that was missed, as the failure spells it.
    struct Missed: Hashable {
        let column: String
        /// What the statement named before the column, or the table that it fills.
        let table: String?
    }

    /// What the failure is about: the same for every failure to find the same column.
    let missed: Missed
    private let connection: PooledConnection
    private let tree: StatementTree
    /// The column that was missed, and the table that the statement named with it.
    private let name: Name
    private let qualifier: Name?

    /// Nil unless the failure is that there is no such column.
    init?(_ failure: EngineError, _ tree: StatementTree, _ connection: PooledConnection) {
        switch failure {
        case .noSuchColumn(let name, let qualifier):
            missed = Missed(column: name, table: qualifier)
            self.name = Name(name)
            // Behind the schema.
            self.qualifier = qualifier?.split(separator: ".").last.map { Name(String($0)) }
        case .noColumnToFill(let name, let table):
            missed = Missed(column: name, table: table)
            self.name = Name(name)
            qualifier = nil
        default: return nil
        }
        self.tree = tree
        self.connection = connection
    }

    /// Adds the columns; says whether the statement may be prepared now. Others may add the same
    /// ones meanwhile: what cannot be added is there, or is missed again.
    ///
    /// The failure is told first, as it is what the columns repair.
    func add(afterTelling tellFailure: () -> Void) -> Bool {
        var mentions = TreeMentions()
        mentions.search(tree)
        guard let (outline, table) = target(mentions),
            let wanted = outline.columns.first(where: { Self.isSame($0.name.name, name) }),
            Self.canBeAdded(wanted),
            let present = try? connection.columns(of: table), !present.isEmpty
        else { return false }
        let known = Set(present.map { FoldedName.key($0) })
        let missing = outline.columns.filter { !known.contains(FoldedName.key($0.name.name.text)) }
        guard missing.contains(where: { Self.isSame($0.name.name, name) }) else { return true }
        let count = outline.columns.count
        let presentCount = count - missing.count
        guard presentCount >= count - 1 || presentCount >= (count + 1) / 2 else { return false }
        tellFailure()
        for column in missing where Self.canBeAdded(column) {
            let statement = AlterTableStatement(table, .addColumn(column))
            if (try? connection.run(.alterTable(statement))) != nil { report(column, table) }
        }
        return true
    }

    /// The binding and the table that the column belongs to, if there is no doubt.
    private func target(_ mentions: TreeMentions) -> (TableOutline, QualifiedName)? {
        let columns = mentions.columns.filter { column in
            guard Self.isSame(column.name, name) else { return false }
            guard let qualifier, let table = column.table else { return true }
            return Self.isSame(qualifier, table)
        }
        let origins = columns.map { $0.origin.object as? BindingOrigin }
        guard let keys = origins.first??.keys,
            origins.allSatisfy({ $0.map { $0.keys == keys } ?? false })
        else { return nil }
        let qualifiers = Set(columns.compactMap { $0.table })
        let tables = mentions.tables.filter { table in
            qualifiers.isEmpty || qualifiers.contains { Self.isSame($0, table.name) }
        }
        guard qualifiers.count < 2, let table = tables.first,
            tables.allSatisfy({ Self.isSame($0.name, table.name) })
        else { return nil }
        return (Self.outline(keys), table)
    }

    private static func outline<Key: CodingTableKey>(_ keys: Key.Type) -> TableOutline {
        keys.objectRelationalMapping.outline
    }

    private static func isSame(_ left: Name, _ right: Name) -> Bool {
        FoldedName.equal(left.text, right.text)
    }

    /// SQL cannot add a column that is a key or unique.
    private static func canBeAdded(_ column: ColumnDefinition) -> Bool {
        !column.constraints.contains { constraint in
            switch constraint.kind {
            case .primaryKey, .unique: true
            default: false
            }
        }
    }

    private func report(_ column: ColumnDefinition, _ table: QualifiedName) {
        _ = connection.report(
            WCDBError(
                .Warning, "Auto add column", level: .Warning, path: connection.path,
                tag: connection.tag, source: "Native",
                extInfos: [
                    "Table": Value(table.name.text), "Column": Value(column.name.name.text),
                ]))
    }
}

/// The columns and tables that a tree mentions, wherever.
///
/// It looks at the tree as a debugger does: slowly, and without knowing its kinds of nodes. That is
/// good enough for statements that failed.
private struct TreeMentions {
    private(set) var columns: [ColumnReference] = []
    private(set) var tables: [QualifiedName] = []

    mutating func search(_ tree: Any) {
        // A list instead of recursion: a tree may be as deep as a thousand terms are long. Values
        // are passed over: byte by byte they would be many.
        var pending = [tree]
        var known: Set<ObjectIdentifier> = []
        while let node = pending.popLast() {
            switch node {
            case let column as ColumnReference: columns.append(column)
            case let table as TableReference: tables.append(table.name)
            case is Literal, is TreeExtent, is Name: break
            default:
                if let insert = node as? InsertStatement { tables.append(insert.table) }
                let mirror = Mirror(reflecting: node)
                if mirror.displayStyle == .class {
                    // Builders share parts.
                    guard known.insert(ObjectIdentifier(node as AnyObject)).inserted else {
                        continue
                    }
                }
                for part in mirror.children { pending.append(part.value) }
            }
        }
    }
}
