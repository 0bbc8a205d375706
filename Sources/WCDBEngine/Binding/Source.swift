import WCDBSQL
import WCDBStorage

/// One table, view or sub-query of a FROM clause, or the OLD and NEW of a trigger: what columns
/// of expressions refer to, by identity.
final class Source {
    enum Content {
        case table(TableSchema)
        case select(BoundSelect)
        /// What a function makes of arguments, which may be columns of sources before it.
        case function(TableFunctionSchema, [Scalar])
        /// The values lie in registers, the rowid in the first; set by whoever compiles it.
        case registers
    }

    typealias Column = VisibleColumn

    let alias: String
    /// What names of tables are compared with first.
    private let mark: FoldedName.Mark
    /// Another name for it: that of the table, where RETURNING has the alias.
    @exclusivity(unchecked) var otherName: String?
    let database: String?
    /// A function may be given its arguments by WHERE.
    @exclusivity(unchecked) var content: Content
    let columns: [Column]
    /// The cursor that stands on its current row; set by the compiler.
    @exclusivity(unchecked) var cursor = -1
    /// A cursor on the table that is open already; set by the compiler.
    @exclusivity(unchecked) var openCursor: Int?
    /// The cursor of the index that leads to its rows, if one does; set by the compiler.
    @exclusivity(unchecked) var indexCursor: Int?
    /// If the rows are in registers: the one before the first column.
    @exclusivity(unchecked) var firstRegister = -1
    /// If the row is a copy of one in registers: where that one is.
    @exclusivity(unchecked) var givenRegister = -1
    /// The rows are made one by one, as the loop asks for them, and lie in registers.
    @exclusivity(unchecked) var isCoroutine = false
    /// What is done for its rows is a subroutine, because several loops find them: where the place
    /// to go back to is kept; set by the compiler.
    @exclusivity(unchecked) var returnRegister: Int?
    /// Of the right side of an outer join that is found by lists of values: 1 once the row of NULLs
    /// takes part, behind which no further value is looked for; set by the compiler.
    @exclusivity(unchecked) var nullRowRegister: Int?
    /// The number in its FROM clause; set by the planner.
    @exclusivity(unchecked) var place = -1
    /// If the rows are in registers: the column that is the rowid.
    @exclusivity(unchecked) var rowidColumn: Int?
    /// An index that has everything of this row that is asked for; read instead of the table.
    @exclusivity(unchecked) var covering: IndexSchema?
    /// If its rows were put aside: where each column is in them.
    @exclusivity(unchecked) var positions: ColumnPositions?
    /// Columns that a USING or NATURAL join shows once: hidden in `*` here.
    @exclusivity(unchecked) var hiddenColumns: Set<Int> = []
    /// Columns of a function that are its arguments: no star shows them, and no NATURAL join.
    @exclusivity(unchecked) var argumentColumns: Set<Int> = []
    /// Columns that expressions use.
    @exclusivity(unchecked) var usedColumns = ColumnSet()
    @exclusivity(unchecked) var indexing = TableReference.Indexing.free
    /// Of a join in parentheses: the table that each column is of, by which it may be called.
    @exclusivity(unchecked) var parts: [(alias: String, database: String?)]?
    /// Of a join in parentheses with a name: what each column is called behind that name, as those
    /// of a query are; nil for one that it does not show.
    @exclusivity(unchecked) var ownNames: [String?]?
    /// Of a join in parentheses: columns that a name alone does not mean, because a join in it has
    /// merged another one of that name. A star shows them.
    @exclusivity(unchecked) var besideShared: Set<Int> = []
    /// Its columns are called with its name before them only: NEW, OLD, `excluded`.
    @exclusivity(unchecked) var isQualifiedOnly = false
    /// No name of a database stands before it: it is a row at hand, or what a query makes.
    @exclusivity(unchecked) var isOutsideDatabases = false
    /// Its values are compared as those of expressions are: `excluded`.
    @exclusivity(unchecked) var isPlain = false
    @exclusivity(unchecked) var hasRowid = true
    /// Behind its columns its rows have their numbers.
    @exclusivity(unchecked) var isNumbered = false
    /// The rows that it shares with other sources.
    @exclusivity(unchecked) var shared: SharedRows?
    /// What the values of generated columns are computed from, where they are not stored.
    @exclusivity(unchecked) var generated: [Int: Scalar] = [:]

    init(alias: String, database: String? = nil, content: Content, columns: [Column]) {
        self.alias = alias
        mark = FoldedName.Mark(alias)
        self.database = database
        self.content = content
        self.columns = columns
    }

    convenience init(table: TableSchema, alias: String?, database: String? = nil) {
        self.init(
            alias: alias ?? table.name, database: database, content: .table(table),
            columns: table.visibleColumns)
    }

