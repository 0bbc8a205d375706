import WCDBStorage

/// The state of `json_group_array` and `json_group_object`. NULLs are kept. The first argument says
/// which of the others are JSON.
struct JSONState {
    private let isObject: Bool
    private var text: [UInt8]

    init(isObject: Bool) {
        self.isObject = isObject
        text = [isObject ? UInt8(ascii: "{") : UInt8(ascii: "[")]
    }

    mutating func step(_ arguments: UnsafePointer<ColumnValue>) throws(EngineError) {
        let mask = arguments[0].integer
        if text.count > 1 { text.append(UInt8(ascii: ",")) }
        var place = 1
        if isObject {
            var scratch = ByteBuffer(capacity: 32)
            let key = Array(arguments[1].textView(scratch: &scratch).buffer)
            JSONValue.text(JSONValue.escaped(key)).write(to: &text)
            text.append(UInt8(ascii: ":"))
            place = 2
        }
        let isJSON = mask >> Int64(place - 1) & 1 != 0
        try JSONFunctions.part(Value(arguments[place]), isJSON: isJSON).write(to: &text)
        guard text.count <= ValueLimits.maxLength else { throw .tooBig }
    }

    func finish(into buffer: inout ByteBuffer) -> ColumnValue {
        let begin = buffer.count
        text.withUnsafeBytes { buffer.append($0) }
        buffer.appendByte(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        return ColumnValue(.text, buffer.view.dropFirst(begin))
    }
}
