public import Foundation
import WCDBEngine
import WCDBStorage

// Running: `Handle` and `PreparedStatement` differ only in the statement they have.

extension StatementInterface where Self: RawStatementmentRepresentable {
    /// Gives the statement up.
    public func finalize() { compiledStatement.finalize() }

    /// Goes to the next row; false when there is none. A statement that was done starts again.
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
    public func reset() { compiledStatement.reset() }

    /// Makes all parameters NULL.
    public func clearBindings() { compiledStatement.clearBindings() }

    /// Whether the statement leaves the database as it is.
    public var isReadOnly: Bool { compiledStatement.tree?.isReadOnly ?? true }

    // MARK: Binding

    /// Binds a value; nil is NULL.
    public func bind(_ value: (any ColumnEncodable)?, toIndex index: Int) {
        compiledStatement.bind(value?.archivedValue().engineValue ?? .null, at: index)
    }

    /// Binds a value.
    public func bind(_ value: Value, toIndex index: Int) {
        compiledStatement.bind(value.engineValue, at: index)
    }

    /// Binds an integer.
    public func bind(_ value: Int32, toIndex index: Int) {
        compiledStatement.bind(.integer(Int64(value)), at: index)
    }

    /// Binds an integer.
    public func bind(_ value: Int64, toIndex index: Int) {
        compiledStatement.bind(.integer(value), at: index)
    }

    /// Binds a number; one that is none becomes NULL.
    public func bind(_ value: Double, toIndex index: Int) {
        compiledStatement.bind(value.isNaN ? .null : .real(value), at: index)
    }

    /// Binds a text.
    public func bind(_ value: String, toIndex index: Int) {
        compiledStatement.bind(.text(Array(value.utf8)), at: index)
    }

    /// Binds bytes.
    public func bind(_ value: Data, toIndex index: Int) {
        compiledStatement.bind(.blob(Array(value)), at: index)
    }

    /// The number of a parameter, whose name has its sign; 0 if there is none.
    public func indexOf(bindParameter: String) -> Int {
        compiledStatement.prepared?.parameterIndex(bindParameter) ?? 0
    }
}
