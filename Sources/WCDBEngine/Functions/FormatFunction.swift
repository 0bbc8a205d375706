import WCDBStorage

/// `format`, also known as `printf`.
///
/// Texts end at a NUL: the format, and what `%s` and its relatives show. A letter that is no
/// conversion ends the output where it stands.
enum FormatFunction {
    @Sendable
    static func format(_ context: inout FunctionContext) throws(EngineError) {
        guard context.arguments.count > 0, !context.arguments[0].isNull else { return }
        do throws(EngineError) {
            if try appendAll(&context) { try context.finish(.text) }
        } catch .tooBig {
            // Other functions fail then; this one has never done.
            context.set(.null)
        }
    }

    /// Writes the whole format. Answers false if it asks for nothing at all.
    private static func appendAll(
        _ context: inout FunctionContext
    ) throws(EngineError) -> Bool {
        let format = context.text(0)
        var used = 0
        var position = 0
        var hasOutput = false
        while format[position] != 0 {
            let start = position
            while format[position] != 0, format[position] != UInt8(ascii: "%") { position &+= 1 }
            try context.output.admit(position - start)
            context.output.append(format[start, position])
            guard context.output.count <= maxLength else { throw .tooBig }
            hasOutput = hasOutput || position > start
            guard format[position] != 0 else { break }
            position &+= 1
            if format[position] == 0 {
                context.output.append("%")
                return true
            }
            let arguments = context.arguments
            let directive = FormatDirective(format, &position) {
                used &+= 1
                return arguments[used].asInteger
            }
            guard try append(directive, &used, &context) else { break }
            hasOutput = true
            guard context.output.count <= maxLength else { throw .tooBig }
        }
        return hasOutput
    }

    /// Adds what the directive asks for. Answers false if there is no such conversion.
    private static func append(
        _ directive: FormatDirective, _ used: inout Int, _ context: inout FunctionContext
    ) throws(EngineError) -> Bool {
        guard directive.width <= maxLength &- context.output.count else { throw .tooBig }
        try context.output.admit(directive.width)
        context.scratch.removeAll()
        switch directive.conversion {
        case UInt8(ascii: "%"):
            pad(ByteView("%"), directive, &context.output)
        case UInt8(ascii: "n"):
            break
        case UInt8(ascii: "d"), UInt8(ascii: "i"), UInt8(ascii: "u"), UInt8(ascii: "x"),
            UInt8(ascii: "X"), UInt8(ascii: "o"), UInt8(ascii: "p"), UInt8(ascii: "r"):
            used &+= 1
            let value = context.arguments[used].asInteger
            try FormattedInteger(directive).append(value, to: &context.scratch)
            pad(context.scratch.view, directive, &context.output)
        case UInt8(ascii: "f"), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "g"),
            UInt8(ascii: "G"):
            used &+= 1
            let value = context.arguments[used].asReal
            try appendReal(value, directive, to: &context.scratch)
            padReal(context.scratch.view, value, directive, &context.output)
        case UInt8(ascii: "s"), UInt8(ascii: "z"), UInt8(ascii: "c"), UInt8(ascii: "q"),
            UInt8(ascii: "Q"), UInt8(ascii: "w"):
            used &+= 1
            let isNull = context.arguments[used].isNull
            let text = FormattedText(directive, context.text(used).untilNUL, isNull: isNull)
            try text.append(to: &context.scratch)
            try context.output.admit(context.scratch.count)
            pad(context.scratch.view, text.paddedDirective(context.scratch.view), &context.output)
        default:
            return false
        }
        return true
    }

    /// A longer text is none: there must be room for the zero that ends it in C.
    private static let maxLength = ValueLimits.maxLength - 1

    private static func pad(
        _ text: ByteView, _ directive: FormatDirective, _ output: inout ByteBuffer
    ) {
        let missing = directive.width &- text.count
        if !directive.isLeftJustified {
            output.appendRepeated(UInt8(ascii: " "), count: missing)
        }
        output.append(text)
        if directive.isLeftJustified {
            output.appendRepeated(UInt8(ascii: " "), count: missing)
        }
    }

    // MARK: - Reals

    /// More digits behind the point are asked for by nobody.
    private static let maxPrecision = 100_000_000

    private static func sign(of value: Double, _ directive: FormatDirective) -> UInt8 {
        value < 0 ? UInt8(ascii: "-") : directive.positiveSign
    }

    private static func appendReal(
        _ value: Double, _ directive: FormatDirective, to buffer: inout ByteBuffer
    ) throws(EngineError) {
        let style: RealText.Style
        switch directive.conversion {
        case UInt8(ascii: "f"): style = .fixed
        case UInt8(ascii: "e"), UInt8(ascii: "E"): style = .exponential
        default: style = .general
        }
        let precision = min(directive.precision ?? 6, maxPrecision)
        // What is made room for, were every digit there.
        let isLarge = style == .fixed && value.isFinite && value.magnitude >= 1
        let digits = isLarge ? Int(value.exponent) * 3 / 10 : 0
        guard !value.isFinite || precision + directive.width + digits + 15 <= maxLength + 1 else {
            throw .tooBig
        }
        try buffer.admit(precision + digits + 15)
        var format = RealText(style, precision: precision)
        format.keepsPoint = directive.isAlternate
        format.isExact = directive.isExact
        format.isUpperCase = ASCII.isUpper(directive.conversion)
        let sign = sign(of: value, directive)
        if sign != 0 { buffer.appendByte(sign) }
        format.append(magnitude: value.magnitude, to: &buffer)
    }

    /// Zeros go between the sign and the digits, but not before an infinity.
    private static func padReal(
        _ text: ByteView, _ value: Double, _ directive: FormatDirective,
        _ output: inout ByteBuffer
    ) {
        guard directive.padsWithZeros, !directive.isLeftJustified, value.isFinite else {
            pad(text, directive, &output)
            return
        }
        let signLength = sign(of: value, directive) == 0 ? 0 : 1
        output.append(text.prefix(signLength))
        output.appendRepeated(UInt8(ascii: "0"), count: directive.width &- text.count)
        output.append(text.dropFirst(signLength))
    }
}
