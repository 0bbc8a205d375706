/// What a scan asks of each row before it makes it the current one: conditions that compare a
/// stored column with a value of the statement's own. Most rows of a selective scan fail there,
/// and cost neither an instruction nor a register.
///
/// **Users.** One loop over a table, from its first row to its last.
///
/// **Always true.** The conditions it was made from are tested by instructions of the loop as well:
/// those decide where the sieve cannot, and for the first row.
struct Sieve {
    /// Operands of the `tableNext` before them.
    private(set) var tests: [Instruction] = []
    /// The places of its conditions among those of the level.
    private(set) var members: Set<Int> = []
    /// Where a row goes on that passes for sure: behind the instructions that test the same.
    let passed: ProgramBuilder.Label

    init(passed: ProgramBuilder.Label) { self.passed = passed }

    mutating func add(_ tests: [Instruction], for member: Int?) {
        self.tests += tests
        if let member { members.insert(member) }
    }
}
