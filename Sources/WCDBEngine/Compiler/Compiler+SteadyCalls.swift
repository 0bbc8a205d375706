import WCDBSQL

/// Calls of functions that give the same for all rows.
extension Compiler {
    /// Emits such a call, if it stands in a loop, so that only the first row makes it: not before,
    /// for a call that no row needs must not fail. False if it is another one.
    mutating func compileOnce(_ call: Scalar, _ target: Int) throws(EngineError) -> Bool {
        guard allowsOnce, place == nil, expectedRuns > 1, isSteady(call, depth: 8),
            !dependsOnKnown(call)
        else { return false }
        let value = program.register()
        let done = program.makeLabel()
        program.jump(.once, program.once(), to: done)
        // What it is made of is needed for the first row only, too.
        let outer = expectedRuns
        expectedRuns = 1
        try compile(call, into: value)
        expectedRuns = outer
        program.place(done)
        program.emit(.alias, value, target)
        return true
    }

    /// Whether a value depends on nothing but the statement: no row, no chance.
    private func isSteady(_ scalar: Scalar, depth: Int) -> Bool {
        guard depth > 0 else { return false }
        switch scalar {
        case .constant, .parameter: return true
        case .function(let function, let arguments, _):
            return functions[function].isDeterministic
                && arguments.allSatisfy { isSteady($0, depth: depth - 1) }
        case .negate, .bitNot, .not, .plain, .collate, .cast, .arithmetic, .comparison:
            return !scalar.anyOperand { !isSteady($0, depth: depth - 1) }
        default: return false
        }
    }
}
