import WCDBEngine

/// One call of the program: open, run what was asked for, close.
enum Session {
    /// The exit status: 0, or 1 after any error.
    static func run(_ words: CommandLineWords, console: Console = .standard) -> Int32 {
        let shell: Shell
        do {
            shell = try Shell(words, console: console)
        } catch {
            console.writeError("Error: unable to open database: \(error.message)\n")
            return 1
        }
        for input in words.inputs where !shell.isDone { shell.run(argument: input) }
        if words.inputs.isEmpty { InputReader.readStandardInput(shell) }
        do {
            try shell.connection.close()
        } catch {
            shell.fail("Error: closing the database: \(error.message)")
        }
        return shell.errorCount == 0 ? 0 : 1
    }
}
