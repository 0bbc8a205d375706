import WCDBSQL

/// The functions that a connection knows, by name and number of arguments.
///
/// **Users.** The compiler looks functions up; programs and machines hold a `FunctionID`, so that
/// no name is looked at when a statement runs. A value: a connection that registers a function has
/// its own copy.
///
/// **Always true.** A function that was registered stays at its number; one of the same name
/// that is registered later comes first when it is looked up.
package struct FunctionRegistry: Sendable {
    /// No function takes more.
    package static let maxArgumentCount = 127

    package private(set) var descriptions: [FunctionDescription] = []
    private var numbers: [SQLText: [Int]] = [:]

    /// All functions that the engine brings along.
    package static let builtIn: FunctionRegistry = {
        var registry = FunctionRegistry()
        for description in BuiltInFunctions.all { registry.register(description) }
        return registry
    }()

    package init() {}

    package mutating func register(_ description: FunctionDescription) {
        numbers[SQLText(description.name), default: []].append(descriptions.count)
        descriptions.append(description)
    }

    package subscript(id: FunctionID) -> FunctionDescription { descriptions[id.number] }

    /// The function that is called as `name` with so many arguments. Throws `noSuchFunction`,
    /// `wrongArgumentCount` and `tooManyArguments`, each with the name as it was written.
    package func find(
        _ name: String, argumentCount: Int
    ) throws(EngineError) -> FunctionID {
        guard argumentCount <= FunctionRegistry.maxArgumentCount else {
            throw .tooManyArguments(function: name)
        }
        guard let candidates = numbers[SQLText(FunctionRegistry.fold(name))] else {
            throw .noSuchFunction(name: name)
        }
        let found = candidates.last { descriptions[$0].arguments.contains(argumentCount) }
        guard let found else { throw .wrongArgumentCount(function: name) }
        return FunctionID(number: found)
    }

    /// Letters A–Z in lower case: names of functions have no case.
    static func fold(_ name: String) -> String {
        guard name.utf8.contains(where: ASCII.isUpper) else { return name }
        return String(decoding: name.utf8.map(ASCII.lowercased), as: UTF8.self)
    }
}

/// A function of one registry, as programs refer to it.
package struct FunctionID: Hashable, Sendable {
    package let number: Int
}
