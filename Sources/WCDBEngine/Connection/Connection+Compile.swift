package import WCDBSQL
import WCDBStorage

/// From a text or a tree to a program, with the caches between them.
extension Connection {
    /// Prepares the first statement of a text; nil if there is none. Unless `isRemembered` says
    /// no, the program of a text that came before is remembered; with constants, by its shape.
    package func prepare(
        _ sql: String, isRemembered: Bool = true
    ) throws(EngineError) -> PreparedSQL? {
        var sql = sql
        guard isRemembered else {
            var position = 0
            guard let plan = try parse(Array(sql.utf8), from: &position) else { return nil }
            return try prepare(plan)
        }
        let known = sql.withUTF8 { plans.find(UnsafeRawBufferPointer($0)) }
        if let known { return try prepare(known) }
        let text = Array(sql.utf8)
        var position = 0
        if let prepared = prepareShape(text, from: &position) { return prepared }
        guard let plan = try parse(text, from: &position) else { return nil }
        let prepared = try prepare(plan)
        if plan.isProgram, text.withUnsafeBytes({ plans.hasCome($0) }) {
            text.withUnsafeBytes { plans.insert(plan, $0) }
        }
        return prepared
    }

    /// Prepares the statement that begins at a position of a text, and moves the position behind
    /// it; nil if there is none.
    package func prepare(
        _ text: [UInt8], from position: inout Int
    ) throws(EngineError) -> PreparedSQL? {
        if let prepared = prepareShape(text, from: &position) { return prepared }
        guard let plan = try parse(text, from: &position) else { return nil }
        return try prepare(plan)
    }

    func parse(
        _ text: [UInt8], from position: inout Int, isShape: Bool = false
    ) throws(EngineError) -> Plan? {
        var parser = numberingParser(text, from: position)
        guard let parsed = try next(&parser) else { return nil }
        parser.give(parserMemory)
        position = parsed.rest
        return Plan(
            parsed.statement, text: text, parameters: parsed.parameters, isOfShape: isShape)
    }

    package func prepare(
        _ statement: Statement, text: [UInt8]?
    ) throws(EngineError) -> PreparedSQL {
        try prepare(Plan(statement, text: text))
    }

    /// Prepares a plan that the caller keeps: it is compiled when it is prepared first, and when
    /// the schema has changed.
    ///
    /// What was compiled for the schema as this connection saw it last needs no look at the
    /// database: what others have changed since is noticed when the statement runs.
    package func prepare(_ plan: Plan) throws(EngineError) -> PreparedSQL {
        guard plan.isProgram else { return PreparedSQL(self, plan, nil) }
        if let program = plan.program, program.schemaVersion == schemaVersion {
            return PreparedSQL(self, plan, program)
        }
        do {
            let program = try refresh(plan)
            try endStatement()
            return PreparedSQL(self, plan, program)
        } catch {
            try? endStatement()
            throw error
        }
    }

    /// The program of a plan for the schema as it is.
    func refresh(_ plan: Plan) throws(EngineError) -> Program {
        try beginReadingAll()
        if let program = plan.program, program.schemaVersion == schemaVersion { return program }
        let program = try compile(plan.statement, text: plan.text, parameters: plan.parameters)
        plan.set(program)
        return program
    }

    /// Runs all statements of a text; rows are passed over.
    package func execute(_ sql: String) throws(EngineError) {
        let text = Array(sql.utf8)
        var position = 0
        while let statement = try prepare(text, from: &position) {
            while try statement.step() {}
        }
    }

    private func numberingParser(_ text: [UInt8], from position: Int = 0) -> Parser {
        var limits = ParserLimits()
        limits.parameters = parameterLimit
        return Parser(
            bytes: text, from: position, limits: limits, numbersParameters: true,
            memory: parserMemory)
    }

    /// A statement whose parameters have the numbers that its own text gives them.
    func parsedWithNumbers(_ statement: Statement) throws(EngineError) -> ParsedStatement {
        var parser = numberingParser(Array(statement.sql.utf8))
        guard let parsed = try next(&parser) else { throw .error("not a statement with a program") }
        return parsed
    }

