// REFERENCES and what follows it.

extension Parser {
    mutating func foreignKey() throws(ParseError) -> ForeignKey {
        try expect(.references)
        var key = ForeignKey(try name())
        key.columns = try columnList(isOfDefinition: true) ?? []
        while true {
            if accept(.match) {
                key.match = try name()
            } else if accept(.on) {
                if let rule = try rule() { key.rules.append(rule) }
            } else {
                break
            }
        }
        key.deferral = try deferral()
        return key
    }

    /// What stands behind ON. An action for INSERT may be said, and says nothing.
    private mutating func rule() throws(ParseError) -> ForeignKey.Rule? {
        let event = token.keyword
        guard event == .delete || event == .update || event == .insert else {
            throw unexpected()
        }
        advance()
        let action = try action()
        switch event {
        case .delete: return .onDelete(action)
        case .update: return .onUpdate(action)
        default: return nil
        }
    }

    private mutating func action() throws(ParseError) -> ForeignKey.Action {
        if accept(.cascade) { return .cascade }
        if accept(.restrict) { return .restrict }
        if accept(.no) {
            try expect(.action)
            return .noAction
        }
        try expect(.set)
        if accept(.null) { return .setNull }
        try expect(.default)
        return .setDefault
    }

    /// `[NOT] DEFERRABLE [INITIALLY …]`
    mutating func deferral() throws(ParseError) -> ForeignKey.Deferral? {
        let isNegated = isAt(.not)
        guard isAt(.deferrable) || (isNegated && following.keyword == .deferrable) else {
            return nil
        }
        if isNegated { advance() }
        advance()
        var deferral = ForeignKey.Deferral(isDeferrable: !isNegated)
        guard accept(.initially) else { return deferral }
        if accept(.deferred) {
            deferral.initially = .deferred
        } else {
            try expect(.immediate)
            deferral.initially = .immediate
        }
        return deferral
    }
}
