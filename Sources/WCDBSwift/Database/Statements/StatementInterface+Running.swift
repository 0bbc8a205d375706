public import Foundation
import WCDBEngine
import WCDBStorage

// Running: `Handle` and `PreparedStatement` differ only in the statement they have.

extension StatementInterface where Self: RawStatementmentRepresentable {
    /// Ends the statement, and lets go of it.
    ///
    /// ```swift
    /// try handle.prepare(sql: "SELECT text FROM notes")
    /// defer { handle.finalize() }
    /// try handle.step()
    /// ```
    public func finalize() { compiledStatement.finalize() }

    /// Goes to the next row; false when there is none. A statement that has finished starts again.
    ///
    /// ```swift
    /// try handle.prepare(sql: "SELECT text FROM notes ORDER BY id")
    /// var texts: [String] = []
    /// while try handle.step() { texts.append(handle.value(atIndex: 0).stringValue) }
    /// handle.finalize()
    /// ```
    @discardableResult
    public func step() throws -> Bool {
        let statement = compiledStatement
        do {
            return try statement.step()
        } catch {
            if finalizeWhenError() { statement.finalize() }
            throw error
        }
    }

    /// Back to the start; bindings stay.
    ///
    /// ```swift
    /// try handle.prepare(sql: "UPDATE notes SET stars = 5 WHERE id = ?")
    /// for id in [1, 2, 3] {
    ///     handle.reset()
    ///     handle.bind(id, toIndex: 1)
    ///     try handle.step()
    /// }
    /// handle.finalize()
    /// ```
    public func reset() { compiledStatement.reset() }

    /// Makes all parameters NULL. While rows are to come, this holds from the next run on.
    ///
    /// ```swift
    /// try handle.prepare(sql: "SELECT ?1 IS NULL")
    /// handle.bind(7, toIndex: 1)
    /// handle.clearBindings()
    /// try handle.step()
    /// handle.value(atIndex: 0).intValue  // 1
    /// ```
    public func clearBindings() { compiledStatement.clearBindings() }

    /// Whether the statement leaves the database as it is.
    ///
    /// ```swift
    /// try handle.prepare(sql: "DELETE FROM notes")
    /// handle.isReadOnly  // false
    /// ```
    public var isReadOnly: Bool { compiledStatement.tree?.isReadOnly ?? true }

    // MARK: Binding

    /// Binds a value; nil is NULL.
    ///
    /// Anything that a column can store will do. A parameter that the statement does not have is
    /// reported to error tracers with code `Range`, and otherwise ignored. So is a value that JSON
    /// cannot express, of code `Misuse`: NULL is bound.
    ///
    /// ```swift
    /// try handle.prepare(sql: "UPDATE notes SET text = ?1, created = ?2 WHERE id = 7")
    /// handle.bind(note.text, toIndex: 1)
    /// handle.bind(Date(), toIndex: 2)
    /// try handle.step()
    /// handle.finalize()
    /// ```
    public func bind(_ value: (any ColumnEncodable)?, toIndex index: Int) {
        let archived = value?.archivedValue()
        if let value, let archived,
            let problem = WCDBSwift.Value.jsonProblem(of: value, storedAs: archived)
        {
            compiledStatement.connection.core.misuse("\(problem) (parameter \(index))")
        }
        compiledStatement.bind(archived?.engineValue ?? .null, at: index)
    }

    /// Binds a value.
    ///
    /// ```swift
    /// let row = try database.getRow(sql: "SELECT text FROM notes WHERE id = 7") ?? [Value(nil)]
    /// try handle.prepare(sql: "UPDATE notes SET text = ?1 WHERE id = 8")
    /// handle.bind(row[0], toIndex: 1)
    /// try handle.step()
    /// handle.finalize()
    /// ```
    public func bind(_ value: Value, toIndex index: Int) {
        compiledStatement.bind(value.engineValue, at: index)
    }

    /// Binds an integer.
    ///
    /// ```swift
    /// try handle.prepare(sql: "SELECT text FROM notes LIMIT ?")
    /// handle.bind(Int32(20), toIndex: 1)
    /// let texts = try handle.oneColumnValue(atIndex: 0)
    /// ```
    public func bind(_ value: Int32, toIndex index: Int) {
        compiledStatement.bind(.integer(Int64(value)), at: index)
    }

    /// Binds an integer.
    ///
    /// ```swift
    /// try handle.prepare(sql: "SELECT text FROM notes WHERE id = ?")
    /// handle.bind(Int64(7), toIndex: 1)
    /// let text = try handle.step() ? handle.value(atIndex: 0).stringValue : nil
    /// ```
    public func bind(_ value: Int64, toIndex index: Int) {
        compiledStatement.bind(.integer(value), at: index)
    }

    /// Binds a number; NaN becomes NULL.
    ///
    /// ```swift
    /// try handle.prepare(sql: "SELECT text FROM notes WHERE stars > ?")
    /// handle.bind(3.5, toIndex: 1)
    /// let texts = try handle.oneColumnValue(atIndex: 0)
    /// ```
    public func bind(_ value: Double, toIndex index: Int) {
        compiledStatement.bind(value.isNaN ? .null : .real(value), at: index)
    }

    /// Binds a text.
    ///
    /// ```swift
    /// try handle.prepare(sql: "SELECT count(*) FROM notes WHERE text = ?")
    /// handle.bind("Rye", toIndex: 1)
    /// let count = try handle.step() ? handle.value(atIndex: 0).intValue : 0
    /// ```
    public func bind(_ value: String, toIndex index: Int) {
        compiledStatement.bind(.text(Array(value.utf8)), at: index)
    }

    /// Binds bytes.
    ///
    /// ```swift
    /// try handle.prepare(sql: "SELECT hex(?)")
    /// handle.bind(Data([0xCA, 0xFE]), toIndex: 1)
    /// try handle.step()
    /// handle.value(atIndex: 0).stringValue  // CAFE
    /// ```
    public func bind(_ value: Data, toIndex index: Int) {
        compiledStatement.bind(.blob(Array(value)), at: index)
    }

    /// The number of a parameter, whose name has its sign; 0 if there is none.
    ///
    /// ```swift
    /// try handle.prepare(sql: "SELECT text FROM notes WHERE id = :id OR author = @author")
    /// handle.indexOf(bindParameter: "@author")  // 2
    /// ```
    public func indexOf(bindParameter: String) -> Int {
        compiledStatement.parameterIndex(bindParameter)
    }
}

extension StatementInterface {
    /// Binds an integer.
    ///
    /// Beside the other forms, so that a plain number has one that it fits best: without it,
    /// `bind(19, toIndex: index)` is ambiguous to the compiler as soon as `index` is not a literal.
    ///
    /// ```swift
    /// try handle.prepare(sql: "SELECT text FROM notes WHERE id = :id")
    /// handle.bind(7, toIndex: handle.indexOf(bindParameter: ":id"))
    /// let text = try handle.step() ? handle.value(atIndex: 0).stringValue : nil
    /// ```
    public func bind(_ value: Int, toIndex index: Int) { bind(Int64(value), toIndex: index) }
}
