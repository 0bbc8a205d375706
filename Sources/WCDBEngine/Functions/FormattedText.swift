import WCDBStorage

/// The conversions `%s %z %c %q %Q %w` of a format: a text, a part of it, or a text in quotes.
struct FormattedText {
    private let directive: FormatDirective
    private let text: ByteView
    private let isNull: Bool

    /// Requires: `text` has no NUL.
    init(_ directive: FormatDirective, _ text: ByteView, isNull: Bool) {
        self.directive = directive
        self.text = text
        self.isNull = isNull
    }

    func append(to buffer: inout ByteBuffer) throws(EngineError) {
        switch directive.conversion {
        case UInt8(ascii: "c"):
            try appendCharacter(to: &buffer)
        case UInt8(ascii: "q"), UInt8(ascii: "Q"), UInt8(ascii: "w"):
            try appendQuoted(to: &buffer)
        default:
            let text = cut(text)
            try buffer.admit(text.count)
            buffer.append(text)
        }
    }

    /// The first character, as often as the precision says; a NUL if there is none.
    private func appendCharacter(to buffer: inout ByteBuffer) throws(EngineError) {
        var end = 1
        if text[0] >= 0xC0 {
            while end < 4, ASCII.isContinuation(text[end]) { end &+= 1 }
        }
        let count = max(directive.precision ?? 1, 1)
        guard count <= ValueLimits.maxLength / end else { throw .tooBig }
        try ValueLimits.admit(count * end)
        for _ in 0..<count {
            if text.isEmpty { buffer.appendByte(0) } else { buffer.append(text.prefix(end)) }
        }
    }

    private func appendQuoted(to buffer: inout ByteBuffer) throws(EngineError) {
        let quote = UInt8(ascii: directive.conversion == UInt8(ascii: "w") ? "\"" : "'")
        let isLiteral = directive.conversion == UInt8(ascii: "Q")
        guard !isNull else {
            buffer.append(cut(isLiteral ? ByteView("NULL") : ByteView("(NULL)")))
            return
        }
        let text = cut(text)
        // As in SQLite there must be room for a NUL.
        try ValueLimits.admit(text.count(doubling: quote) + 3)
        if isLiteral { buffer.appendByte(quote) }
        buffer.appendDoubling(quote, in: text)
        if isLiteral { buffer.appendByte(quote) }
    }

    /// As many bytes as the precision allows; with `!`, characters.
    private func cut(_ text: ByteView) -> ByteView {
        guard let precision = directive.precision else { return text }
        guard directive.isExact else { return text.prefix(precision) }
        var end = 0
        var taken = 0
        while taken < precision, end < text.count {
            end = Characters.end(text, at: end)
            taken &+= 1
        }
        return text.prefix(end)
    }

    /// The directive with the width in bytes: `%c`, and the others with `!`, count characters.
    func paddedDirective(_ result: ByteView) -> FormatDirective {
        guard directive.isExact || directive.conversion == UInt8(ascii: "c"), directive.width > 0
        else { return directive }
        var padded = directive
        for index in 0..<result.count where ASCII.isContinuation(result[index]) {
            padded.width &+= 1
        }
        return padded
    }
}
