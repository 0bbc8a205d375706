import Foundation

guard let command = FuzzCommand(Array(CommandLine.arguments.dropFirst())) else {
    print(FuzzCommand.usage)
    exit(2)
}
exit(command.execute())
