import Foundation

/// Where the shell prints: results to one side, errors to the other. Nothing is kept back, so the
/// two sides come in order. What cannot be written is lost: there is nobody to tell.
struct Console {
    var write: (String) -> Void
    var writeError: (String) -> Void

    static var standard: Console {
        Console(
            write: { try? FileHandle.standardOutput.write(contentsOf: Data($0.utf8)) },
            writeError: { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) })
    }
}
