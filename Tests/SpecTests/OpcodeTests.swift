import Testing

@testable import WCDBEngine

/// The instructions of `Spec/opcodes.md` are those of the machine.
@Suite struct `The instructions of the specification` {
    @Test func `are those of the machine, each once`() throws {
        let names = try CheckedOut.rows(of: "Spec/opcodes.md").compactMap(\.cells.first)
        #expect(names.sorted() == Opcode.allCases.map { "\($0)" }.sorted())
    }
}
