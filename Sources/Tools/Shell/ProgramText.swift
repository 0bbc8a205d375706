import WCDBEngine

/// What `.plan on` and `.program on` print before a statement runs.
enum ProgramText {
    /// The plan as a tree; empty for a statement without one.
    static func plan(_ program: Program?) -> String {
        guard let lines = program?.plan, !lines.isEmpty else { return "" }
        var text = "QUERY PLAN\n"
        for (index, line) in lines.enumerated() {
            // A vertical stroke goes on where a later line hangs from the same branch.
            for depth in 0..<line.depth {
                text += goesOn(lines, after: index, at: depth) ? "|  " : "   "
            }
            text += (goesOn(lines, after: index, at: line.depth) ? "|--" : "`--") + line.text + "\n"
        }
        return text
    }

    private static func goesOn(
        _ lines: [Program.PlanLine], after index: Int, at depth: Int
    ) -> Bool {
        let rest = lines[(index + 1)...]
        return rest.first { $0.depth <= depth }?.depth == depth
    }

    /// The instructions, one a line: address, name, the three operands, the small one, the flag.
    static func listing(_ program: Program?) -> String {
        guard let program else { return "" }
        return program.instructions.enumerated().map { address, instruction in
            let numbers = [
                Int(instruction.a), Int(instruction.b), Int(instruction.c),
                Int(instruction.small), Int(instruction.flag),
            ]
            return column("\(address)", 5) + column("\(instruction.opcode)", 20)
                + numbers.map { column("\($0)", 7) }.joined() + "\n"
        }.joined()
    }

    private static func column(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}
