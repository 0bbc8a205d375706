import WCDBEngine
import WCDBSQL

/// Makes a table what a binding says: creates it, or adds what is missing to the one that is there.
///
/// Types and constraints of columns that are there are never changed, and nothing is dropped.
struct TableCreation {
    let handle: Handle
    let table: String
    let outline: TableOutline

    private var connection: PooledConnection { handle.connection }
    private var name: Name { Name(anySpelling: table) }
    private var tableInMain: QualifiedName { QualifiedName(name, schema: Name("main")) }

    func run() throws {
        for remark in outline.remarks { report(.Warning, .Misuse, remark, nil) }
        guard outline.problems.isEmpty else {
            throw report(.Error, .Misuse, outline.problems.joined(separator: "; "), nil)
        }
        if try connection.hasTable(tableInMain) {
            try addColumns()
        } else {
            try connection.run(.createTable(outline.createTable(table)))
        }
        if outline.isAutoIncrementForExistingTable {
            try connection.makeAutoIncrement(tableInMain)
        }
        for index in outline.createIndexes(on: table) {
            try connection.run(.createIndex(index))
        }
    }

    private func addColumns() throws {
        let present = try connection.columns(of: tableInMain)
        // As the engine compares names: only letters of ASCII have two cases.
        let known = Set(present.map { FoldedName.key($0) })
        for column in outline.columns
        where !known.contains(FoldedName.key(column.name.name.text)) {
            try connection.run(.alterTable(AlterTableStatement(tableInMain, .addColumn(column))))
        }
        let wanted = Set(outline.columns.map { FoldedName.key($0.name.name.text) })
        for column in present where !wanted.contains(FoldedName.key(column)) {
            guard !column.hasPrefix("WCDB_CT_") else { continue }
            report(.Notice, .Mismatch, "Skip column", column)
        }
    }

    @discardableResult
    private func report(
        _ level: WCDBError.Level, _ code: WCDBError.Code, _ message: String, _ column: String?
    ) -> WCDBError {
        var more: WCDBError.ExtInfos = ["Table": Value(table)]
        if let column { more["Column"] = Value(column) }
        return connection.report(
            WCDBError(
                code, message, level: level, path: connection.path, tag: connection.tag,
                source: "Native", extInfos: more))
    }
}
