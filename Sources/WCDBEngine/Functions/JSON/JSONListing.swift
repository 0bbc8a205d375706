import WCDBStorage

/// What is between the brackets of a container that is written anew: neighbours that stay as they
/// were in a document are kept back, and copied together.
struct JSONListing: BitwiseCopyable {
    private let hasKeys: Bool
    private var isEmpty = true
    /// The nodes that are kept back, a key first where there are keys; -1 is none.
    private var first = -1
    private var last = -1

    init(hasKeys: Bool) { self.hasKeys = hasKeys }

    /// The value `node`, with the key before it, stays. Requires: no value of the container lies
    /// between it and the one that was kept last, unless `end` was called in between.
    @inline(__always)
    mutating func keep(_ node: Int) {
        if first < 0 { first = hasKeys ? node &- 1 : node }
        last = node
    }

    /// Something else is written next: makes ready for it.
    mutating func begin(_ document: JSONDocument, _ output: inout ByteBuffer) {
        end(document, &output)
        if !isEmpty { output.appendByte(UInt8(ascii: ",")) }
        isEmpty = false
    }

    /// Writes what was kept back.
    mutating func end(_ document: JSONDocument, _ output: inout ByteBuffer) {
        guard first >= 0 else { return }
        if !isEmpty { output.appendByte(UInt8(ascii: ",")) }
        isEmpty = false
        document.write(from: first, through: last, to: &output)
        first = -1
    }
}
