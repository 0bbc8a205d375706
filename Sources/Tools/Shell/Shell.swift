import Foundation
import WCDBEngine
import WCDBSQL

/// The shell: a connection, how it prints, and what it was told.
///
/// **Guarantees.** An error is printed on the error side and counted. It ends the text that was
/// handed in with its statement, and nothing else unless the caller asked for `-bail`.
final class Shell {
    let connection: Connection
    let console: Console
    var style: OutputStyle
    var showsTime = false
    var showsPlan = false
    var showsProgram = false
    /// Set by `.quit` and `.exit`, and by an error after `-bail`.
    var isDone = false
    /// What `.exit` said, if not 0.
    var exitStatus: Int32?
    /// Files that are being read, one within the other.
    var readingDepth = 0
    private(set) var errorCount = 0
    private let stopsAtErrors: Bool
    let stopKey: StopKey
    /// Whether somebody sits there, who is asked for more after Ctrl-C.
    var isInteractive = false

    init(_ words: CommandLineWords, console: Console) throws(EngineError) {
        connection = try Connection(path: words.file)
        self.console = console
        style = words.style
        stopsAtErrors = words.stopsAtErrors
        stopKey = StopKey(connection.interrupter)
    }

    func fail(_ message: String) {
        console.writeError(message + "\n")
        errorCount += 1
        if stopsAtErrors { isDone = true }
    }

    /// Runs one argument of the command line: a dot command or SQL.
    func run(argument: String) {
        if argument.hasPrefix(".") {
            run(dotCommand: argument)
        } else {
            run(sql: argument, place: "")
        }
    }

    /// Runs all statements of a text; after an error, none. `place` says where in the input they
    /// stand, for messages.
    func run(sql: String, place: String) {
        let text = Array(sql.utf8)
        var position = 0
        while !isDone {
            let start = DispatchTime.now().uptimeNanoseconds
            // What is shown of a program is that of the statement as it was written.
            connection.notesPlans = showsPlan || showsProgram
            do {
                guard let prepared = try connection.prepare(text, from: &position) else { return }
                stopKey.begin()
                defer { if stopKey.end(), !isInteractive { isDone = true } }
                guard try run(prepared, text: text, place: place) else { return }
            } catch {
                return fail("Parse error\(place): \(error.message)")
            }
            if showsTime {
                let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
                console.write(String(format: "Run Time: real %.6f\n", seconds))
            }
        }
    }

    /// Runs one statement and prints what it gives; false after an error of the run.
    private func run(
        _ prepared: PreparedSQL, text: [UInt8], place: String
    ) throws(EngineError) -> Bool {
        if let explain = prepared.explanation {
            connection.notesPlans = true
            defer { connection.notesPlans = false }
            if explain.isQueryPlan, let explained = explain.statement {
                let program = try connection.prepare(explained, text: text).program
                console.write(ProgramText.plan(program))
                return true
            }
        }
        if showsPlan { console.write(ProgramText.plan(prepared.program)) }
        if showsProgram { console.write(ProgramText.listing(prepared.program)) }
        do {
            try ResultPrinter(console).print(prepared, style)
            return true
        } catch {
            prepared.reset()
            fail("Runtime error\(place): \(error.message) (\(error.code.primary))")
            return false
        }
    }

    /// The rows of a query of the shell's own, as texts.
    func rows(_ sql: String) throws(EngineError) -> [[String]] {
        guard let prepared = try connection.prepare(sql) else { return [] }
        var rows: [[String]] = []
        while try prepared.step() {
            rows.append(
                (0..<prepared.columnCount).map { ValueText.plain(prepared.column($0), null: "") })
        }
        prepared.reset()
        return rows
    }
}
