import WCDBStorage

/// How a mode prints a result, row by row.
///
/// **Users.** `ResultPrinter`: `begin` before the first row, `end` behind the last one; neither if
/// there are no rows. Values are borrowed for the call.
protocol ResultFormat {
    mutating func begin(_ columns: [String], _ text: inout ByteBuffer)
    mutating func append(_ row: [ColumnValue], _ text: inout ByteBuffer)
    mutating func end(_ text: inout ByteBuffer)
}

/// The forms in which results are printed.
enum OutputMode: String, CaseIterable {
    case list, csv, json, line, quote, box

    static var names: String { allCases.map(\.rawValue).joined(separator: " ") }
}

/// How values are shown beside the mode itself.
struct OutputStyle: Equatable {
    var mode: OutputMode = .list
    var showsHeaders = false
    var nullText = ""
    /// What stands between values in list, csv and quote; nil is what the mode does by itself.
    var separator: String?
    /// What stands behind a row there; nil as before.
    var rowEnd: String?

    var format: any ResultFormat {
        switch mode {
        case .list, .csv, .quote: SeparatedFormat(self)
        case .json: JSONFormat()
        case .line: LineFormat(self)
        case .box: BoxFormat(self)
        }
    }
}

extension ByteBuffer {
    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }
}
