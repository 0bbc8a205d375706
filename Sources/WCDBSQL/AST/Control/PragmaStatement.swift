/// `PRAGMA name`, `PRAGMA name = value`, `PRAGMA name(value)`.
package struct PragmaStatement: Hashable, Sendable {
    package enum Value: Hashable, Sendable {
        case literal(Literal)
        /// `WAL`, `on`, `delete`: a word, whatever it means elsewhere.
        case word(Name)
    }

    package enum Argument: Hashable, Sendable {
        case assigned(Value)
        case called(Value)
    }

    package var name: QualifiedName
    package var argument: Argument?

    package init(_ name: QualifiedName = QualifiedName(), _ argument: Argument? = nil) {
        self.name = name
        self.argument = argument
    }
}
