/// The command line: options, then the file, then SQL or dot commands.
struct CommandLineWords: Equatable {
    var style = OutputStyle()
    /// Whether the first error ends the shell.
    var stopsAtErrors = false
    var asksForHelp = false
    /// Nil or `:memory:`: a database in memory.
    var file: String?
    var inputs: [String] = []

    static let usage = """
        usage: wcdb [OPTIONS] [FILE] [SQL…]
          Runs SQL from the arguments up to the first that fails, or else from standard input.
          Without FILE, or with :memory:, the database lives in memory.
          -list -csv -json -line -quote -box   how results are printed
          -header, -noheader                   whether column names are
          -separator TEXT, -nullvalue TEXT     what stands between values, and for NULL
          -bail                                stop at the first error of what is read, too
        """

    /// Fails with the word that is not understood.
    init(_ words: [String]) throws(ShellError) {
        var rest = words[...]
        while let word = rest.first, word.hasPrefix("-"), word.count > 1 {
            rest.removeFirst()
            let name = String(word.drop { $0 == "-" })
            if let mode = OutputMode(rawValue: name) {
                style.mode = mode
                continue
            }
            switch name {
            case "bail": stopsAtErrors = true
            case "header": style.showsHeaders = true
            case "noheader": style.showsHeaders = false
            case "help": asksForHelp = true
            case "separator", "nullvalue":
                guard let value = rest.popFirst() else {
                    throw ShellError("missing argument to \(word)")
                }
                if name == "separator" { style.separator = value } else { style.nullText = value }
            default: throw ShellError("unknown option: \(word)")
            }
        }
        if let file = rest.popFirst(), file != ":memory:" { self.file = file }
        inputs = Array(rest)
    }
}

/// What the shell itself refuses, or what became of an error on its way to the user.
struct ShellError: Error, Equatable {
    let message: String

    init(_ message: String) { self.message = message }
}
