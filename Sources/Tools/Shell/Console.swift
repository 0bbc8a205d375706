import Foundation

/// Where the shell prints: results to one side, errors to the other. Nothing is kept back, so the
/// two sides come in order. What cannot be written is lost: there is nobody to tell.
struct Console {
    var write: (String) -> Void
    var writeError: (String) -> Void

    static var standard: Console {
        Console(
            write: { write($0, to: .standardOutput) },
            writeError: { write($0, to: .standardError) })
    }

    private static func write(_ text: String, to file: FileHandle) {
        // Most statements of a script print nothing.
        guard !text.isEmpty else { return }
        try? file.write(contentsOf: Data(text.utf8))
    }
}
