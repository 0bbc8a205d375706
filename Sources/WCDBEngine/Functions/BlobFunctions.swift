import WCDBStorage

/// Functions of bytes: `hex`, `zeroblob`, `randomblob`, `quote`.
enum BlobFunctions {
    @Sendable
    static func hex(_ context: inout FunctionContext) throws(EngineError) {
        let bytes = context.text(0)
        // As in SQLite there must be room for a NUL.
        try ValueLimits.admit(bytes.count * 2 + 1)
        context.output.appendHex(bytes)
        try context.finish(.text)
    }

    @Sendable
    static func zeroblob(_ context: inout FunctionContext) throws(EngineError) {
        let count = max(context.arguments[0].asInteger, 0)
        try ValueLimits.admit(Int(count))
        context.output.appendRepeated(0, count: Int(count))
        try context.finish(.blob)
    }

    /// At least one byte.
    @Sendable
    static func randomblob(_ context: inout FunctionContext) throws(EngineError) {
        let count = max(context.arguments[0].asInteger, 1)
        try ValueLimits.admit(Int(count))
        var source = RandomBytes(seed: context.environment.random)
        source.append(Int(count), to: &context.output)
        try context.finish(.blob)
    }

    /// The value as SQL would write it.
    @Sendable
    static func quote(_ context: inout FunctionContext) throws(EngineError) {
        let value = context.arguments[0]
        switch value.kind {
        case .null:
            context.set("NULL")
            return
        case .integer:
            IntegerText.append(value.integer, to: &context.output)
        case .real:
            appendReal(value.real, to: &context.output)
        case .text:
            let text = value.view.untilNUL
            try ValueLimits.admit(text.count(doubling: UInt8(ascii: "'")) + 3)
            context.output.appendByte(UInt8(ascii: "'"))
            context.output.appendDoubling(UInt8(ascii: "'"), in: text)
            context.output.appendByte(UInt8(ascii: "'"))
        case .blob:
            try ValueLimits.admit(value.count * 2 + 5)
            context.output.append("X'")
            context.output.appendHex(value.view)
            context.output.appendByte(UInt8(ascii: "'"))
        }
        try context.finish(.text)
    }

    /// With more than fifteen digits where these are not enough to read the same real again.
    private static func appendReal(_ value: Double, to buffer: inout ByteBuffer) {
        RealText.append(value, to: &buffer)
        guard value.isFinite, RealScan(buffer.view).value != value else { return }
        buffer.removeAll()
        var format = RealText(.exponential, precision: 20)
        format.isExact = true
        if value < 0 { buffer.appendByte(UInt8(ascii: "-")) }
        format.append(magnitude: value.magnitude, to: &buffer)
    }
}

extension ByteView {
    /// How long the text is with each `quote` in it written twice.
    func count(doubling quote: UInt8) -> Int {
        var count = count
        for index in 0..<self.count where self[index] == quote { count &+= 1 }
        return count
    }
}

extension ByteBuffer {
    /// Two digits for each byte, in upper case.
    mutating func appendHex(_ bytes: ByteView) {
        let digits = ByteView("0123456789ABCDEF")
        reserve(bytes.count &* 2)
        for index in 0..<bytes.count {
            appendByte(digits[Int(bytes[index] >> 4)])
            appendByte(digits[Int(bytes[index] & 0x0F)])
        }
    }

    /// The text with each `quote` in it written twice.
    mutating func appendDoubling(_ quote: UInt8, in text: ByteView) {
        for index in 0..<text.count {
            appendByte(text[index])
            if text[index] == quote { appendByte(quote) }
        }
    }
}
