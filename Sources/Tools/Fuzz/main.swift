import Foundation

if CommandLine.arguments.count == 3, CommandLine.arguments[1] == KillTarget.childWord {
    do {
        try KillTarget.runChild(path: CommandLine.arguments[2])
    } catch {
        FileHandle.standardError.write(Data("\(error)\n".utf8))
        exit(1)
    }
}
if CommandLine.arguments.count > 2, CommandLine.arguments[1] == "slt" {
    var runner = LogicRunner(showsAtMost: 5)
    exit(runner.run(Array(CommandLine.arguments.dropFirst(2))))
}
if CommandLine.arguments.count > 2, CommandLine.arguments[1] == "sqltest" {
    var runner = ExampleRunner()
    exit(runner.run(Array(CommandLine.arguments.dropFirst(2))))
}
if CommandLine.arguments.count > 2, CommandLine.arguments[1] == "compare" {
    exit(CompareCommand.run(Array(CommandLine.arguments.dropFirst(2))))
}
if CommandLine.arguments.count > 2, CommandLine.arguments[1] == "script" {
    exit(ScriptCommand.run(Array(CommandLine.arguments.dropFirst(2))))
}
guard let command = FuzzCommand(Array(CommandLine.arguments.dropFirst())) else {
    print(FuzzCommand.usage)
    exit(2)
}
exit(command.execute())
