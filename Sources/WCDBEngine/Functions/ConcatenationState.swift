package import WCDBStorage

/// The state of `group_concat`: the texts so far, with what separates them.
package struct ConcatenationState: Sendable {
    /// What a window needs to take the first text out again.
    private struct Term {
        var separatorLength: Int
        var length: Int
    }

    private var bytes: [UInt8] = []
    private var count = 0
    /// Before this, `bytes` are no longer part of the text.
    private var start = 0
    /// Nil unless values may leave; the first `leftTerms` of them have.
    private var terms: [Term]?
    private var leftTerms = 0

    /// `isWindow`: values may be taken back with `inverse`.
    package init(isWindow: Bool = false) {
        if isWindow { terms = [] }
    }

    /// Adds a text, and the separator before it unless it is the first one. NULL is left out; a
    /// separator that is NULL is empty. Throws `tooBig`. Hot.
    package mutating func step(
        _ value: ColumnValue, separator: ColumnValue? = nil, scratch: inout ByteBuffer
    ) throws(EngineError) {
        guard !value.isNull else { return }
        scratch.removeAll()
        let before = bytes.count
        if count > 0 {
            if let separator {
                bytes.append(contentsOf: separator.textView(scratch: &scratch).buffer)
            } else {
                bytes.append(UInt8(ascii: ","))
            }
        }
        let separatorLength = bytes.count - before
        scratch.removeAll()
        let text = value.textView(scratch: &scratch)
        if bytes.capacity - bytes.count < text.count {
            // As in SQLite there must be room for a NUL.
            try ValueLimits.admit(bytes.count + text.count - start + 1)
        }
        bytes.append(contentsOf: text.buffer)
        guard bytes.count - start < ValueLimits.maxLength else { throw .tooBig }
        count += 1
        terms?.append(Term(separatorLength: separatorLength, length: text.count))
    }

    /// The first text leaves the window. Requires: the state is one of a window; `value` was the
    /// first one that has not left yet.
    package mutating func inverse(_ value: ColumnValue) {
        guard !value.isNull, let terms, leftTerms < terms.count else { return }
        start += terms[leftTerms].length
        leftTerms += 1
        count -= 1
        if leftTerms < terms.count { start += terms[leftTerms].separatorLength }
        dropWhatLeft()
    }

    /// Moves the text to the front when most of the memory is no longer used: seldom enough that
    /// a row costs no more than its own length.
    private mutating func dropWhatLeft() {
        if start == bytes.count || start > 4096 && start > bytes.count / 2 {
            bytes.removeFirst(start)
            start = 0
        }
        if leftTerms == terms?.count || leftTerms > 1024 && leftTerms > (terms?.count ?? 0) / 2 {
            terms?.removeFirst(leftTerms)
            leftTerms = 0
        }
    }

    /// The text at the end of `buffer`; NULL if nothing was added. Over a window, as in SQLite, one
    /// empty text is as good as none.
    package func finish(into buffer: inout ByteBuffer) -> ColumnValue {
        guard count > 0, terms == nil || start < bytes.count else { return .null }
        let begin = buffer.count
        bytes.withUnsafeBytes { buffer.append(ByteView($0).dropFirst(start)) }
        return TextRepair.text(in: &buffer, from: begin)
    }
}
