import Foundation

if CommandLine.arguments.count == 3, CommandLine.arguments[1] == KillTarget.childWord {
    do {
        try KillTarget.runChild(path: CommandLine.arguments[2])
    } catch {
        FileHandle.standardError.write(Data("\(error)\n".utf8))
        exit(1)
    }
}
guard let command = FuzzCommand(Array(CommandLine.arguments.dropFirst())) else {
    print(FuzzCommand.usage)
    exit(2)
}
exit(command.execute())
