import WCDBSQL
import WCDBStorage

/// Resolves the names of one statement.
///
/// **Users.** One compilation.
final class Binder {
    let schema: any SchemaLookup
    let functions: FunctionRegistry
    let collations: CollationRegistry
    /// Names of parameters by number, from 1; nil for those without one.
    var parameters: [String?] = []
    /// Views that are being expanded, to find those that contain themselves.
    var openViews: [String] = []
    /// Common table expressions that are visible, the innermost last.
    var tables: [(name: String, columns: [String], query: SelectStatement)] = []
    /// The statement as it was written: result columns without a name are called as they were.
    var text: [UInt8]?
    /// NEW and OLD, inside of a trigger.
    var outer: Scope?
    /// Queries bound so far, those of views and WITH clauses at every use: forty short clauses can
    /// stand for more queries than a lifetime has seconds.
    var queryCount = 0
    static let queryLimit = 10_000
    /// The triggers that are being compiled, the outermost first.
    var activeTriggers: [String] = []

    init(schema: any SchemaLookup, functions: FunctionRegistry, collations: CollationRegistry) {
        self.schema = schema
        self.functions = functions
        self.collations = collations
    }

    func number(of parameter: Parameter) throws(EngineError) -> Int {
        switch parameter {
        case .next:
            parameters.append(nil)
            return parameters.count
        case .numbered(let number):
            guard number >= 1, number <= 32_766 else {
                throw .error("variable number must be between ?1 and ?32766")
            }
            while parameters.count < Int(number) { parameters.append(nil) }
            if parameters[Int(number) - 1] == nil { parameters[Int(number) - 1] = "?\(number)" }
            return Int(number)
        case .named(let sign, let text):
            let name = String(decoding: [sign.rawValue], as: UTF8.self) + text.string
            if let index = parameters.firstIndex(of: name) { return index + 1 }
            parameters.append(name)
            return parameters.count
        }
    }
}

/// Where the binder finds tables and views.
protocol SchemaLookup: AnyObject {
    func table(_ name: QualifiedName) throws(EngineError) -> TableSchema?
    func view(_ name: QualifiedName) throws(EngineError) -> ViewSchema?
}
