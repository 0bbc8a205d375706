import WCDBStorage

@testable import WCDBEngine

/// Computes the expressions of the tables with the engine's own operators and functions.
enum Evaluation {
    static func evaluate(
        _ expression: String, _ environment: FunctionEnvironment
    ) throws(EngineError) -> Value {
        var text = expression[...]
        if text.hasPrefix("CAST(") {
            text = text.dropFirst(5)
            let value = literal(&text)
            let type = text.dropFirst(3).dropLast()
            return cast(value, String(type))
        }
        let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        if text.dropFirst(name.count).first == "(", name != "x", !name.isEmpty {
            text = text.dropFirst(name.count + 1)
            var values: [Value] = []
            while !text.isEmpty, text.first != ")" {
                values.append(literal(&text))
                if text.first == "," { text = text.dropFirst() }
            }
            return try call(String(name), values, environment)
        }
        if text.first == "~" || text.hasPrefix("- ") {
            let isNot = text.first == "~"
            text = text.dropFirst()
            return literal(&text).withColumnValue { value in
                Value(isNot ? BitOperators.not(value) : Arithmetic.negate(value))
            }
        }
        let left = literal(&text)
        let operation = String(text.prefix { $0 != " " })
        text = text.dropFirst(operation.count)
        return try compute(left, operation, literal(&text), environment)
    }

    private static func literal(_ text: inout Substring) -> Value {
        (try? Literal.take(from: &text)) ?? .text("malformed: \(text)")
    }

    private static func cast(_ value: Value, _ type: String) -> Value {
        var name = type
        let affinity = name.withUTF8 {
            Affinity(declaredType: ByteView(UnsafeRawBufferPointer($0)))
        }
        var scratch = ByteBuffer()
        return value.withColumnValue { Value(Cast.cast($0, to: affinity, scratch: &scratch)) }
    }

    /// Calls a function by name, through the registry.
    static func call(
        _ name: String, _ values: [Value], _ environment: FunctionEnvironment = .fixed
    ) throws(EngineError) -> Value {
        let registry = FunctionRegistry.builtIn
        let id = try registry.find(name, argumentCount: values.count)
        guard case .scalar(let function) = registry[id].implementation else {
            throw .function(message: "\(name) is an aggregate")
        }
        var context = FunctionContext(environment: environment)
        return try lend(values[...], []) { arguments throws(EngineError) in
            try arguments.withUnsafeBufferPointer { buffer throws(EngineError) in
                try context.call(function, buffer)
            }
            return Value(context.result)
        }
    }

    /// Lends all values at once.
    private static func lend(
        _ values: ArraySlice<Value>, _ lent: [ColumnValue],
        _ body: ([ColumnValue]) throws(EngineError) -> Value
    ) throws(EngineError) -> Value {
        guard let first = values.first else { return try body(lent) }
        return try first.withColumnValue { value throws(EngineError) in
            try lend(values.dropFirst(), lent + [value], body)
        }
    }

    private static func compute(
        _ left: Value, _ operation: String, _ right: Value, _ environment: FunctionEnvironment
    ) throws(EngineError) -> Value {
        if operation == "LIKE" { return try call("like", [right, left], environment) }
        if operation == "GLOB" { return try call("glob", [right, left], environment) }
        return try left.withColumnValue { first throws(EngineError) in
            try right.withColumnValue { second throws(EngineError) in
                try compute(first, operation, second)
            }
        }
    }

    private static func compute(
        _ left: ColumnValue, _ operation: String, _ right: ColumnValue
    ) throws(EngineError) -> Value {
        var buffer = ByteBuffer()
        let order = left.isNull || right.isNull ? nil : ValueOrder.compare(left, right)
        switch operation {
        case "+": return Value(Arithmetic.add(left, right))
        case "-": return Value(Arithmetic.subtract(left, right))
        case "*": return Value(Arithmetic.multiply(left, right))
        case "/": return Value(Arithmetic.divide(left, right))
        case "%": return Value(Arithmetic.remainder(left, right))
        case "&": return Value(BitOperators.and(left, right))
        case "|": return Value(BitOperators.or(left, right))
        case "<<": return Value(BitOperators.shiftLeft(left, right))
        case ">>": return Value(BitOperators.shiftRight(left, right))
        case "||": return Value(try Concatenation.concatenate(left, right, into: &buffer))
        case "<": return Value(.truth(order.map { $0 < 0 }))
        case "=": return Value(.truth(order.map { $0 == 0 }))
        case "IS": return Value(.truth(ValueOrder.compare(left, right) == 0))
        default: return .text("no such operator: \(operation)")
        }
    }
}
