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
    /// There is no table of this name, or none in that schema.
    case noSuchTable(QualifiedName)
    /// The text that the catalog keeps of a table, an index, a trigger or a view has no meaning.
    /// `reason` is what is wrong, where that is known.
    case malformedSchema(String, reason: String? = nil)
    /// Something stands where it may not, or is used in a way that no name could mend.
    case misuse(of: Misused, String)
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

    /// What a statement uses in a wrong way, as far as somebody wants to know it.
    package enum Misused: Equatable, Sendable {
        case aggregate, windowFunction, other
    }

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
        case .noSuchTable(let table):
            "no such table: " + Scope.spell(table.name.text, nil, table.schema?.text)
        case .malformedSchema(let object, let reason):
            "malformed database schema (\(object))" + (reason.map { " - \($0)" } ?? "")
        case .noSuchColumn(let name, let qualifier):
            "no such column: " + (qualifier.map { "\($0)." } ?? "") + name
        case .noColumnToFill(let name, let table): "table \(table) has no column named \(name)"
        case .function(let message), .sql(_, let message), .misuse(_, let message): message
        case .syntax(let error): error.message
        case .storage(let error): error.sqlMessage
        }
    }

    /// The number that programs know from SQLite.
    package var code: ResultCode {
        switch self {
        case .tooBig: .tooBig
        case .noMemory: .noMemory
        case .malformedSchema: .corrupt
        case .sql(let code, _): code
        case .storage(let error): error.resultCode
        default: .error
        }
    }

    static let noMemoryMessage = "out of memory"

    /// What a statement knows of the schema is out of date: it has to start again.
    static var schemaChanged: EngineError { .sql(.schema, "database schema has changed") }

    static var readOnly: EngineError { .sql(.readOnly, "attempt to write a readonly database") }

    static var rowValueMisused: EngineError { .misuse(of: .other, "row value misused") }

    static func generatedColumnLoop(_ column: String) -> EngineError {
        .error("generated column loop on \"\(column)\"")
    }

    static func noSuchTable(named name: String) -> EngineError {
        .noSuchTable(QualifiedName(Name(name)))
    }

    static func error(_ message: String) -> EngineError { .sql(.error, message) }

    /// The same, with what it happened to in front. What the storage says is about a file, and who
    /// lacks stack begins again elsewhere: both stay what they are.
    func about(_ subject: String) -> EngineError {
        if case .storage = self { return self }
        if self == .stackIsTooSmall || self == .tooManyLevels { return self }
        return .sql(code, "\(subject): \(message)")
    }
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
