import WCDBStorage

/// The state of `json_group_array` and `json_group_object`. NULLs are kept.
struct JSONState: ~Copyable {
    private let isObject: Bool
    private var text = ByteBuffer(capacity: 64)

    init(isObject: Bool) {
        self.isObject = isObject
        text.appendByte(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
    }

    /// Adds a value. Over a window there is an argument more: the subtype of the one before,
    /// because rows that are put aside are not marked.
    mutating func step(
        _ arguments: UnsafePointer<ColumnValue>, count: Int, scratch: inout ByteBuffer
    ) throws(EngineError) {
        if text.count > 1 { text.appendByte(UInt8(ascii: ",")) }
        var place = 0
        if isObject {
            scratch.removeAll()
            JSONText.quote(arguments[0].textView(scratch: &scratch), to: &text)
            text.appendByte(UInt8(ascii: ":"))
            place = 1
        }
        var value = arguments[place]
        if count > place + 1 { value = value.marked(asJSON: arguments[place + 1].integer != 0) }
        try JSONText.write(value, to: &text)
        guard text.count <= ValueLimits.maxLength else { throw .tooBig }
    }

    func finish(into buffer: inout ByteBuffer) -> ColumnValue {
        let begin = buffer.count
        buffer.append(text.bytes)
        buffer.appendByte(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        return ColumnValue(.text, buffer.view.dropFirst(begin)).marked(asJSON: true)
    }
}