    /// Forgets where an earlier compilation of the query that it is in found its values: one query
    /// of FROM may be compiled twice.
    func forgetPlace() {
        if case .registers = content { return }
        covering = nil
        positions = nil
        indexCursor = nil
        nullRowRegister = nil
        isCoroutine = false
        firstRegister = -1
    }

    var table: TableSchema? {
        if case .table(let table) = content { return table }
        return nil
    }

    /// The column that a name means: a second one where a join in parentheses has it twice.
    func column(
        named name: String, _ mark: FoldedName.Mark, table: String?, database: String?
    ) -> (first: Int, second: Int?)? {
        if let parts {
            // A table in it goes before its own name.
            let found = column(named: name, table: table, database: database, among: parts)
            guard found == nil, database == nil, let table, hasName(table) else { return found }
            return column(ownName: name).map { ($0, nil) }
        }
        if let table {
            guard hasName(table), mayBe(in: database) else { return nil }
        } else if isQualifiedOnly {
            return nil
        }
        return column(named: name, mark).map { ($0, nil) }
    }

    private func column(
        named name: String, table: String?, database: String?,
        among parts: [(alias: String, database: String?)]
    ) -> (first: Int, second: Int?)? {
        let found = columns.indices.filter { index in
            guard FoldedName.equal(columns[index].name, name) else { return false }
            guard let table else {
                return !hiddenColumns.contains(index) && !besideShared.contains(index)
            }
            guard FoldedName.equal(parts[index].alias, table) else { return false }
            guard let database else { return true }
            return parts[index].database.map { FoldedName.equal($0, database) } ?? false
        }
        return found.first.map { ($0, found.count > 1 ? found[1] : nil) }
    }

    /// Of a join in parentheses with a name: what a name behind that one means.
    func column(ownName name: String) -> Int? {
        ownNames?.firstIndex { $0.map { FoldedName.equal($0, name) } ?? false }
    }

    /// Whether a table's name, of which this is the mark, may be one of its own.
    func mayBeCalled(_ name: FoldedName.Mark) -> Bool {
        name == mark || otherName != nil || parts != nil
    }

    func isCalled(_ table: String) -> Bool {
        guard let parts else { return hasName(table) }
        return ownNames != nil && hasName(table)
            || parts.contains { FoldedName.equal($0.alias, table) }
    }

    /// A query of the statement is in no database. A row that a definition is about may be in any:
    /// CHECK takes every name before that of its table.
    private func mayBe(in database: String?) -> Bool {
        guard let database else { return true }
        if isOutsideDatabases { return false }
        if let own = self.database { return FoldedName.equal(own, database) }
        if case .select = content { return false }
        return true
    }

    private func hasName(_ name: String) -> Bool {
        FoldedName.equal(alias, name) || otherName.map { FoldedName.equal($0, name) } ?? false
    }

    /// Whether a star behind a name shows a column: of a join in parentheses, what is called by
    /// that name, or that of a table in it, which goes before.
    func shows(_ column: Int, behind name: String) -> Bool {
        guard let parts else { return true }
        if parts.contains(where: { FoldedName.equal($0.alias, name) }) {
            return FoldedName.equal(parts[column].alias, name)
        }
        return ownNames.map { $0[column] != nil } ?? false
    }

    /// What a star calls a column: that of a join in parentheses with a name as behind that name.
    func starName(of column: Int, behind table: String?) -> String {
        let name = columns[column].name
        if let table, let parts, FoldedName.equal(parts[column].alias, table) { return name }
        return ownNames?[column] ?? name
    }

    /// Whether a name with this table before it, or none, may be one of its columns.
    func isMeant(by table: String?) -> Bool { table.map(isCalled) ?? !isQualifiedOnly }

    func column(named name: String) -> Int? { column(named: name, FoldedName.Mark(name)) }

    private func column(named name: String, _ mark: FoldedName.Mark) -> Int? {
        if let index = columns.index(named: name, mark) { return index }
        switch content {
        case .table(let table): return table.isRowid(name) ? -1 : nil
        case .registers: return hasRowid && FoldedName.isRowid(name) ? -1 : nil
        case .select, .function: return nil
        }
    }

    /// The name with which a column was declared; that of a rowid by whatever name it is called.
    func declaredName(of column: Int) -> String {
        if column >= 0 { return columns[column].name }
        return (table?.rowidColumn ?? rowidColumn).map { columns[$0].name } ?? "rowid"
    }

    /// Whether its rows depend on the current rows of other sources.
    var isLateral: Bool {
        guard case .function(_, let arguments) = content else { return false }
        return arguments.contains { !$0.isConstant }
    }

    func affinity(_ column: Int) -> Affinity { column < 0 ? .integer : columns[column].affinity }
    /// Nil for a rowid, under any name: it leaves the choice to the other side of a comparison.
    func collation(_ column: Int) -> Collation? {
        if column < 0 || column == table?.rowidColumn ?? rowidColumn { return nil }
        return columns[column].collation
    }
}
