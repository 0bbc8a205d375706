import Testing

@testable import WCDBEngine

/// The instructions of `Spec/opcodes.md` are those of the machine.
@Suite struct `The instructions of the specification` {
    private static var names: [String] {
        get throws {
            try CheckedOut.text("Spec/opcodes.md").split(separator: "\n").compactMap { line in
                guard line.hasPrefix("| `") else { return nil }
                return line.dropFirst(3).split(separator: "`").first.map(String.init)
            }
        }
    }

    @Test func `are those of the machine, each once`() throws {
        let names = try Self.names
        #expect(Set(names) == Set(Opcode.allCases.map { "\($0)" }))
        #expect(names.count == Opcode.allCases.count)
    }
}
