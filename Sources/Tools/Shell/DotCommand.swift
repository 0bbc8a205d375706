import Foundation
import WCDBEngine

/// The commands that begin with a dot.
enum DotCommand: String, CaseIterable {
    case tables, schema, dump
    case mode, headers, nullvalue, separator
    case timer, plan, program
    case read, help, quit, exit

    var help: String {
        switch self {
        case .tables: ".tables [PATTERN]     names of tables and views"
        case .schema: ".schema [PATTERN]     the statements that made them"
        case .dump: ".dump [PATTERN]       SQL that makes everything again"
        case .mode: ".mode MODE            \(OutputMode.names)"
        case .headers: ".headers on|off       column names above the rows"
        case .nullvalue: ".nullvalue TEXT       what is printed for NULL"
        case .separator: ".separator TEXT [END] what stands between values, and behind rows"
        case .timer: ".timer on|off         how long each statement took"
        case .plan: ".plan on|off          the plan of each statement"
        case .program: ".program on|off       the program of each statement"
        case .read: ".read FILE            run what a file holds"
        case .help: ".help                 this list"
        case .quit: ".quit                 leave"
        case .exit: ".exit [STATUS]        leave with this exit status"
        }
    }

    /// How many words may stand behind it.
    var mostWords: Int { self == .separator ? 2 : 1 }
}

extension Shell {
    func run(dotCommand line: String) {
        let words = DotWords.split(String(line.dropFirst()))
        guard let name = words.first, let command = DotCommand(rawValue: name) else {
            return fail("Error: unknown command \"\(words.first ?? "")\"; enter .help for help")
        }
        guard words.count <= 1 + command.mostWords else {
            return fail("Error: too many words: \(command.help)")
        }
        do {
            try run(command, words.dropFirst().first, words.dropFirst(2).first)
        } catch {
            fail("Error: \(error.message)")
        }
    }

    private func run(
        _ command: DotCommand, _ argument: String?, _ second: String?
    ) throws(EngineError) {
        switch command {
        case .tables: try printTables(like: argument)
        case .schema: try printSchema(like: argument)
        case .dump: try Dump(self).print(like: argument)
        case .mode: setMode(argument)
        case .headers: set(\.style.showsHeaders, argument, command)
        case .nullvalue: style.nullText = argument ?? ""
        case .separator: setSeparators(argument, second)
        case .timer: set(\.showsTime, argument, command)
        case .plan: set(\.showsPlan, argument, command)
        case .program: set(\.showsProgram, argument, command)
        case .read: read(argument)
        case .help:
            console.write(DotCommand.allCases.map { $0.help + "\n" }.joined())
        case .quit: isDone = true
        case .exit: leave(argument)
        }
    }

    private func setSeparators(_ betweenValues: String?, _ behindRows: String?) {
        guard let betweenValues else { return fail("Error: usage: .separator TEXT [END]") }
        style.separator = betweenValues
        if let behindRows { style.rowEnd = behindRows }
    }

    /// Leaves, whatever the word is: what follows was not meant to run. As in the sqlite3 shell, 0
    /// does not hide the errors before it.
    private func leave(_ word: String?) {
        isDone = true
        guard let word else { return }
        guard let status = UInt8(word) else {
            return fail("Error: usage: .exit [STATUS], which is 0 to 255")
        }
        if status > 0 { exitStatus = Int32(status) }
    }

    private func setMode(_ name: String?) {
        guard let name, let mode = OutputMode(rawValue: name) else {
            return fail("Error: the modes are \(OutputMode.names)")
        }
        style.mode = mode
        style.separator = nil
        style.rowEnd = nil
    }

    private func set(
        _ switched: ReferenceWritableKeyPath<Shell, Bool>, _ word: String?, _ command: DotCommand
    ) {
        switch word?.lowercased() {
        case "on", "yes", "1", "true": self[keyPath: switched] = true
        case "off", "no", "0", "false": self[keyPath: switched] = false
        default: fail("Error: usage: .\(command.rawValue) on|off")
        }
    }

    private func read(_ path: String?) {
        guard let path else { return fail("Error: usage: .read FILE") }
        // A file that reads itself would never end.
        guard readingDepth < 25 else { return fail("Error: .read is nested too deeply") }
        readingDepth += 1
        defer { readingDepth -= 1 }
        guard let bytes = FileManager.default.contents(atPath: path) else {
            return fail("Error: cannot open \"\(path)\"")
        }
        InputReader.read(String(decoding: bytes, as: UTF8.self), self)
    }
}
