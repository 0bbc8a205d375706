package import WCDBSQL
package import WCDBStorage

/// Everything that can go wrong while SQL is computed. Each case is one thing that a caller may
/// want to treat differently; the message is the one that programs know from SQLite.
package enum EngineError: Error, Equatable, Sendable {
    /// The result does not fit into 64 bits, and the function does not turn to REAL.
    case integerOverflow
    /// A text or blob would be longer than `ValueLimits.maxLength`.
    case tooBig
    /// There is no memory for a text or blob.
    case noMemory
    /// The pattern of LIKE or GLOB is longer than `ValueLimits.maxPatternLength`.
    case patternTooComplex
    /// The third operand of LIKE is not one character.
    case badEscape
    /// The operating system does not tell the local time.
    case localTimeUnavailable
    /// A function was asked for the time or the time zone where only what never changes may stand.
    case notDeterministic(function: String, place: String)
    /// A function was called with a number of arguments that it does not take.
    case wrongArgumentCount(function: String)
    /// A function was called with more arguments than any may have.
    case tooManyArguments(function: String)
    /// There is no function of this name.
    case noSuchFunction(name: String)
    /// An expression or an assignment names a column that is not there. `qualifier` is what stood
    /// before the name: a table, perhaps with its schema.
    case noSuchColumn(name: String, qualifier: String?)
    /// An INSERT fills a column that its table does not have.
    case noColumnToFill(name: String, table: String)
    /// A function that the program supplied has failed.
    case function(message: String)
    /// What a statement asks for is wrong, or was refused when it ran.
    case sql(ResultCode, String)
    /// The text is no SQL.
    case syntax(ParseError)
    /// The storage engine failed.
    case storage(StorageError)

    /// What a call has thrown that may fail in either way.
    init(_ error: any Error) {
        self =
            switch error {
            case let error as EngineError: error
            case let error as StorageError: .storage(error)
            default: .error("\(error)")
            }
    }

    package var message: String {
        switch self {
        case .integerOverflow: "integer overflow"
        case .tooBig: "string or blob too big"
        case .noMemory: EngineError.noMemoryMessage
        case .patternTooComplex: "LIKE or GLOB pattern too complex"
        case .badEscape: "ESCAPE expression must be a single character"
        case .localTimeUnavailable: "local time unavailable"
        case .notDeterministic(let function, let place):
            "non-deterministic use of \(function)() in \(place)"
        case .wrongArgumentCount(let function):
            "wrong number of arguments to function \(function)()"
        case .tooManyArguments(let function): "too many arguments on function \(function)"
        case .noSuchFunction(let name): "no such function: \(name)"
        case .noSuchColumn(let name, let qualifier):
            "no such column: " + (qualifier.map { "\($0)." } ?? "") + name
        case .noColumnToFill(let name, let table): "table \(table) has no column named \(name)"
        case .function(let message), .sql(_, let message): message
        case .syntax(let error): error.message
        case .storage(let error): error.sqlMessage
        }
    }

    /// The number that programs know from SQLite.
    package var code: ResultCode {
        switch self {
        case .tooBig: .tooBig
        case .noMemory: .noMemory
        case .sql(let code, _): code
        case .storage(let error): error.resultCode
        default: .error
        }
    }

    static let noMemoryMessage = "out of memory"

    /// What a statement knows of the schema is out of date: it has to start again.
    static var schemaChanged: EngineError { .sql(.schema, "database schema has changed") }

    static func error(_ message: String) -> EngineError { .sql(.error, message) }
}

/// Turns the errors of the storage into those of the engine.
@inline(__always)
func stored<Answer>(
    _ body: () throws(StorageError) -> Answer
) throws(EngineError) -> Answer {
    do throws(StorageError) {
        return try body()
    } catch {
        throw .storage(error)
    }
}
