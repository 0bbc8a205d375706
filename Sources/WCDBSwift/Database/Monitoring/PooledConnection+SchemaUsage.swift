import WCDBEngine

extension PooledConnection {
    /// How much there is in the catalog, for those who hear of a connection that was opened.
    func schemaUsage() -> [(key: String, count: Int64)] {
        let query = """
            SELECT sum(length(sql)), sum(type = 'table'), sum(type = 'index'),
            sum(type = 'trigger') FROM sqlite_master
            """
        // Nobody is told of this statement: it is not one of the program.
        guard let statement = try? engine.prepare(query), (try? statement.step()) == true else {
            return []
        }
        defer { statement.reset() }
        let keys = [
            Database.OperationInfoKeySchemaUsage, Database.OperationInfoKeyTableCount,
            Database.OperationInfoKeyIndexCount, Database.OperationInfoKeyTriggerCount,
        ]
        return keys.enumerated().map { ($1, statement.column($0).asInteger) }
    }
}
