import WCDBStorage

/// One value a line, `name = value`, names aligned at the right; a blank line between rows.
struct LineFormat: ResultFormat {
    private let style: OutputStyle
    /// Each with what stands between it and its value.
    private var names: [[UInt8]] = []
    private var isFirst = true

    init(_ style: OutputStyle) { self.style = style }

    mutating func begin(_ columns: [String], _ text: inout ByteBuffer) {
        let width = max(5, columns.map(\.count).max() ?? 0)
        names = columns.map { name in
            Array((String(repeating: " ", count: width - name.count) + name + " = ").utf8)
        }
    }

    mutating func append(_ row: [ColumnValue], _ text: inout ByteBuffer) {
        if !isFirst { text.append("\n") }
        isFirst = false
        for (name, value) in zip(names, row) {
            name.withUnsafeBytes { text.append($0) }
            ValueText.appendPlain(value, null: style.nullText, to: &text)
            text.append("\n")
        }
    }

    func end(_ text: inout ByteBuffer) {}
}
