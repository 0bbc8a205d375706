import WCDBStorage

/// What the compiler has to know of a function, and how it is called.
package struct FunctionDescription: Sendable {
    package enum Implementation: Sendable {
        /// One result for each call.
        case scalar(ScalarFunction)
        /// One result for a group of rows, or for a window.
        case aggregate(AggregateFunction)
        /// One result for each row, which needs a window.
        case window(WindowFunction)
    }

    /// In lower case.
    package let name: String
    /// How many arguments it takes.
    package let arguments: ClosedRange<Int>
    /// The same arguments give the same result at any time: only such functions may stand in an
    /// index, a CHECK or a generated column, and may be computed once for all rows.
    package let isDeterministic: Bool
    package let implementation: Implementation
    /// Of the functions that LIKE and GLOB are: what they match with, so that the operator needs
    /// no call for a text.
    let matching: PatternOperator?
    /// What it looks at, if it has one argument.
    let part: ValuePart

    package init(
        _ name: String, _ arguments: ClosedRange<Int>, isDeterministic: Bool = true,
        _ implementation: Implementation
    ) {
        self.init(
            name, arguments, isDeterministic: isDeterministic, implementation, part: .whole)
    }

    /// One that looks only at a part of its argument.
    init(_ name: String, _ part: ValuePart, _ function: @escaping ScalarFunction) {
        self.init(name, 1...1, isDeterministic: true, .scalar(function), part: part)
    }

    init(_ matching: PatternOperator) {
        self.init(
            matching == .glob ? "glob" : "like", 2...(matching == .glob ? 2 : 3),
            isDeterministic: true, .scalar(matching.function), matching: matching, part: .whole)
    }

    private init(
        _ name: String, _ arguments: ClosedRange<Int>, isDeterministic: Bool,
        _ implementation: Implementation, matching: PatternOperator? = nil, part: ValuePart
    ) {
        self.name = FunctionRegistry.fold(name)
        self.arguments = arguments
        self.isDeterministic = isDeterministic
        self.implementation = implementation
        self.matching = matching
        self.part = part
    }
}
