/// Finds the scans whose loop does nothing but give columns of each row to aggregates, and lets the
/// instruction at their end do so for all rows behind the first one.
///
///     tableFirst; column…; groupStep…; tableNext   →   tableFold in the place of tableNext
///
/// With GROUP BY, a `groupFind` stands before the steps, and behind it what is done for a new
/// group. What is kept of the row of a `min` or `max` stands between the steps: such a loop stays.
///
/// **Users.** The builder of a program, when jumps have their addresses.
///
/// **Always true.** The instructions of the loop stay: they do the same for the first row, and for
/// those that `tableFold` leaves to them.
struct FoldableScans {
    private let instructions: [Instruction]
    /// The cursors of groups that can be filled so.
    private let groups: Set<Int32>

    init(_ instructions: [Instruction], _ shapes: [Program.GroupShape]) {
        self.instructions = instructions
        groups = Set(
            instructions.lazy.filter { instruction in
                guard instruction.opcode == .openGroups else { return false }
                let shape = shapes[Int(instruction.b)]
                return shape.aggregates.allSatisfy(\.isPlain)
            }.map(\.a))
    }

    /// The addresses of the `tableNext` that can be `tableFold`.
    var ends: [Int] {
        guard !groups.isEmpty else { return [] }
        return instructions.indices.filter(isFoldable)
    }

    private func isFoldable(_ end: Int) -> Bool {
        guard instructions[end].opcode == .tableNext else { return false }
        var place = instructions.reads(inLoopTo: end).end
        guard place < end, groups.contains(instructions[place].a) else { return false }
        let group = instructions[place].a
        if instructions[place].opcode == .groupFind {
            let steps = Int(instructions[place].c)
            guard place < steps, steps < end else { return false }
            place = steps
        }
        return (place..<end).allSatisfy { place in
            let step = instructions[place]
            return step.opcode == .groupStep && step.a == group && step.c == place + 1
        }
    }
}
