package import WCDBSQL
import WCDBStorage

extension Connection {
    /// Prepares the first statement of a text; nil if there is none.
    package func prepare(_ sql: String) throws(EngineError) -> PreparedSQL? {
        var parser = Parser(sql)
        do {
            guard let parsed = try parser.nextStatement() else { return nil }
            return try prepare(parsed.statement, text: Array(sql.utf8))
        } catch let error as ParseError {
            throw .syntax(error)
        } catch let error as EngineError {
            throw error
        } catch {
            throw .error("\(error)")
        }
    }

    package func prepare(
        _ statement: Statement, text: [UInt8]?
    ) throws(EngineError) -> PreparedSQL {
        do {
            let prepared = try PreparedSQL(self, statement, text: text)
            try endStatement()
            return prepared
        } catch {
            try? endStatement()
            throw error
        }
    }

    /// Runs all statements of a text; rows are passed over.
    package func execute(_ sql: String) throws(EngineError) {
        var parser = Parser(sql)
        let text = Array(sql.utf8)
        while true {
            let parsed: ParsedStatement?
            do {
                parsed = try parser.nextStatement()
            } catch {
                throw .syntax(error)
            }
            guard let parsed else { return }
            let statement = try prepare(parsed.statement, text: text)
            while try statement.step() {}
        }
    }

    func compile(_ statement: Statement, text: [UInt8]?) throws(EngineError) -> Program {
        for database in databases {
            try beginReading(database)
            database.refresh()
        }
        let binder = makeBinder()
        binder.text = text
        var compiler = Compiler(functions: functions) { [unowned self] in estimate($0) }
        compiler.statistics = { [unowned self] in statistics(of: $0) }
        compiler.countsVisits = countsVisits
        compiler.resolve = { binder.resolve($0, for: $1) }
        var columns: [Program.Column] = []
        switch statement {
        case .select(let select):
            let bound = try binder.bind(select, parent: nil)
            columns = bound.columns.map {
                Program.Column(
                    name: $0.name, declaredType: $0.declaredType, table: $0.origin?.table,
                    origin: $0.origin?.column, database: $0.origin == nil ? nil : "main")
            }
            try compiler.compile(bound, to: .result)
        case .insert(let insert):
            try compiler.compile(insert, binder: binder)
            columns = compiler.returningColumns.map { Program.Column(name: $0.name) }
        case .update(let update):
            try compiler.compile(update, binder: binder)
            columns = compiler.returningColumns.map { Program.Column(name: $0.name) }
        case .delete(let delete):
            try compiler.compile(delete, binder: binder)
            columns = compiler.returningColumns.map { Program.Column(name: $0.name) }
        default: throw .error("not a statement with a program")
        }
        compiler.program.emit(.halt)
        compiler.program.finish()
        return Program(
            compiler.program, columns: columns, parameters: binder.parameters,
            schemaVersion: schemaVersion)
    }

    /// How many rows a table has: every tree knows.
    func estimate(_ table: TableSchema) -> Double {
        let transaction = databases[table.database].transaction
        guard let count = try? transaction.rowidTree(table.tree).count() else { return 100 }
        return Double(count)
    }

    func didChange(_ count: Int64, inTriggers: Int64) {
        changeCount = count
        totalChangeCount += count + inTriggers
        environment.changeCount = count
        environment.totalChangeCount = totalChangeCount
    }
}
