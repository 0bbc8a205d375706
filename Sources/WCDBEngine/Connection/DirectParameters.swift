import WCDBSQL
import WCDBStorage

/// The parameters of a statement that is run as it is, such as `ATTACH ?1` or
/// `CREATE TABLE … AS SELECT … WHERE a > ?1`, and what is bound to them.
struct DirectParameters {
    /// The statement with parameters that have numbers or names, and the text that it came from.
    let statement: Statement
    let text: [UInt8]?
    let names: [String?]
    private var values: [Value]

    init(_ statement: Statement, text: [UInt8]?, names: [String?]) {
        self.statement = statement
        self.text = text
        self.names = names
        values = Array(repeating: .null, count: names.count)
    }

    mutating func bind(_ value: ColumnValue, at index: Int) throws(EngineError) {
        guard index >= 1, index <= values.count else { throw PreparedSQL.noSuchParameter }
        values[index - 1] = Value(value)
    }

    /// Binds them to the program of a part of the statement.
    func bind(to machine: Machine) throws(EngineError) {
        for (index, value) in values.enumerated() where index < machine.parameterCount {
            try value.withColumnValue { (value) throws(EngineError) in
                try machine.bind(value, at: index + 1).get()
            }
        }
    }
}

extension Statement {
    /// Whether something in it that the engine runs as it is may be a parameter.
    fileprivate var mayHaveDirectParameters: Bool {
        switch self {
        case .attach, .detach, .explain: true
        case .createTable(let create): if case .select? = create.content { true } else { false }
        case .upkeep(.vacuum(_, let target)): target != nil
        default: false
        }
    }
}

extension Connection {
    /// The parameters of a plan that has no program; nil if it has none.
    func directParameters(of plan: Plan) -> DirectParameters? {
        guard !plan.isProgram, plan.statement.mayHaveDirectParameters else { return nil }
        var found: DirectParameters?
        if let names = plan.parameters {
            found = DirectParameters(plan.statement, text: plan.text, names: names)
        } else if let parsed = try? parsedWithNumbers(plan.statement) {
            // A tree that was built gives its parameters no numbers: its text does.
            found = DirectParameters(
                parsed.statement, text: Array(plan.statement.sql.utf8), names: parsed.parameters)
        }
        return found.flatMap { $0.names.isEmpty ? nil : $0 }
    }
}
