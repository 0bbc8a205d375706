import WCDBSwift

// Programs as clients write them: Swift 5, one import, everything by its 2.x spelling. They are
// run by `DatabaseProgramTests`; that they compile is half of the test.

enum DatabasePrograms {
    static let a = Column(named: "a")
    static let b = Column(named: "b")

    static func fill(_ database: Database) throws {
        try database.exec(
            StatementCreateTable().create(table: "t").ifNotExists().with(columns: [
                ColumnDef(with: a, and: .integer64).makePrimary(isAutoIncrement: true),
                ColumnDef(with: b, and: .text).makeDefault(to: "none"),
            ]))
        try database.run(transaction: { handle in
            for text in ["one", "two", "three"] {
                try handle.exec(
                    StatementInsert().insert(intoTable: "t").columns(b).values(text))
            }
        })
    }

    /// Sections 1.1 and 1.2.
    static func openAndClose(_ database: Database) throws -> [Bool] {
        var answers = [database.canOpen, database.isOpened, database.isBlockaded]
        database.tag = 5
        let tag: Tag? = database.tag
        answers.append(tag == 5)
        database.blockade()
        answers.append(database.isBlockaded)
        database.close()
        database.unblockade()
        try database.close(onClosed: { answers.append(database.isOpened) })
        try database.close { answers.append(database.isOpened) }
        database.purge()
        Database.purge()
        return answers
    }

    /// Section 1.5.
    static func configure(_ database: Database) {
        database.setConfig(
            named: "demo",
            withInvocation: { (handle: Handle) throws in
                try handle.exec(StatementPragma().pragma(.cacheSize).to(-2000))
            }, withUninvocation: { _ in }, withPriority: .high)
        database.setConfig(
            named: "keys",
            withInvocation: { handle in
                try handle.exec(StatementPragma().pragma(.foreignKeys).to(true))
            })
    }

    /// Sections 1.7 to 1.10.
    static func trace(_ database: Database, _ note: @escaping (String) -> Void) {
        database.traceSQL { (_: Tag, _: String, _: UInt64, sql: String, _: String) in note(sql) }
        database.trace(ofPerformance: { (tag, path, handleId, sql, info) in
            note("\(info.costInNanoseconds > 0)")
        })
        database.traceError { (error: WCDBError) in note("\(error.level) \(error.code)") }
        database.setFullSQLTrace(enable: false)
    }

    /// That it compiles is all of the test: run, it takes the listeners of other tests away.
    static func endGlobalTraces() {
        Database.globalTraceError(nil)
        Database.globalTracePerformance(nil)
        Database.globalTraceDatabaseOperation(nil)
        Database.globalTraceBusy(nil, timeOut: 0)
    }

    static func endTraces(_ database: Database) {
        database.traceSQL(nil)
        database.trace(ofPerformance: nil)
        database.traceError(nil)
    }

    /// Sections 2 and 3.
    static func step(_ database: Database) throws -> [String] {
        let handle = try database.getHandle()
        var lines: [String] = []
        try handle.prepare(StatementSelect().select(a, b).from("t").where(a > BindParameter.def))
        handle.bind(1, toIndex: 1)
        while try handle.step() {
            let number: Int = Int(handle.columnValue(atIndex: 0, of: Int64.self))
            let text: String? = handle.value(atIndex: 1)
            lines.append("\(number) \(text ?? "")")
        }
        handle.reset()
        handle.clearBindings()
        handle.bind(Value(2), toIndex: 1)
        lines += try handle.multiRowsValue().map { $0[1].stringValue }
        handle.finalize()
        let prepared: PreparedStatement = try handle.getOrCreatePreparedStatement(
            with: StatementUpdate().update(table: "t").set(b).to(BindParameter(1))
                .where(a == BindParameter(2)))
        prepared.bind("changed", toIndex: 1)
        prepared.bind(Int32(3), toIndex: 2)
        try prepared.step()
        lines.append("\(handle.changes) \(handle.totalChanges > 3) \(handle.lastInsertedRowID)")
        handle.finalizeAllStatement()
        let signal = Handle.CancellatiionSignal()
        handle.attach(cancellationSignal: signal)
        handle.detachCancellationSignal()
        return lines
    }

    /// Section 5.6.
    static func select(_ host: StatementSelectInterface) throws -> [Int] {
        let all = StatementSelect().select(a).from("t").order(by: a.order(.descending))
        let value: Value? = try host.getValue(from: all)
        let column: OneColumnValue = try host.getColumn(from: all)
        let row: OneRowValue? = try host.getRow(from: all)
        let rows: MultiRowsValue = try host.getRows(from: all)
        return [
            value?.intValue ?? 0, column.count, row?.count ?? 0,
            rows[row: 2, column: 0].intValue,
        ]
    }

    /// Section 5.8.
    static func transact(_ database: Database) throws -> Int {
        try database.begin()
        try database.exec(StatementDelete().delete(from: "t"))
        try database.rollback()
        try database.run(transaction: { _ in
            try database.begin(); try database.commit()
        })
        try database.run(controllableTransaction: { handle in
            try handle.exec(StatementDelete().delete(from: "t").where(a == 1))
            return handle.isInTransaction == false
        })
        var count = 0
        try database.run(pausableTransaction: { (handle, stop, isNew) in
            if isNew { count += 1 }
            try handle.exec(StatementUpdate().update(table: "t").set(b).to("p"))
            stop = true
        })
        try database.run(pauseableTransaction: { handle, stop, isNew in
            count += 1
            stop = true
        })
        try database.run { _ in count += 1 }
        return count
    }

    /// Section 8.
    static func fail(_ database: Database) -> String {
        do {
            try database.exec(StatementInsert().insert(intoTable: "t").columns(a).values(1))
            try database.exec(StatementInsert().insert(intoTable: "t").columns(a).values(1))
            return "no error"
        } catch let error as WCDBError {
            switch error.extendedCode {
            case .ConstraintPrimaryKey: return "\(error.code.rawValue) \(error.message ?? "")"
            default: return error.description
            }
        } catch {
            return "other"
        }
    }
}
