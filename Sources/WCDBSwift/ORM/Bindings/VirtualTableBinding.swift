import WCDBSQL

/// The module of a virtual table, as older programs declare it.
///
/// ```swift
/// VirtualTableBinding(with: .fts3, and: ModuleArgument(with: .WCDB))
/// ```
public struct VirtualTableBinding {
    private let module: Name
    private let arguments: [ModuleArgument]

    /// Any module, with its arguments.
    public init(withModule module: String, and arguments: ModuleArgument...) {
        self.init(withModule: module, and: arguments)
    }

    /// Any module, with its arguments.
    public init(withModule module: String, and arguments: [ModuleArgument]) {
        self.module = Name(spelling: module)
        self.arguments = arguments
    }

    /// A module for full-text search, with its arguments.
    public init(with module: FTSModule, and arguments: ModuleArgument...) {
        self.init(withModule: module.description, and: arguments)
    }

    /// A module for full-text search, with its arguments.
    public init(with module: FTSModule, and arguments: [ModuleArgument]) {
        self.init(withModule: module.description, and: arguments)
    }

    func configure(_ draft: TableDraft) {
        draft.setModule(module, arguments.map { SQLText($0.description) })
    }
}

/// An argument of a module.
///
/// ```swift
/// ModuleArgument(with: .WCDB)  // tokenize = WCDB
/// ```
public struct ModuleArgument: Describable {
    /// The argument as the module reads it.
    public let description: String

    /// The tokenizer.
    public init(with tokenize: Tokenize) { description = "tokenize = " + tokenize.description }

    /// A setting: `left=right`.
    public init(left: String, right: String) { description = left + "=" + right }
}

/// The modules of full-text search that older programs name.
public enum FTSModule: Describable, Sendable {
    /// `fts3`
    case fts3

    /// The name of the module.
    public var description: String { "fts3" }
}

/// The tokenizers that older programs name.
public enum Tokenize: Describable, Sendable {
    /// `porter`
    case porter
    /// `simple`
    case simple
    /// `icu` for a language.
    case icu(locale: String)
    /// `unicode61`
    case unicode61
    /// `WCDB`
    case WCDB

    /// The tokenizer as a module reads it.
    public var description: String {
        switch self {
        case .porter: "porter"
        case .simple: "simple"
        case .icu(let locale): "icu " + locale
        case .unicode61: "unicode61"
        case .WCDB: "WCDB"
        }
    }
}
