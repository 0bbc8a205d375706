/// A name: of a table, a column, an alias, a function, a collation, a savepoint.
///
/// **Always true.** `text` is the name itself, without quotes. Two names are equal if their bytes
/// are, and both or neither may stand for a string: how else they were quoted, and where, does
/// not count. Letter case counts here; whoever looks a name up folds it.
@usableFromInline
package struct Name: Sendable {
    /// How the name was written. A name of a builder is `.bare` and gets quotes if it needs some.
    @usableFromInline
    package enum Quoting: UInt8, Sendable {
        case bare, doubleQuotes, backticks, brackets, singleQuotes
        /// The `*` that stands for all columns.
        case all
        /// No name at all: what was wrong with the text that should have been an expression.
        case refusal
    }

    @usableFromInline var content: SQLText
    /// Byte offset in the text that was parsed; `UInt32.max` if there is none.
    @usableFromInline package var offset: UInt32
    @usableFromInline package var quoting: Quoting

    @inlinable
    package init(_ text: String, quoting: Quoting = .bare, offset: UInt32 = .max) {
        self.content = SQLText(text)
        self.offset = offset
        self.quoting = quoting
    }

    @inlinable package var text: String { content.string }

    /// The empty name: the place of a name in an unfinished tree.
    package static let empty = Name("")
    /// All columns: `*`.
    package static let all = Name("*", quoting: .all)

    /// Whether there is no name. An empty one in quotes is a name.
    package var isEmpty: Bool { content.string.isEmpty && quoting == .bare }
    @inlinable package var isAll: Bool { quoting == .all }
    /// No name has a NUL; text cannot say one, and a tree that has one is refused.
    package var hasNUL: Bool { content.string.utf8.contains(0) }

    /// Whether the name, where it names no column, is a string (double quotes).
    @inlinable package var mayBeString: Bool { quoting == .doubleQuotes }
}

extension Name: Hashable {
    @usableFromInline
    package static func == (left: Name, right: Name) -> Bool {
        if left.quoting == right.quoting { return left.content == right.content }
        return left.mayBeString == right.mayBeString && left.isAll == right.isAll
            && left.isEmpty == right.isEmpty && left.content == right.content
    }

    @usableFromInline
    package func hash(into hasher: inout Hasher) {
        hasher.combine(content)
        hasher.combine(mayBeString)
    }
}

extension Name: ExpressibleByStringLiteral {
    @usableFromInline
    package init(stringLiteral value: String) { self.init(value) }
}

extension Name {
    /// The name a caller means who may have put the quotes himself.
    ///
    /// A text that is exactly one complete quoted word stays as it is: it is the name inside the
    /// quotes, written with them. Anything else is the name itself. Single quotes make strings
    /// almost everywhere, so they do not count.
    package init(spelling: String) { self.init(spelling, allowsSingleQuotes: false) }

    /// The same where only a name can stand, so that any quotes count, single ones too: the name of
    /// a table, an index or the like.
    package init(anySpelling spelling: String) { self.init(spelling, allowsSingleQuotes: true) }

    private init(_ spelling: String, allowsSingleQuotes: Bool) {
        // Nearly every name has no quotes: that is seen without looking further.
        guard let first = spelling.utf8.first,
            let (quoting, closing) = Name.quote(first, allowsSingleQuotes),
            spelling.utf8.count >= 2, spelling.utf8.last == closing,
            let inner = Name.unquoted(Array(spelling.utf8)[...].dropFirst().dropLast(), closing)
        else {
            self.init(spelling)
            return
        }
        self.init(String(decoding: inner, as: UTF8.self), quoting: quoting)
    }

    private static func quote(_ byte: UInt8, _ allowsSingle: Bool) -> (Quoting, UInt8)? {
        switch byte {
        case UInt8(ascii: "\""): (.doubleQuotes, byte)
        case UInt8(ascii: "`"): (.backticks, byte)
        case UInt8(ascii: "["): (.brackets, UInt8(ascii: "]"))
        case UInt8(ascii: "'"): allowsSingle ? (.singleQuotes, byte) : nil
        default: nil
        }
    }

    /// The inside with doubled quotes undone; nil if a quote ends the word too early.
    private static func unquoted(_ inside: ArraySlice<UInt8>, _ closing: UInt8) -> [UInt8]? {
        var result: [UInt8] = []
        var rest = inside
        while let byte = rest.popFirst() {
            if byte == closing {
                guard closing != UInt8(ascii: "]"), rest.popFirst() == closing else { return nil }
            }
            result.append(byte)
        }
        return result
    }
}
