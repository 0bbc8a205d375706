// Numbers, with a sign or without, and parameters.

extension Parser {
    /// A number, a minus before it included.
    mutating func number() throws(ParseError) -> Literal {
        let isNegative = token.kind == .minus
        if isNegative { advance() }
        let literal: Literal
        switch token.kind {
        case .real:
            let value = lexer.realValue(token)
            literal = .real(isNegative ? -value : value)
        case .integer:
            literal =
                lexer.isHexadecimal(token)
                ? try hexadecimal(isNegative: isNegative) : decimal(isNegative: isNegative)
        default: throw unexpected()
        }
        advance()
        return literal
    }

    /// Whether the minus here stands before parentheses around the integer that fits into 64 bits
    /// with a minus only: `-(9223372036854775808)`.
    var isBeforeLowestInteger: Bool {
        var next = following
        var depth = 0
        while next.kind == .leftParenthesis {
            depth += 1
            next = lexer.token(at: next.end)
        }
        guard next.kind == .integer, !lexer.isHexadecimal(next),
            lexer.magnitude(next) == Int64.min.magnitude
        else { return false }
        for _ in 0..<depth {
            next = lexer.token(at: next.end)
            guard next.kind == .rightParenthesis else { return false }
        }
        return true
    }

    /// That integer. Requires: it is there.
    mutating func lowestInteger() -> Literal {
        advance()
        var depth = 0
        while accept(.leftParenthesis) { depth += 1 }
        for _ in 0...depth { advance() }
        return .integer(.min)
    }

    /// What does not fit into 64 bits is a real.
    private func decimal(isNegative: Bool) -> Literal {
        if let magnitude = lexer.magnitude(token) {
            if let value = Int64(exactly: magnitude) {
                return .integer(isNegative ? -value : value)
            }
            if isNegative, magnitude == Int64.min.magnitude { return .integer(.min) }
        }
        let value = lexer.realValue(token)
        return .real(isNegative ? -value : value)
    }

    private func hexadecimal(isNegative: Bool) throws(ParseError) -> Literal {
        guard let value = lexer.hexInteger(token), !isNegative || value != .min else {
            throw refusal("hex literal too big: \(isNegative ? "-" : "")\(lexer.text(token))")
        }
        return .integer(isNegative ? -value : value)
    }

    /// A number with an optional sign.
    mutating func anyNumber() throws(ParseError) -> Literal {
        accept(.plus)
        return try number()
    }

    mutating func parameter() throws(ParseError) -> Parameter {
        let length = token.end - token.start
        let parameter: Parameter
        if let sign = Parameter.Sign(rawValue: lexer[token.start]) {
            parameter = .named(sign, SQLText(lexer.text(token.start + 1, token.end)))
        } else if length == 1 {
            parameter = .next
        } else {
            let digits = Token(.integer, token.start + 1, token.end)
            let number = lexer.magnitude(digits) ?? 0
            guard number >= 1, number <= limits.parameters else {
                throw refusal(
                    "variable number must be between ?1 and ?\(limits.parameters)")
            }
            parameter = .numbered(UInt32(clamping: number))
        }
        defer { advance() }
        return numbersParameters ? try numbered(parameter) : parameter
    }

    /// How the parameters of one digit are written.
    private static let shortNumbers = (0...9).map { "?\($0)" }

    /// Gives a parameter its number. The current token is its own.
    private mutating func numbered(_ parameter: Parameter) throws(ParseError) -> Parameter {
        if parameters.isEmpty { parameters.reserveCapacity(Parser.usualCount) }
        switch parameter {
        case .next: parameters.append(nil)
        case .numbered(let number):
            while parameters.count < Int(number) { parameters.append(nil) }
            if parameters[Int(number) - 1] == nil {
                // Most are of one digit: their texts are made once.
                parameters[Int(number) - 1] =
                    token.end - token.start == 2
                    ? Parser.shortNumbers[Int(number)] : lexer.text(token)
            }
        case .named(let sign, let text):
            let name = String(decoding: [sign.rawValue], as: UTF8.self) + text.string
            // Names are bytes: `==` of strings takes some for equal that are written otherwise.
            let isKnown = parameters.contains { $0?.utf8.elementsEqual(name.utf8) ?? false }
            if !isKnown { parameters.append(name) }
        }
        guard parameters.count <= limits.parameters else {
            throw refusal("too many SQL variables")
        }
        guard case .next = parameter else { return parameter }
        return .numbered(UInt32(parameters.count))
    }
}
