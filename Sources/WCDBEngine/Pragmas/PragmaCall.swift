import WCDBSQL

/// One PRAGMA as it was called: its name, the database it is about, its argument.
struct PragmaCall {
    /// In lower case.
    let name: String
    /// The database that was named; nil if none was.
    let database: DatabaseFile?
    let value: PragmaStatement.Value?

    init(_ pragma: PragmaStatement, database: DatabaseFile?) {
        name = FoldedName.fold(pragma.name.name.text)
        self.database = database
        value =
            switch pragma.argument {
            case .assigned(let value), .called(let value): value
            case nil: nil
            }
    }

    /// The name of something in the database that was named.
    func qualified(_ name: String) -> QualifiedName {
        QualifiedName(Name(name), schema: database.map { Name($0.name) })
    }

    /// The argument as a text; nil without one.
    var text: String? {
        switch value {
        case .word(let name): name.text
        case .literal(.text(let text)): text.string
        case .literal(.integer(let number)): String(number)
        case .literal(.real(let number)): String(number)
        case .literal(.boolean(let isTrue)): isTrue ? "true" : "false"
        case .literal: ""
        case nil: nil
        }
    }

    /// The argument as a number: that which the text begins with, else 0. Nil without one.
    var integer: Int64? {
        switch value {
        case .literal(.integer(let number)): number
        case .literal(.real(let number)): Int64(exactly: number.rounded(.towardZero)) ?? 0
        case nil: nil
        default: text.map(PragmaCall.leadingInteger)
        }
    }

    /// The argument as a number of 32 bits, which a text may give in hexadecimal; 0 if it has more.
    /// Nil without one.
    var shortInteger: Int32? {
        guard let integer else { return nil }
        if case .literal(.integer) = value { return Int32(exactly: integer) ?? 0 }
        let text = text ?? ""
        guard text.utf8.starts(with: "0x".utf8) || text.utf8.starts(with: "0X".utf8) else {
            return Int32(exactly: integer) ?? 0
        }
        let digits = text.dropFirst(2).prefix { $0.isASCII && $0.isHexDigit }
        return Int32(digits, radix: 16) ?? 0
    }

    /// The argument as a number, which a text may give in hexadecimal; nil if it is none, or more.
    var wholeNumber: Int64? {
        if case .literal(.integer(let number)) = value { return number }
        guard let text else { return nil }
        guard text.utf8.starts(with: "0x".utf8) || text.utf8.starts(with: "0X".utf8) else {
            return Int64(text)
        }
        return Int64(text.dropFirst(2), radix: 16)
    }

    /// The argument as a flag; anything that is no word for "yes" is "no". Nil without one.
    var flag: Bool? {
        guard let text else { return nil }
        if let first = text.utf8.first, ASCII.isDigit(first) { return integer != 0 }
        return ["on", "yes", "true"].contains(FoldedName.fold(text))
    }

    private static func leadingInteger(_ text: String) -> Int64 {
        let hasSign = text.utf8.first == UInt8(ascii: "-") || text.utf8.first == UInt8(ascii: "+")
        let signs = hasSign ? 1 : 0
        let digits = text.utf8.dropFirst(signs).prefix(while: ASCII.isDigit).count
        return Int64(String(decoding: text.utf8.prefix(signs + digits), as: UTF8.self)) ?? 0
    }
}

extension [[Value]] {
    /// One row with one number.
    static func number(_ number: some BinaryInteger) -> [[Value]] {
        [[.integer(Int64(clamping: number))]]
    }
}
