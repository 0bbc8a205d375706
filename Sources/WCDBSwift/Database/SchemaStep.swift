import Foundation
import WCDBEngine

/// A step from one form of a database to the next: numbered, named, done once and as a whole.
///
/// ```swift
/// try database.migrate([
///     SchemaStep(1, "notes") { try $0.create(table: "notes", of: Note.self) },
///     SchemaStep(2, "titles in lower case") {
///         try $0.exec(sql: "UPDATE notes SET title = lower(title)")
///     },
/// ])
/// ```
///
/// Steps that have been released are never changed; new ones are added after them.
public struct SchemaStep: Sendable {
    /// Its place in the order: steps run from the lowest number to the highest.
    ///
    /// ```swift
    /// let steps = [SchemaStep(1, "notes") { try $0.create(table: "notes", of: Note.self) }]
    /// steps.map(\.number).max()  // 1
    /// ```
    public let number: Int
    /// What it does, in a few words.
    ///
    /// ```swift
    /// for step in try database.migrate(steps) { print("done: \(step.name)") }
    /// ```
    public let name: String
    let body: @Sendable (Handle) throws -> Void

    /// The step of that number, with what it does.
    ///
    /// ```swift
    /// let step = SchemaStep(2, "no empty notes") { handle in
    ///     try handle.delete(fromTable: "notes", where: Note.Properties.text == "")
    /// }
    /// ```
    public init(
        _ number: Int, _ name: String, _ body: @escaping @Sendable (Handle) throws -> Void
    ) {
        self.number = number
        self.name = name
        self.body = body
    }
}

extension Database {
    /// The table that lists the steps that were done.
    static let stepsTable = "wcdb_builtin_schema_steps"

    /// Runs the steps that have not run yet, each in a transaction of its own, and returns them.
    ///
    /// A step that throws, or leaves rows that violate a foreign key, is undone, and none after it
    /// runs. Other threads may migrate at the same time: each step runs once.
    ///
    /// Foreign keys are checked when a step is over, and do nothing before: a step can replace a
    /// table, and the rows that refer to it stay. Whatever else has to go with a row, the step
    /// itself deletes.
    ///
    /// It is an error when two steps have the same number, when the database has a step that is not
    /// listed, as after going back to an older version of the program, or one of another name.
    ///
    /// ```swift
    /// do {
    ///     let done = try database.migrate(steps)
    ///     print("\(done.count) steps done")
    /// } catch let error as WCDBError where error.code == .Misuse {
    ///     // A newer version of the program has been here.
    /// }
    /// ```
    @discardableResult
    public func migrate(_ steps: [SchemaStep]) throws -> [SchemaStep] {
        let steps = steps.sorted { $0.number < $1.number }
        for (step, next) in zip(steps, steps.dropFirst()) where step.number == next.number {
            throw core.misuse("Two schema steps have the number \(step.number).")
        }
        if try pendingSteps(steps).isEmpty { return [] }
        try exec(
            sql: """
                CREATE TABLE IF NOT EXISTS \(table: Self.stepsTable)(
                number INTEGER PRIMARY KEY, name TEXT NOT NULL, date REAL NOT NULL)
                """)
        var done: [SchemaStep] = []
        for step in steps where try migrate(step) { done.append(step) }
        return done
    }

    /// Does a step, unless another thread has done it meanwhile.
    private func migrate(_ step: SchemaStep) throws -> Bool {
        try withHandle(writeHint: true) { handle in
            let connection = handle.connection
            // Else DROP TABLE of a table that is replaced would delete the rows that refer to it.
            let enforcesKeys = connection.engine.enforcesForeignKeys
            connection.engine.enforcesForeignKeys = false
            defer { connection.engine.enforcesForeignKeys = enforcesKeys }
            return try connection.runLevel({
                guard try doneSteps()[step.number] == nil else { return false }
                let transaction = connection.transactionNumber
                try step.body(handle)
                guard connection.isInTransaction, connection.transactionNumber == transaction
                else { throw endedTransaction(step) }
                try checkForeignKeys(handle, step)
                try handle.exec(
                    sql: """
                        INSERT INTO \(table: Self.stepsTable)
                        VALUES(\(step.number), \(step.name), \(Date().timeIntervalSince1970))
                        """)
                return true
            }) { $0 }
        }
    }

    private func endedTransaction(_ step: SchemaStep) -> WCDBError {
        core.report(
            WCDBError(
                .Misuse,
                "Schema step \(step.number) ended its transaction, and does not count as done.",
                path: path, tag: tag))
    }

    /// The steps that ``migrate(_:)`` would do. Changes nothing.
    ///
    /// ```swift
    /// if try !database.pendingSteps(steps).isEmpty {
    ///     try database.copy(toPath: backup)
    ///     try database.migrate(steps)
    /// }
    /// ```
    public func pendingSteps(_ steps: [SchemaStep]) throws -> [SchemaStep] {
        let done = try doneSteps()
        for (number, name) in done.sorted(by: { $0.key < $1.key }) {
            guard let step = steps.first(where: { $0.number == number }) else {
                throw core.misuse("The database has schema step \(number), which is not listed.")
            }
            guard step.name == name else {
                throw core.misuse("Schema step \(number) is '\(name)', not '\(step.name)'.")
            }
        }
        return steps.sorted { $0.number < $1.number }.filter { done[$0.number] == nil }
    }

    private func doneSteps() throws -> [Int: String] {
        let exists = try getValue(
            sql: """
                SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = \(Self.stepsTable)
                """)
        guard exists != nil else { return [:] }
        let rows = try getRows(sql: "SELECT number, name FROM \(table: Self.stepsTable)")
        return Dictionary(
            rows.map { ($0[0].intValue, $0[1].stringValue) }, uniquingKeysWith: { $1 })
    }

    private func checkForeignKeys(_ handle: Handle, _ step: SchemaStep) throws {
        let violation = try handle.getRow(from: StatementPragma().pragma(.foreignKeyCheck))
        guard let violation, let table = violation.first?.stringValue else {
            // A transaction around the steps may have counted some.
            return handle.connection.engine.didFindKeysWhole()
        }
        throw core.report(
            WCDBError(
                .Constraint,
                "schema step \(step.number) leaves a row of \(table) without its parent",
                path: path, tag: tag))
    }
}
