import WCDBSQL
import WCDBStorage

/// JSON as an argument of JSON functions. What a function made as JSON is marked and taken as it
/// is; other texts are quoted. Two kinds of arguments need help.
extension Binder {
    private static let takers: Set<String> = [
        "json_quote", "json_array", "json_object", "json_insert", "json_replace", "json_set",
        "json_group_array", "json_group_object", "subtype",
    ]

    /// The arguments of a call with the marks that they should have.
    func marking(_ arguments: [Scalar], of call: FunctionCall) throws(EngineError) -> [Scalar] {
        guard Binder.takers.contains(FoldedName.fold(call.name.text)) else { return arguments }
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
        guard case .column(let source, let column) = argument else { return argument }
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
