import WCDBEngine
import WCDBSQL

/// Updates rows with the values of an object, or with values one by one.
///
/// **Users.** The thread that has the connection, whose handle the caller keeps.
enum RowUpdater {
    /// `UPDATE t SET c1 = ?1, c2 = ?2 …`
    static func statement(
        _ properties: [any PropertyConvertible], table: String
    ) -> StatementUpdate {
        let statement = StatementUpdate().update(table: table)
        for (index, property) in properties.enumerated() {
            let number = Int32(truncatingIfNeeded: index + 1)
            statement.set(property.asColumn()).to(BindParameter(number))
        }
        return statement
    }

    static func update<Object: TableEncodable>(
        _ table: String, _ properties: [any PropertyConvertible], with object: Object,
        _ filter: RowFilter, _ connection: PooledConnection
    ) throws {
        let keys = Object.CodingKeys.self
        let statement = try lend(
            .properties(properties), keys, table, properties, filter, connection)
        defer { statement.rest() }
        try RowWriter(statement, ColumnLayout(properties, of: keys)).run(object)
    }

    static func update(
        _ table: String, _ properties: [any PropertyConvertible],
        with row: [(any ColumnEncodable)?], _ filter: RowFilter, _ connection: PooledConnection
    ) throws {
        let columns = properties.map { ResultTree(.column($0.columnTree)) }
        let statement = try lend(
            .results(distinct: false, columns), ShelfKeys.self, table, properties, filter,
            connection)
        defer { statement.rest() }
        try statement.compiled.bind(row: row, to: properties.count)
        _ = try statement.compiled.step()
    }

    private static func lend(
        _ wanted: WantedColumns, _ type: any CodingTableKey.Type, _ table: String,
        _ properties: [any PropertyConvertible], _ filter: RowFilter,
        _ connection: PooledConnection
    ) throws -> ShelvedStatement {
        try connection.lend(
            .update, wanted, of: type, table: table, filter, parameters: properties.count
        ) { statement(properties, table: table).statementTree }
    }
}

extension CompiledStatement {
    /// The first parameters, one for each of `count` columns. Values that are missing are NULL;
    /// those that are too many are reported and passed over.
    func bind(row: [(any ColumnEncodable)?], to count: Int) throws(WCDBError) {
        for index in 0..<count {
            guard index < row.count, let value = row[index] else {
                bind(.null, at: index + 1)
                continue
            }
            let archived = value.archivedValue()
            if let problem = Value.jsonProblem(of: value, storedAs: archived) {
                throw connection.core.misuse("\(problem) (value \(index + 1) of \(sql))")
            }
            bind(archived.engineValue, at: index + 1)
        }
        for _ in row.dropFirst(count) {
            _ = connection.failure(.sql(.range, "column index out of range"), sql: sql)
        }
    }
}
