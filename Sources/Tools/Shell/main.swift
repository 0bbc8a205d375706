import Foundation

do {
    let words = try CommandLineWords(Array(CommandLine.arguments.dropFirst()))
    if words.asksForHelp {
        print(CommandLineWords.usage)
        exit(0)
    }
    exit(Session.run(words))
} catch {
    Console.standard.writeError("wcdb: \(error.message)\n\(CommandLineWords.usage)\n")
    exit(2)
}
