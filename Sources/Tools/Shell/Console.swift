import Foundation

/// Where the shell prints: results to one side, errors to the other, in the order in which they
/// come. What cannot be written is lost: there is nobody to tell.
struct Console {
    /// Bytes, since a blob is printed as it is.
    var send: (UnsafeRawBufferPointer) -> Void
    var writeError: (String) -> Void

    static var standard: Console {
        Console(
            send: { try? FileHandle.standardOutput.write(contentsOf: Data($0)) },
            writeError: { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) })
    }

    func write(_ text: String) {
        // Most statements of a script print nothing.
        guard !text.isEmpty else { return }
        var text = text
        text.withUTF8 { send(UnsafeRawBufferPointer($0)) }
    }
}
