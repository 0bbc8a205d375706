/// A place that breaks a rule, and what to do about it.
struct Finding: CustomStringConvertible {
    let rule: Rule
    let path: String
    let line: Int
    let message: String

    var description: String { "\(path):\(line): \(message). Remedy: \(rule.remedy)" }
}

/// What the tidy test checks. The remedy is the second half of each message.
enum Rule: String, CaseIterable {
    case lineLength, fileLength, functionLength, importEdge, folderOrder, memoryAccess
    case bannedCall, uncheckedSendable, openTask, undocumentedType, missingExample
    case documentTitle, brokenLink

    var remedy: String {
        switch self {
        case .lineLength: "break it at 100 columns"
        case .fileLength: "cut it along an idea into files of at most 500 lines"
        case .functionLength: "give a part of it a name; at most 60 lines"
        case .importEdge: "move the code to a module that may import it (ImportRules.swift)"
        case .folderOrder: "move the type up, or turn the dependency round (FolderRules.swift)"
        case .memoryAccess: "go through a type of the folders listed in MemoryRules.swift"
        case .bannedCall: "throw a typed error, or return"
        case .uncheckedSendable: "let the compiler check it, or list the file with its argument"
        case .openTask: "do it, or write a decision note"
        case .undocumentedType: "say above it what it is, who may use it, what always holds"
        case .missingExample: "show in a few lines how a program uses it"
        case .documentTitle: "begin with exactly one '# Title'"
        case .brokenLink: "repair the path or the section name"
        }
    }
}
