import Dispatch
import WCDBEngine

/// One call of the program: open, run what was asked for, close.
enum Session {
    /// The exit status: what `.exit` said, or else 0, or 1 after any error. An argument that fails
    /// is the last one.
    static func run(_ words: CommandLineWords, console: Console = .standard) -> Int32 {
        let shell: Shell
        do {
            shell = try Shell(words, console: console)
        } catch {
            console.writeError("Error: unable to open database: \(error.message)\n")
            return 1
        }
        let signals = shell.stopKey.listen()
        defer { signals.cancel() }
        for input in words.inputs where !shell.isDone && shell.errorCount == 0 {
            shell.run(argument: input)
        }
        if words.inputs.isEmpty { InputReader.readStandardInput(shell) }
        do {
            try shell.connection.close()
        } catch {
            shell.fail("Error: closing the database: \(error.message)")
        }
        return shell.exitStatus ?? (shell.errorCount == 0 ? 0 : 1)
    }
}
