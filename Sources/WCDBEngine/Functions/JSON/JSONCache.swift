import WCDBStorage

/// The last texts and paths that the functions of a statement took apart: a text is often asked for
/// many of its parts, and a path is the same for all rows.
struct JSONCache: ~Copyable {
    private var documents: [JSONDocument] = []
    private var nextDocument = 0
    private var paths: [(text: [UInt8], isArrow: Bool, path: JSONPath)] = []
    private var nextPath = 0
    private static let size = 4
    /// What the call of a function changes.
    var edit = JSONEdit()
    var patch = JSONPatch()

    /// A text taken apart, until it has been asked for a few others; nil if it is no JSON.
    mutating func document(_ text: UnsafeRawBufferPointer) -> JSONDocument? {
        for index in documents.indices where documents[index].isOf(text) {
            // A call may ask for another one, which must not take its place.
            if index == nextDocument { nextDocument = (index + 1) % JSONCache.size }
            return documents[index]
        }
        if documents.count < JSONCache.size {
            nextDocument = documents.count
            documents.append(JSONDocument())
        }
        let document = documents[nextDocument]
        // The place of what is no JSON is taken by the next.
        guard document.read(text) else { return nil }
        nextDocument = (nextDocument + 1) % JSONCache.size
        return document
    }

    /// The path that a text is, or that it is behind an arrow. Throws if it is none.
    mutating func path(_ text: ByteView, isArrow: Bool) throws(EngineError) -> JSONPath {
        for index in paths.indices
        where paths[index].isArrow == isArrow && paths[index].text.count == text.count {
            let isSame = paths[index].text.withUnsafeBytes {
                ByteOrder.compare($0, text.buffer) == 0
            }
            if isSame { return paths[index].path }
        }
        let bytes = Array(text.buffer)
        let path = isArrow ? try JSONPath(arrow: bytes) : try JSONPath(bytes)
        if paths.count < JSONCache.size {
            paths.append((bytes, isArrow, path))
        } else {
            paths[nextPath] = (bytes, isArrow, path)
            nextPath = (nextPath + 1) % JSONCache.size
        }
        return path
    }

    mutating func removeAll() {
        if !documents.isEmpty { documents.removeAll() }
        if !paths.isEmpty { paths.removeAll() }
        nextDocument = 0
        nextPath = 0
    }
}
