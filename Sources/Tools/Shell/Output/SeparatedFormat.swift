import WCDBEngine
import WCDBStorage

/// One row a line, with something between the values: `list`, `csv`, `quote`.
struct SeparatedFormat: ResultFormat {
    private let style: OutputStyle
    private let separator: [UInt8]
    private let end: [UInt8]

    init(_ style: OutputStyle) {
        self.style = style
        separator = Array((style.separator ?? (style.mode == .list ? "|" : ",")).utf8)
        // Lines of comma-separated values end as RFC 4180 has it.
        end = Array((style.rowEnd ?? (style.mode == .csv ? "\r\n" : "\n")).utf8)
    }

    func begin(_ columns: [String], _ text: inout ByteBuffer) {
        guard style.showsHeaders else { return }
        for (index, name) in columns.enumerated() {
            if index > 0 { separator.withUnsafeBytes { text.append($0) } }
            var name = name
            name.withUTF8 { name in
                append(.text(UnsafeRawBufferPointer(name)), isHeader: true, &text)
            }
        }
        end.withUnsafeBytes { text.append($0) }
    }

    func append(_ row: [ColumnValue], _ text: inout ByteBuffer) {
        for index in row.indices {
            if index > 0 { separator.withUnsafeBytes { text.append($0) } }
            append(row[index], isHeader: false, &text)
        }
        end.withUnsafeBytes { text.append($0) }
    }

    func end(_ text: inout ByteBuffer) {}

    private func append(_ value: ColumnValue, isHeader: Bool, _ text: inout ByteBuffer) {
        switch style.mode {
        case .quote: ValueText.appendLiteral(value, to: &text)
        case .csv where !value.isNull:
            let start = text.count
            ValueText.appendPlain(value, null: "", to: &text)
            quoteField(from: start, &text)
        default: ValueText.appendPlain(value, null: style.nullText, to: &text)
        }
    }

    /// Puts what was written last into quotes if a reader could take it for something else: blanks,
    /// quotes, anything beyond ASCII, the separator, the end of rows, or nothing at all.
    private func quoteField(from start: Int, _ text: inout ByteBuffer) {
        let field = UnsafeRawBufferPointer(rebasing: text.bytes[start...])
        let isPlain = field.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x27 }
        if isPlain, !field.isEmpty, !holds(separator, field), !holds(end, field) { return }
        let copy = Array(field)
        text.truncate(to: start)
        ValueText.append(copy, in: UInt8(ascii: "\""), to: &text)
    }

    private func holds(_ mark: [UInt8], _ field: UnsafeRawBufferPointer) -> Bool {
        !mark.isEmpty && field.contains(mark)
    }
}
