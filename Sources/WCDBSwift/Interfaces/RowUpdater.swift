import WCDBEngine
import WCDBSQL

/// Updates rows with the values of an object, or with values one by one.
///
/// **Users.** The thread that has the handle.
struct RowUpdater {
    let handle: Handle
    let properties: [any PropertyConvertible]
    let table: String
    let statement: StatementUpdate

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

    func run<Object: TableEncodable>(with object: Object) throws {
        let layout = RowLayout(properties, of: Object.CodingKeys.self)
        try RowWriter(statement.statementTree, layout, table: table, on: handle).run(object)
    }

    /// Values that are missing are NULL; those that are too many are reported and passed over.
    func run(with row: [(any ColumnEncodable)?]) throws {
        let compiled = CompiledStatement(handle.connection)
        defer { withExtendedLifetime(handle) { compiled.finalize() } }
        try compiled.prepare(statement.statementTree)
        for (index, value) in row.enumerated() {
            compiled.bind(value?.archivedValue().engineValue ?? .null, at: index + 1)
        }
        _ = try compiled.step()
    }
}
