/// The shape of a statement: its text with a parameter in place of each constant that neither the
/// plan nor the meaning hangs on. `id = 7` and `id = 8` have one shape, and so share a program.
///
/// Read off the tokens, before anything is parsed. A constant is lifted where it is all of a
/// value of INSERT, all that UPDATE sets a column to, or all of what WHERE compares something with.
/// Others stay: those of results, groups and orders, which are compared with each other as they
/// are written, patterns, limits, and whatever is part of a larger expression. A text with
/// parameters of its own has no shape.
///
/// **Users.** One connection, which reads one shape after the other into the same memory.
package struct StatementShape {
    /// The statement with `?` in the places of its constants; no semicolon.
    package private(set) var text: [UInt8] = []
    /// In the order of their places.
    package private(set) var constants: [ShapeConstant] = []
    /// The bytes of constants that are texts and blobs.
    package private(set) var characters: [UInt8] = []
    /// Where the statement ends in the text that it was read from, its semicolon included.
    package private(set) var end = 0

    /// More constants than this are a table of values, which hardly comes again.
    package static let maximumCount = 250
    /// A longer text is not read to its end: the memory stays, and parsing it is what takes time.
    package static let maximumLength = 65_536

    /// What was copied of the text that it is read from.
    private var copied = 0
    private var tokens = ShapeTokens()
    /// A constant that will be lifted if what follows it says so: the place of its first token, its
    /// last one, and where it stands.
    private var pending: (start: Int, token: Token, place: ShapePlace)?

    package init() {}

    /// Reads the shape of the first statement from a position on; false if it has none.
    package mutating func read(_ lexer: Lexer, from position: Int) -> Bool {
        var token = lexer.token(at: position)
        while token.kind == .semicolon { token = lexer.token(at: token.end) }
        guard tokens.begin(token) else { return false }
        text.removeAll(keepingCapacity: true)
        constants.removeAll(keepingCapacity: true)
        characters.removeAll(keepingCapacity: true)
        pending = nil
        copied = token.start
        let limit = token.start + StatementShape.maximumLength
        var last = token.end
        while token.kind != .endOfText, token.kind != .semicolon {
            guard token.end <= limit, take(token, lexer) else { return false }
            last = token.end
            token = lexer.token(at: token.end)
        }
        guard settle(before: token, lexer), !constants.isEmpty else { return false }
        text += lexer.bytes[copied..<last]
        end = token.end
        return true
    }

    private mutating func take(_ token: Token, _ lexer: Lexer) -> Bool {
        switch token.kind {
        case .illegal, .parameter: return false
        default: break
        }
        guard settle(before: token, lexer) else { return false }
        if let place = tokens.place(of: token) {
            let sign = tokens.last
            pending = (sign.kind == .minus ? sign.start : token.start, token, place)
        }
        tokens.take(token)
        return true
    }

    /// Lifts the constant before a token, if it ends there. False if there are too many.
    private mutating func settle(before token: Token, _ lexer: Lexer) -> Bool {
        guard let pending else { return true }
        self.pending = nil
        guard pending.place.ends(before: token) else { return true }
        guard constants.count < StatementShape.maximumCount else { return false }
        let isNegative = pending.start < pending.token.start
        guard let constant = constant(pending.token, isNegative: isNegative, lexer) else {
            return true
        }
        constants.append(constant)
        text += lexer.bytes[copied..<pending.start]
        text.append(UInt8(ascii: "?"))
        copied = pending.token.end
        tokens.didLift(pending.place)
        return true
    }

    /// The value of a constant; nil if only the parser knows what it is.
    private mutating func constant(
        _ token: Token, isNegative: Bool, _ lexer: Lexer
    ) -> ShapeConstant? {
        switch token.kind {
        case .integer:
            guard !lexer.isHexadecimal(token), let magnitude = lexer.magnitude(token),
                let value = Int64(exactly: magnitude)
            else { return nil }
            return .integer(isNegative ? -value : value)
        case .real:
            let value = lexer.realValue(token)
            return .real(isNegative ? -value : value)
        case .string where !isNegative:
            let start = characters.count
            appendInside(of: token, lexer)
            return .text(start..<characters.count)
        case .blob where !isNegative:
            let start = characters.count
            characters += lexer.blobValue(token)
            return .blob(start..<characters.count)
        default: return nil
        }
    }

    /// The inside of a string; doubled quotes become one.
    private mutating func appendInside(of token: Token, _ lexer: Lexer) {
        var position = token.start + 1
        let end = token.end - 1
        while position < end {
            let byte = lexer.bytes[position]
            characters.append(byte)
            position += byte == UInt8(ascii: "'") ? 2 : 1
        }
    }
}

/// A constant that stands for a `?` of a shape. Texts and blobs lie in the shape's `characters`.
package enum ShapeConstant: Equatable, Sendable {
    case integer(Int64), real(Double)
    case text(Range<Int>), blob(Range<Int>)
}
