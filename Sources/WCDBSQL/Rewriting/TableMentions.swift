/// Where a definition means a table: its names are followed through the scopes of its queries, so
/// that an alias, a common table expression and a table of another database with the same name are
/// left alone.
///
/// **Users.** ALTER TABLE RENAME TO. CREATE VIEW and CREATE TRIGGER ask which databases are named.
package struct TableMentions {
    /// What stands in a FROM clause under the name that is looked for.
    enum Namesake {
        case table
        /// An alias, a query, or what stands in front of the columns of a common table expression.
        case alias
        /// A table of another database.
        case foreign
    }

    /// What one FROM clause has.
    struct Frame {
        var named: [Namesake] = []
        /// Something has the name that the table gets.
        var hasNewName = false

        static func += (frame: inout Frame, other: Frame) {
            frame.named += other.named
            frame.hasNewName = frame.hasNewName || other.hasNewName
        }
    }

    /// Which names without a database in front are in that of the table.
    package struct BareNames: OptionSet, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The table that a trigger watches.
        package static let watched = BareNames(rawValue: 1)
        /// All others.
        package static let others = BareNames(rawValue: 2)
        package static let all: BareNames = [.watched, .others]
    }

    private let table: [UInt8]
    private let newName: [UInt8]?
    /// The database that the table is in; nil: no matter.
    private let database: [UInt8]?
    private let bareNames: BareNames
    /// The scopes around, the nearest last.
    private var frames: [Frame] = []
    /// How many of the WITH clauses around have the name.
    private var hidingClauses = 0
    /// How many of them have the name that the table gets.
    private var capturingClauses = 0
    /// Somewhere the new name would mean something else.
    package private(set) var isCaptured = false
    /// Somewhere the name stands without a database in front.
    package private(set) var hasBareNames = false
    /// Byte offsets of the names that mean the table.
    package private(set) var offsets: Set<Int> = []
    /// Names of databases in front of tables, in the order of the text.
    package private(set) var databases: [String] = []

    package init(
        of table: String, in database: String? = nil, renamedTo newName: String? = nil,
        bareNames: BareNames = .all, _ definition: Statement
    ) {
        self.table = TableMentions.fold(table)
        self.newName = newName.map(TableMentions.fold)
        self.database = database.map(TableMentions.fold)
        self.bareNames = bareNames
        note(definition)
    }

    private static func fold(_ name: String) -> [UInt8] {
        name.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 + 0x20 : $0 }
    }

    // MARK: Tables

    /// A name where only a table can stand, whatever WITH clauses there are. Returns whether it is
    /// this one.
    @discardableResult
    mutating func noteTarget(_ name: QualifiedName, isWatched: Bool = false) -> Bool {
        note(schemaOf: name)
        guard means(name, isWatched ? .watched : .others) else { return false }
        note(name)
        return true
    }

    /// A name that may be that of a common table expression. Returns whether it is the table.
    @discardableResult
    mutating func noteSource(_ name: QualifiedName) -> Bool {
        note(schemaOf: name)
        guard name.schema != nil || hidingClauses == 0, means(name, .others) else { return false }
        note(name)
        if name.schema == nil, capturingClauses > 0 { isCaptured = true }
        return true
    }

    mutating func note(schemaOf name: QualifiedName) {
        if let schema = name.schema { databases.append(schema.text) }
    }

    private mutating func note(_ name: QualifiedName) {
        if name.schema == nil { hasBareNames = true }
        note(name.name)
    }

    private mutating func note(_ name: Name) {
        if name.offset != .max { offsets.insert(Int(name.offset)) }
    }

    func isCalled(_ name: Name) -> Bool { TableMentions.fold(name.text) == table }

    func isCalledAnew(_ name: Name) -> Bool {
        newName.map { TableMentions.fold(name.text) == $0 } ?? false
    }

    private func means(_ name: QualifiedName, _ place: BareNames) -> Bool {
        guard isCalled(name.name) else { return false }
        guard let schema = name.schema else { return bareNames.contains(place) }
        return database == nil || TableMentions.fold(schema.text) == database
    }

    // MARK: Columns

    /// A table in front of a column is the nearest one around that has the name.
    mutating func noteQualifier(of column: ColumnReference) {
        guard let table = column.table else { return }
        if isCalledAnew(table), isCapturing { isCaptured = true }
        guard isCalled(table) else { return }
        let schema = column.schema.map { TableMentions.fold($0.text) }
        guard schema == nil || database == nil || schema == database else { return }
        let place = frames.lastIndex { frame in
            frame.named.contains { schema == nil || $0 != .foreign }
        }
        guard let place else { return }
        let named = frames[place].named
        // What was of several together, or of whichever had the column, would be of one.
        if named.contains(.table), named.contains(.alias) || column.isAll && named.count > 1 {
            isCaptured = true
        }
        guard named.first(where: { schema == nil || $0 != .foreign }) == .table else { return }
        note(table)
        if schema == nil, frames[place...].contains(where: \.hasNewName) { isCaptured = true }
    }

    /// Whether the table is nearer than what has its new name now.
    private var isCapturing: Bool {
        guard let table = frames.lastIndex(where: { $0.named.contains(.table) }) else {
            return false
        }
        return table >= frames.lastIndex(where: \.hasNewName) ?? 0
    }

    // MARK: Scopes

    /// `body` is within a scope that has this in its FROM clause.
    mutating func within(_ frame: Frame, _ body: (inout TableMentions) -> Void) {
        frames.append(frame)
        body(&self)
        frames.removeLast()
    }

    /// `body` is where the tables of a WITH clause are seen; they see each other.
    mutating func within(_ with: WithClause?, _ body: (inout TableMentions) -> Void) {
        guard let with else { return body(&self) }
        let outside = (hidingClauses, capturingClauses)
        if with.tables.contains(where: { isCalled($0.name) }) { hidingClauses += 1 }
        if with.tables.contains(where: { isCalledAnew($0.name) }) { capturingClauses += 1 }
        for table in with.tables {
            if let query = table.query { note(query.select) }
        }
        body(&self)
        (hidingClauses, capturingClauses) = outside
    }
}
