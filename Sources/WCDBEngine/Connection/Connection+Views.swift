import WCDBSQL
import WCDBStorage

/// CREATE VIEW.
extension Connection {
    func run(
        _ create: CreateViewStatement, text: [UInt8]?
    ) throws(EngineError) {
        let name = create.name.name.text
        let database = try home(create.name, isTemporary: create.isTemporary)
        try requireUnreserved(name)
        guard try isFree(create.name, ifNotExists: create.ifNotExists, database) else { return }
        let sql = definition("CREATE VIEW ", create.name.name, .createView(create), text: text)
        try requireNoParameter(sql, "parameters are not allowed in views")
        try requireOwnTables(.createView(create), "view \(name)", database)
        try changing(database) { () throws(EngineError) in
            _ = try add(.init(kind: .view, name: name, tableName: name, sql: sql), database)
        }
        database.forget()
    }
}
