import WCDBStorage

/// The last documents that the functions of a statement took apart: one of them is often asked for
/// many of its parts.
struct JSONCache {
    private var documents: [(text: [UInt8], value: JSONValue)] = []
    private var next = 0
    private static let size = 4

    /// The value of a text; nil if it is no JSON.
    mutating func value(of text: UnsafeRawBufferPointer) -> JSONValue? {
        for document in documents where document.text.count == text.count {
            let isSame = document.text.withUnsafeBytes { ByteOrder.compare($0, text) == 0 }
            if isSame { return document.value }
        }
        let bytes = Array(text)
        guard let value = JSONParser.parse(bytes) else { return nil }
        if documents.count < JSONCache.size {
            documents.append((bytes, value))
        } else {
            documents[next] = (bytes, value)
            next = (next + 1) % JSONCache.size
        }
        return value
    }

    mutating func removeAll() {
        if !documents.isEmpty { documents.removeAll() }
        next = 0
    }
}
