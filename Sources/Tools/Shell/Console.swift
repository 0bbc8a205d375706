import Foundation

/// Where the shell prints: results to one side, errors to the other. Nothing is kept back, so the
/// two sides come in order, and a reader that went away ends the shell.
struct Console {
    var write: (String) -> Void
    var writeError: (String) -> Void

    static var standard: Console {
        Console(
            write: { FileHandle.standardOutput.write(Data($0.utf8)) },
            writeError: { FileHandle.standardError.write(Data($0.utf8)) })
    }
}
