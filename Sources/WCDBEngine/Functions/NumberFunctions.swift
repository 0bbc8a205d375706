import WCDBStorage

/// Functions of numbers: `abs`, `round`, `sign`, `random`.
enum NumberFunctions {
    /// An integer stays one, everything else is a REAL. Throws `integerOverflow`.
    @Sendable
    static func abs(_ context: inout FunctionContext) throws(EngineError) {
        let value = context.arguments[0]
        switch value.kind {
        case .null:
            break
        case .integer:
            guard value.integer != .min else { throw .integerOverflow }
            context.set(Swift.abs(value.integer))
        case .real, .text, .blob:
            let real = value.asReal
            context.set(real < 0 ? -real : real)
        }
    }

    /// Half away from zero, in decimal: the digits of the text decide, not those of the real.
    @Sendable
    static func round(_ context: inout FunctionContext) throws(EngineError) {
        guard !context.arguments.containsNull else { return }
        let digits = min(max(context.arguments[1].asSmallInteger, 0), 30)
        let real = context.arguments[0].asReal
        if Swift.abs(real) > 0x1p52 {
            // Nothing behind the point is left.
            context.set(real)
        } else if digits == 0 {
            context.set((real + (real < 0 ? -0.5 : 0.5)).rounded(.towardZero) + 0.0)
        } else {
            var format = RealText(.fixed, precision: digits)
            format.isExact = true
            if real < 0 { context.scratch.appendByte(UInt8(ascii: "-")) }
            format.append(magnitude: real.magnitude, to: &context.scratch)
            context.set(RealScan(context.scratch.view).value)
        }
    }

    /// −1, 0 or 1; NULL for what is no number.
    @Sendable
    static func sign(_ context: inout FunctionContext) throws(EngineError) {
        let value = context.arguments[0].asNumberIfWhole
        guard value.isNumber else { return }
        let real = value.asReal
        context.set(Int64(real < 0 ? -1 : real > 0 ? 1 : 0))
    }

    /// Any integer but the smallest one, so that its absolute value exists.
    @Sendable
    static func random(_ context: inout FunctionContext) throws(EngineError) {
        let bits = Int64(bitPattern: context.environment.random())
        context.set(bits < 0 ? 0 &- (bits & .max) : bits)
    }
}
