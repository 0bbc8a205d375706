import WCDBEngine
import WCDBSQL

/// A change, and the query in it: the rows that an INSERT takes from one, or those that an UPDATE
/// or DELETE finds. Where the query may have another answer than SQLite's, SQLite can be given the
/// rows that were found here, and must do with them what was done here.
struct ChangeQuery {
    /// The query alone.
    let query: String
    private let change: Statement

    /// Nil if a statement has none that can be asked alone.
    init?(_ sql: String) {
        var parser = Parser(sql)
        guard let parsed = try? parser.nextStatement() else { return nil }
        change = parsed.statement
        switch parsed.statement {
        case .insert(let insert):
            guard case .select(var select)? = insert.source else { return nil }
            if select.with == nil { select.with = insert.with }
            query = Statement.select(select).sql
        case .update(let update):
            guard update.from == nil, update.limit == nil else { return nil }
            query = ChangeQuery.rowids(of: update.table, update.condition, update.with)
        case .delete(let delete):
            guard delete.limit == nil else { return nil }
            query = ChangeQuery.rowids(of: delete.table, delete.condition, delete.with)
        default: return nil
        }
    }

    private static func rowids(
        of table: TableReference, _ condition: Expression?, _ with: WithClause?
    ) -> String {
        let rowid = ResultColumn(.column(ColumnReference(Name("rowid"))))
        var body = SelectBody([rowid], from: JoinClause(.table(table)))
        body.condition = condition
        var select = SelectStatement(.select(body))
        select.with = with
        return Statement.select(select).sql
    }

    /// Whether it is an UPDATE that may look at what it has changed already.
    var looksAgain: Bool {
        guard case .update(let update) = change else { return false }
        return update.condition?.sql.contains("SELECT") == true
    }

    /// The change with rows, which have `width` values each, in the place of its query.
    func given(_ rows: [[Value]], width: Int) -> String? {
        switch change {
        case .insert(var insert):
            guard let rows = ChangeQuery.select(ChangeQuery.query(of: rows, width)) else {
                return nil
            }
            insert.source = .select(rows)
            return Statement.insert(insert).sql
        case .update(var update):
            update.condition = ChangeQuery.isAmong(rows)
            return Statement.update(update).sql
        case .delete(var delete):
            delete.condition = ChangeQuery.isAmong(rows)
            return Statement.delete(delete).sql
        default: return nil
        }
    }

    /// A query that gives certain rows.
    private static func query(of rows: [[Value]], _ width: Int) -> String {
        let lists = rows.map { row in "(" + row.map(literal).joined(separator: ", ") + ")" }
        guard lists.isEmpty else { return "VALUES " + lists.joined(separator: ", ") }
        // VALUES has a row at least.
        let nulls = Array(repeating: "NULL", count: width).joined(separator: ", ")
        return "SELECT \(nulls) WHERE 0"
    }

    private static func isAmong(_ rows: [[Value]]) -> Expression? {
        let list = rows.map { literal($0[0]) }.joined(separator: ", ")
        guard case .select(let body)? = select("SELECT 1 WHERE rowid IN (\(list))")?.first else {
            return nil
        }
        return body.condition
    }

    private static func select(_ sql: String) -> SelectStatement? {
        var parser = Parser(sql)
        guard let parsed = try? parser.nextStatement(), case .select(let select) = parsed.statement
        else { return nil }
        return select
    }

    /// Texts byte by byte: both sides get them as they are.
    private static func literal(_ value: Value) -> String {
        switch value {
        case .null: Literal.null.sql
        case .integer(let integer): integer == .min ? "(-1 - \(Int64.max))" : String(integer)
        case .real(let real): Literal.real(real).sql
        case .text(let bytes): "CAST(\(Literal.blob(bytes).sql) AS TEXT)"
        case .blob(let bytes): Literal.blob(bytes).sql
        }
    }
}
