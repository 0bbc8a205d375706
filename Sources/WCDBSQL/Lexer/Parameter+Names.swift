extension Parameter {
    /// Whether SQL can write a parameter of that name: letters, digits, and the like.
    package static func canBeNamed(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy(Lexer.isWordByte)
    }
}
