import WCDBStorage

/// Functions that give a part of a text: `substr`, `trim`, `ltrim`, `rtrim`. The result is not
/// copied: it lies in the argument.
enum SubstringFunctions {
    /// `substr(X, start [, length])`. A negative start counts from the end, a negative length
    /// takes what stands before the start. Texts end at a NUL.
    @Sendable
    static func substr(_ context: inout FunctionContext) throws(EngineError) {
        guard !context.arguments.containsNull else { return }
        let isBlob = context.arguments[0].kind == .blob
        let text = context.text(0)
        // An empty blob has no part, not even an empty one.
        if isBlob && text.isEmpty { return }
        var start = context.arguments[1].asSmallInteger
        var length = ValueLimits.maxLength
        var isBackward = false
        if context.arguments.count == 3 {
            length = context.arguments[2].asSmallInteger
            isBackward = length < 0
            length = abs(length)
        }
        if start < 0 {
            start += isBlob ? text.count : Characters.count(text)
            if start < 0 {
                length = max(length + start, 0)
                start = 0
            }
        } else if start > 0 {
            start -= 1
        } else if length > 0 {
            length -= 1
        }
        if isBackward {
            start -= length
            if start < 0 {
                length += start
                start = 0
            }
        }
        let part = isBlob ? text[start, start + length] : characters(text, start, length)
        context.set(ColumnValue(isBlob ? .blob : .text, part))
    }

    private static func characters(_ text: ByteView, _ start: Int, _ length: Int) -> ByteView {
        var position = 0
        var skipped = 0
        while skipped < start, text[position] != 0 {
            position = Characters.end(text, at: position)
            skipped &+= 1
        }
        var end = position
        var taken = 0
        while taken < length, text[end] != 0 {
            end = Characters.end(text, at: end)
            taken &+= 1
        }
        return text[position, end]
    }

    @Sendable
    static func trim(_ context: inout FunctionContext) throws(EngineError) {
        trim(&context, at: [.front, .back])
    }

    @Sendable
    static func trimFront(_ context: inout FunctionContext) throws(EngineError) {
        trim(&context, at: .front)
    }

    @Sendable
    static func trimBack(_ context: inout FunctionContext) throws(EngineError) {
        trim(&context, at: .back)
    }

    private struct Ends: OptionSet {
        let rawValue: UInt8
        static let front = Ends(rawValue: 1)
        static let back = Ends(rawValue: 2)
    }

    private static func trim(_ context: inout FunctionContext, at ends: Ends) {
        guard !context.arguments.containsNull else { return }
        var text = context.text(0)
        let (front, back) = (ends.contains(.front), ends.contains(.back))
        let set = context.arguments.count == 2 ? context.text(1).untilNUL : ByteView(" ")
        if let letters = ASCIISet(set) {
            while front, !text.isEmpty, letters.contains(text[0]) { text = text.dropFirst(1) }
            while back, !text.isEmpty, letters.contains(text[text.count - 1]) {
                text = text.prefix(text.count - 1)
            }
            return context.setText(text)
        }
        while front, let length = edgeLength(of: text, in: set, atFront: true) {
            text = text.dropFirst(length)
        }
        while back, let length = edgeLength(of: text, in: set, atFront: false) {
            text = text.prefix(text.count - length)
        }
        context.setText(text)
    }

    /// The length of the character at one end of the text, if it is one of the set.
    private static func edgeLength(
        of text: ByteView, in set: ByteView, atFront: Bool
    ) -> Int? {
        var position = 0
        while position < set.count {
            let end = Characters.end(set, at: position)
            let character = set[position, end]
            position = end
            guard character.count <= text.count else { continue }
            let edge = atFront ? text : text.dropFirst(text.count - character.count)
            if edge.hasPrefix(character) && !character.isEmpty { return character.count }
        }
        return nil
    }
}

/// Characters of one byte, by a bit for each.
private struct ASCIISet {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    /// Nil if there are others among them.
    init?(_ characters: ByteView) {
        for index in 0..<characters.count {
            let byte = characters[index]
            guard byte < 0x80 else { return nil }
            if byte < 64 { low |= 1 &<< UInt64(byte) } else { high |= 1 &<< UInt64(byte & 63) }
        }
    }

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        byte < 0x80 && (byte < 64 ? low : high) &>> UInt64(byte & 63) & 1 != 0
    }
}
