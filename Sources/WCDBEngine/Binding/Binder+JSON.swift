import WCDBSQL
import WCDBStorage

/// JSON as an argument of JSON functions. What a function made as JSON is marked and taken as it
/// is; other texts are quoted. Two kinds of arguments need help.
extension Binder {
    private static let takers: Set<String> = [
        "json_quote", "json_array", "json_object", "json_insert", "json_replace", "json_set",
        "json_group_array", "json_group_object", "subtype",
    ]

    /// Functions whose result is one of their arguments, with its mark.
    private static let choosers: Set<String> = [
        "max", "min", "nullif", "likely", "unlikely", "likelihood",
    ]

    /// The arguments of a call with the marks that they should have.
    func marking(_ arguments: [Scalar], of call: FunctionCall) throws(EngineError) -> [Scalar] {
        guard Binder.takers.contains(FoldedName.fold(call.name.text)) else { return arguments }
        return try marking(arguments)
    }

    private func marking(_ arguments: [Scalar]) throws(EngineError) -> [Scalar] {
        var marked: [Scalar] = []
        for argument in arguments { marked.append(try marking(argument)) }
        return marked
    }

    /// The same for a function over a window, whose rows are put aside: JSON gets an argument more,
    /// which says whether the last one is marked.
    func markingForWindow(
        _ arguments: [Scalar], of call: FunctionCall
    ) throws(EngineError) -> [Scalar] {
        let marked = try marking(arguments, of: call)
        guard let last = marked.last, Binder.takers.contains(FoldedName.fold(call.name.text)) else {
            return arguments
        }
        let id = try functions.find("subtype", argumentCount: 1)
        return marked + [.function(id, [last], .binary)]
    }

    private func marking(_ argument: Scalar) throws(EngineError) -> Scalar {
        if case .column(let source, let column) = argument { return try marking(source, column) }
        return try markingInside(argument)
    }

    /// The same for what hands one of its operands on as it is.
    private func markingInside(_ argument: Scalar) throws(EngineError) -> Scalar {
        switch argument {
        case .plain(let operand): return .plain(try marking(operand))
        case .cast(let operand, let affinity): return .cast(try marking(operand), affinity)
        case .collate(let operand, let collation):
            return .collate(try marking(operand), collation)
        case .firstKnown(let operands): return .firstKnown(try marking(operands))
        case .function(let function, let operands, let collation)
        where Binder.choosers.contains(functions[function].name.lowercased()):
            return .function(function, try marking(operands), collation)
        case .choice(let operand, var branches, let otherwise):
            for index in branches.indices {
                branches[index].then = try marking(branches[index].then)
            }
            guard let otherwise else { return .choice(operand: operand, branches, nil) }
            return .choice(operand: operand, branches, try marking(otherwise))
        default: return argument
        }
    }

    private func marking(_ source: Source, _ column: Int) throws(EngineError) -> Scalar {
        let argument = Scalar.column(source, column)
        switch source.content {
        case .function(let function, _) where function.maker.isJSON && column == 1:
            // Rows are kept as records, which have no marks.
            let id = try functions.find("json member", argumentCount: 2)
            source.usedColumns.insert(JSONRows.atomColumn)
            return .function(id, [argument, .column(source, JSONRows.atomColumn)], .binary)
        case .select:
            // A column of a query is a text like any other. The planner may put what it is made
            // of in its place.
            let id = try functions.find("json unmarked", argumentCount: 1)
            return .function(id, [argument], .binary)
        default: return argument
        }
    }
}
