#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif
import WCDBStorage

/// The functions of mathematics. NULL, what is no number, and what is outside of the domain give
/// NULL; text that is nothing but a number is that number.
enum MathFunctions {
    /// A function of the C library, as a function of SQL.
    static func unary(_ function: @escaping @Sendable (Double) -> Double) -> ScalarFunction {
        { (context) throws(EngineError) in
            let value = context.arguments[0].asNumberIfWhole
            if value.isNumber { context.set(function(value.asReal)) }
        }
    }

    static func binary(
        _ function: @escaping @Sendable (Double, Double) -> Double
    ) -> ScalarFunction {
        { (context) throws(EngineError) in
            let first = context.arguments[0].asNumberIfWhole
            let second = context.arguments[1].asNumberIfWhole
            guard first.isNumber, second.isNumber else { return }
            context.set(function(first.asReal, second.asReal))
        }
    }

    /// `ceil`, `floor`, `trunc`: an integer stays what it is.
    static func rounding(_ rule: FloatingPointRoundingRule) -> ScalarFunction {
        { (context) throws(EngineError) in
            let value = context.arguments[0].asNumberIfWhole
            guard value.isNumber else { return }
            context.set(value.kind == .integer ? value : .real(value.real.rounded(rule)))
        }
    }

    /// `log(X)` to the base of ten, `log(base, X)` to any. Of the second argument text counts as
    /// far as it is a number.
    @Sendable
    static func logarithm(_ context: inout FunctionContext) throws(EngineError) {
        let first = context.arguments[0].asNumberIfWhole
        guard first.isNumber, first.asReal > 0 else { return }
        guard context.arguments.count == 2 else {
            context.set(log(first.asReal) / log(10))
            return
        }
        let base = log(first.asReal)
        let power = context.arguments[1].asReal
        guard base > 0, power > 0 else { return }
        context.set(log(power) / base)
    }

    /// To a fixed base: nil is the natural one.
    private static func logarithm(toBase base: Double?) -> ScalarFunction {
        unary { value in
            guard value > 0 else { return .nan }
            return base.map { log(value) / log($0) } ?? log(value)
        }
    }

    @Sendable
    static func pi(_ context: inout FunctionContext) throws(EngineError) {
        context.set(Double.pi)
    }

    /// By name, in the order of the alphabet; all take one argument.
    static let ofOneArgument: [(name: StaticString, function: ScalarFunction)] = [
        ("acos", unary { acos($0) }), ("acosh", unary { acosh($0) }),
        ("asin", unary { asin($0) }), ("asinh", unary { asinh($0) }),
        ("atan", unary { atan($0) }), ("atanh", unary { atanh($0) }),
        ("ceil", rounding(.up)), ("ceiling", rounding(.up)),
        ("cos", unary { cos($0) }), ("cosh", unary { cosh($0) }),
        ("degrees", unary { $0 * (180 / Double.pi) }), ("exp", unary { exp($0) }),
        ("floor", rounding(.down)), ("ln", logarithm(toBase: nil)),
        ("log10", logarithm(toBase: 10)), ("log2", logarithm(toBase: 2)),
        ("radians", unary { $0 * (Double.pi / 180) }), ("sin", unary { sin($0) }),
        ("sinh", unary { sinh($0) }), ("sqrt", unary { $0.squareRoot() }),
        ("tan", unary { tan($0) }), ("tanh", unary { tanh($0) }),
        ("trunc", rounding(.towardZero)),
    ]

    /// The same with two arguments.
    static let ofTwoArguments: [(name: StaticString, function: ScalarFunction)] = [
        ("atan2", binary { atan2($0, $1) }), ("mod", binary { fmod($0, $1) }),
        ("pow", binary { pow($0, $1) }), ("power", binary { pow($0, $1) }),
    ]
}
