/// What one parser leaves to the next: its empty stacks, and the short words that were names, as
/// texts. A schema has few names, and its statements say them again and again.
///
/// **Users.** One connection, which hands it to each of its parsers, and outlives them; one thread
/// at a time.
package final class ParserMemory {
    private struct Slot {
        var letters: UInt64 = 0
        var count = 0
        var text = ""
    }

    @exclusivity(unchecked) private var slots = ContiguousArray(repeating: Slot(), count: 256)

    @exclusivity(unchecked) private var operands: [Expression] = []
    @exclusivity(unchecked) private var operators: [PendingOperator] = []

    package init() {}

    /// Gives its stacks away.
    func takeStacks() -> (operands: [Expression], operators: [PendingOperator]) {
        defer { (operands, operators) = ([], []) }
        return (operands, operators)
    }

    /// Keeps stacks for the next parser, unless a gigantic statement needed them.
    func give(_ operands: consuming [Expression], _ operators: consuming [PendingOperator]) {
        guard operands.isEmpty, operators.isEmpty, operands.capacity < ParserMemory.usualLimit,
            operators.capacity < ParserMemory.usualLimit
        else { return }
        self.operands = operands
        self.operators = operators
    }

    private static var usualLimit: Int { 100 }

    /// The text of a word. Each word has one slot, which the next one that falls there takes over.
    func text(of token: Token, in lexer: Lexer) -> String {
        let count = token.end - token.start
        guard count <= KeywordTable.Letters.maximumCount else { return lexer.text(token) }
        let letters = token.letters.bits
        let product = (letters ^ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15
        let index = Int(truncatingIfNeeded: product >> 56)
        if slots[index].letters == letters, slots[index].count == count {
            return slots[index].text
        }
        let text = lexer.text(token)
        slots[index] = Slot(letters: letters, count: count, text: text)
        return text
    }
}
