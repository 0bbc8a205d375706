import WCDBStorage

/// `soundex`: a letter and three digits for how an English word sounds.
enum SoundexFunction {
    /// The digit of each letter from A to Z; 0 for those that are not heard.
    private static let codes: StaticString = "01230120022455012623010202"

    @Sendable
    static func soundex(_ context: inout FunctionContext) throws(EngineError) {
        let text = context.text(0)
        var position = 0
        while text[position] != 0, !ASCII.isLetter(text[position]) { position &+= 1 }
        guard text[position] != 0 else {
            context.set("?000")
            return
        }
        var previous = code(text[position])
        context.output.appendByte(ASCII.uppercased(text[position]))
        var count = 1
        while count < 4, text[position] != 0 {
            let digit = code(text[position])
            if digit == 0 {
                previous = 0
            } else if digit != previous {
                previous = digit
                context.output.appendByte(0x30 &+ digit)
                count &+= 1
            }
            position &+= 1
        }
        context.output.appendRepeated(UInt8(ascii: "0"), count: 4 &- count)
        try context.finish(.text)
    }

    /// Bytes beyond ASCII sound like those that lack their highest bit: so it has always been.
    private static func code(_ anyByte: UInt8) -> UInt8 {
        let byte = anyByte & 0x7F
        guard ASCII.isLetter(byte) else { return 0 }
        return ByteView(codes)[Int(ASCII.uppercased(byte) &- 0x41)] &- 0x30
    }
}
