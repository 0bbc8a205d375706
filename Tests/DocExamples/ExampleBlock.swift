/// A block of Swift in a documentation comment: where its first line stands, and its lines.
///
/// Its first word says what it is a piece of: `static` of the coding keys of a model, `Bind…` of
/// a table binding, `extension` of a file. Any other block is the body of a function.
struct ExampleBlock {
    let path: String
    /// The number of the line after the fence, counted from 1.
    let line: Int
    let lines: [Substring]

    enum Place { case function, codingKeys, binding, file }

    var place: Place {
        let first = lines.first { !$0.isEmpty && !$0.hasPrefix("//") } ?? ""
        if first.hasPrefix("static ") { return .codingKeys }
        if first.hasPrefix("Bind"), !first.hasPrefix("BindParameter") { return .binding }
        return lines.contains { $0.hasPrefix("extension ") } ? .file : .function
    }
}
