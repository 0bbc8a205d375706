import WCDBSQL

/// JSON as an argument of JSON functions: what comes straight from a function that makes JSON is
/// taken as it is, other texts are quoted.
extension Binder {
    private static let makers: Set<String> = [
        "json", "json_array", "json_object", "json_insert", "json_replace", "json_set",
        "json_remove", "json_patch", "json_group_array", "json_group_object", "json_extract",
        "json_quote",
    ]

    private static let takers: Set<String> = [
        "json_quote", "json_array", "json_object", "json_insert", "json_replace", "json_set",
        "json_group_array", "json_group_object",
    ]

    /// The call with a first argument whose bits say which of the others are JSON; nil for a
    /// function that does not ask.
    func markingJSON(_ call: FunctionCall) -> FunctionCall? {
        let name = FoldedName.fold(call.name.text)
        guard Binder.takers.contains(name), !call.isStar else { return nil }
        var mask: Int64 = 0
        var arguments: [Expression] = []
        for (index, argument) in call.arguments.enumerated() {
            let made = makingJSON(argument)
            arguments.append(made ?? argument)
            if made != nil, index < 62 { mask |= 1 << Int64(index) }
        }
        return FunctionCall(
            Name(name + " json"), isDistinct: call.isDistinct, [.integer(mask)] + arguments,
            window: call.window)
    }

    /// An expression whose text is JSON; nil if that is not known.
    private func makingJSON(_ expression: Expression) -> Expression? {
        switch expression {
        case .function(let call):
            let name = FoldedName.fold(call.name.text)
            guard Binder.makers.contains(name) else { return nil }
            guard name == "json_extract" else { return expression }
            return .function(FunctionCall("json_extract json", call.arguments))
        case .binary(let node) where node.operation == .extractJSON: return expression
        default: return nil
        }
    }
}

extension FunctionCall {
    /// The name as the statement had it.
    var shownName: String {
        let name = self.name.text
        return name.hasSuffix(" json") ? String(name.dropLast(5)) : name
    }
}