    private func next(_ parser: inout Parser) throws(EngineError) -> ParsedStatement? {
        do {
            return try parser.nextStatement()
        } catch {
            throw .syntax(error)
        }
    }

    /// Compiles a statement. Without the numbers of its parameters, those that have none in the
    /// tree are found in the statement's own text.
    func compile(
        _ statement: Statement, text: [UInt8]?, parameters: [String?]? = nil
    ) throws(EngineError) -> Program {
        // As `StackSpace.withRoom` does it, without a closure that is hardly ever needed.
        do {
            return try compileHere(statement, text: text, parameters: parameters)
        } catch {
            return try StackSpace.again(after: error) { [self] () throws(EngineError) in
                try compileHere(statement, text: text, parameters: parameters)
            }
        }
    }

    private func compileHere(
        _ statement: Statement, text: [UInt8]?, parameters: [String?]?
    ) throws(EngineError) -> Program {
        let binder = makeBinder()
        defer { binder.releaseSources() }
        if let parameters { binder.take(numbered: parameters) }
        let program = try compile(statement, text: text, binder)
        guard binder.needsNumbers else { return program }
        let parsed = try parsedWithNumbers(statement)
        let second = makeBinder()
        defer { second.releaseSources() }
        second.take(numbered: parsed.parameters)
        return try compile(parsed.statement, text: nil, second)
    }

    private func compile(
        _ statement: Statement, text: [UInt8]?, _ binder: Binder
    ) throws(EngineError) -> Program {
        try beginReadingAll()
        for database in databases { database.refresh() }
        binder.text = text
        var compiler = makeCompiler(binder)
        var columns: [Program.Column] = []
        switch statement {
        case .select(let select):
            let bound = try binder.bindWhole(select)
            columns = bound.programColumns
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
        compiler.program.usesSchema = binder.usesSchema || compiler.program.changesData
        compiler.program.hangsOnConstants = binder.comparesExpressions
        compiler.program.emit(.halt)
        return try self.program(of: &compiler, columns: columns, parameters: binder.parameters)
    }

    func makeCompiler(_ binder: Binder) -> Compiler {
        let builder = spareBuilder ?? ProgramBuilder()
        spareBuilder = nil
        var compiler = Compiler(
            PlanContext(functions: functions, sizes: self, binder: binder), builder)
        compiler.countsVisits = countsVisits
        compiler.program.notesPlan = notesPlans
        return compiler
    }

    /// What a compiler made, together with the programs of the triggers that it may set off. The
    /// compiler is of no use any more: the next one has its memory.
    func program(
        of compiler: inout Compiler, columns: [Program.Column] = [], parameters: [String?] = []
    ) throws(EngineError) -> Program {
        compiler.program.finish()
        let program = Program(
            compiler.program, columns: columns, parameters: parameters,
            schemaVersion: schemaVersion, triggers: try programs(of: compiler.triggers))
        compiler.program.reset()
        spareBuilder = compiler.program
        return program
    }

    /// How many rows a table has: every tree knows.
    func estimate(_ table: TableSchema) -> Double {
        databases[table.database].rowCount(of: table.tree)
    }

    package func didChange(_ count: Int64) {
        didChange(count, total: totalChangeCount + count)
    }

    func didChange(_ count: Int64, total: Int64) {
        changeCount = count
        totalChangeCount = total
        environment.changeCount = count
        environment.totalChangeCount = total
    }

    package func forgetStep(changeCount: Int64, lastInsertRowID: Int64) {
        didChange(changeCount, total: totalChangeCount)
        didInsert(rowid: lastInsertRowID)
    }
}

extension BoundSelect {
    /// The results as the caller of the statement sees them. Requires: it was resolved.
    var programColumns: [Program.Column] {
        let core = cores[0]
        var columns: [Program.Column] = []
        columns.reserveCapacity(core.results.count)
        for index in core.results.indices {
            columns.append(
                Program.Column(
                    name: core.name(of: index), source: core.results[index].visibleColumn))
        }
        return columns
    }
}
