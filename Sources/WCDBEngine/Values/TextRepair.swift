import WCDBStorage

/// Text is UTF-8, whatever bytes it was made of: a sequence that means nothing becomes U+FFFD, the
/// replacement character. Whoever makes text of a blob, or cuts one anywhere, passes it through
/// here; the file refuses rows with anything else.
enum TextRepair {
    /// A text of these bytes: where they lie, or, if they had to be mended, at the end of
    /// `scratch`. Requires: `view` does not lie in `scratch`.
    static func text(of view: ByteView, scratch: inout ByteBuffer) -> ColumnValue {
        if isValid(view) { return ColumnValue(.text, view) }
        let start = scratch.count
        append(view, to: &scratch)
        return ColumnValue(.text, scratch.view.dropFirst(start))
    }

    /// The text that begins at `start` of `buffer`, mended in its place.
    static func text(in buffer: inout ByteBuffer, from start: Int) -> ColumnValue {
        let view = buffer.view.dropFirst(start)
        if isValid(view) { return ColumnValue(.text, view) }
        let mended = String(decoding: view.buffer, as: UTF8.self)
        buffer.truncate(to: start)
        append(mended, to: &buffer)
        return ColumnValue(.text, buffer.view.dropFirst(start))
    }

    static func isValid(_ view: ByteView) -> Bool { UTF8Validation.isValid(view.buffer) }

    private static func append(_ view: ByteView, to buffer: inout ByteBuffer) {
        append(String(decoding: view.buffer, as: UTF8.self), to: &buffer)
    }

    private static func append(_ text: String, to buffer: inout ByteBuffer) {
        var text = text
        text.withUTF8 { buffer.append(UnsafeRawBufferPointer($0)) }
    }
}
