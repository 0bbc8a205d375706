import WCDBEngine
import WCDBStorage

/// Prints rows as a statement finds them, in pieces: a result needs no more memory than its longest
/// row, unless the mode has to know how wide all of them are.
final class ResultPrinter {
    private static let pieceSize = 64 << 10

    /// What was not sent to the console yet.
    var text = ByteBuffer(capacity: 4 << 10)
    private let console: Console

    init(_ console: Console) { self.console = console }

    /// Prints all rows; after an error, those that were found before it.
    func print(_ statement: PreparedSQL, _ style: OutputStyle) throws(EngineError) {
        var format = style.format
        var hasRows = false
        defer {
            if hasRows { format.end(&text) }
            send()
        }
        try forEachRow(of: statement) { row in
            if !hasRows {
                // Only what has rows gets a heading.
                format.begin((0..<row.count).map { statement.columnName($0) }, &text)
                hasRows = true
            }
            format.append(row, &text)
        }
    }

    /// Lends each row to `body`, and sends what that has written.
    func forEachRow(
        of statement: PreparedSQL, _ body: ([ColumnValue]) -> Void
    ) throws(EngineError) {
        var row: [ColumnValue] = []
        while try statement.step() {
            row.removeAll(keepingCapacity: true)
            for index in 0..<statement.columnCount { row.append(statement.column(index)) }
            body(row)
            if text.count >= ResultPrinter.pieceSize { send() }
        }
        statement.reset()
    }

    func send() {
        guard text.count > 0 else { return }
        console.send(text.bytes)
        text.removeAll()
    }
}
