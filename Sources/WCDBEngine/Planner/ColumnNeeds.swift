import WCDBSQL

/// What a query reads of one of its sources where an index spares it something: conditions that
/// all rows of the index fulfil, and expressions that it has. An index with the rest will do.
///
/// **Users.** One compilation, of queries of which all readers are known.
struct ColumnNeeds {
    private let source: Source
    /// What need not be computed.
    private let expressions: [KeyExpression]
    private let functions: FunctionRegistry
    private(set) var columns = ColumnSet()
    /// A function asks of a text whether it is JSON, which no index knows.
    private(set) var asksForJSON = false

    /// `terms`: the conditions that are tested. Requires: the query has no windows, and an `order`,
    /// so that all that reads columns is in it.
    init(
        _ core: BoundCore, of source: Source, terms: [Term], expressions: [KeyExpression],
        _ functions: FunctionRegistry
    ) {
        self.source = source
        self.expressions = expressions
        self.functions = functions
        for result in core.results { note(result) }
        for group in core.groups { note(group) }
        for term in core.order ?? [] { note(term.scalar) }
        if let having = core.having { note(having) }
        for aggregate in core.aggregates {
            if aggregate.function.isJSON { asksForJSON = true }
            for argument in aggregate.arguments { note(argument) }
            if let filter = aggregate.filter { note(filter) }
        }
        for join in core.joins {
            guard case .function(_, let arguments) = join.source.content else { continue }
            for argument in arguments { note(argument) }
        }
        for term in terms where !term.isDerived { note(term.scalar) }
    }

    private mutating func note(_ scalar: Scalar) {
        if case .column(let own, let column) = scalar {
            if own === source { columns.insert(column) }
            return
        }
        if expressions.contains(where: { $0.scalar.isSame(as: scalar) }) { return }
        if scalar.isJSON(functions) { asksForJSON = true }
        for operand in scalar.operands { note(operand) }
        guard let select = scalar.innerSelect else { return }
        // It may ask for whatever is around it.
        asksForJSON = true
        for (own, column) in select.outerColumns where own === source { columns.insert(column) }
    }
}

/// An expression of which an index has the value.
struct KeyExpression {
    let scalar: Scalar
    /// Which column of the index it is.
    let position: Int
    /// The value may be JSON where it is computed; from the index it comes as a text.
    let mayBeJSON: Bool

    /// Nil for what is better computed where it is wanted: conditions lead jumps.
    init?(_ scalar: Scalar, at position: Int, _ functions: FunctionRegistry) {
        switch scalar {
        case .function(let function, _, _):
            guard functions[function].matching == nil else { return nil }
        case .arithmetic, .negate, .cast, .choice, .firstKnown: break
        default: return nil
        }
        self.scalar = scalar
        self.position = position
        mayBeJSON = scalar.isJSON(functions) || scalar.anyOperand { $0.isJSON(functions) }
    }
}

extension Scalar {
    /// Whether it is a call of one of the functions about JSON.
    fileprivate func isJSON(_ functions: FunctionRegistry) -> Bool {
        guard case .function(let function, _, _) = self else { return false }
        let name = functions[function].name
        return name.hasPrefix("json") || name == "->"
    }
}

extension AggregateFunction {
    fileprivate var isJSON: Bool { self == .jsonArray || self == .jsonObject }
}
