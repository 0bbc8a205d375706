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
    ///
    /// ```swift
    /// static var virtualTableBinding: VirtualTableBinding? {
    ///     VirtualTableBinding(
    ///         withModule: "module", and: ModuleArgument(left: "content", right: "notes"))
    /// }
    /// ```
    public init(withModule module: String, and arguments: ModuleArgument...) {
        self.init(withModule: module, and: arguments)
    }

    /// Any module, with its arguments.
    ///
    /// ```swift
    /// static var virtualTableBinding: VirtualTableBinding? {
    ///     let arguments = [ModuleArgument(left: "content", right: "notes")]
    ///     return VirtualTableBinding(withModule: "module", and: arguments)
    /// }
    /// ```
    public init(withModule module: String, and arguments: [ModuleArgument]) {
        self.module = Name(spelling: module)
        self.arguments = arguments
    }

    /// A module for full-text search, with its arguments.
    ///
    /// ```swift
    /// static var virtualTableBinding: VirtualTableBinding? {
    ///     VirtualTableBinding(with: .fts3, and: ModuleArgument(with: .WCDB))
    /// }
    /// ```
    public init(with module: FTSModule, and arguments: ModuleArgument...) {
        self.init(withModule: module.description, and: arguments)
    }

    /// A module for full-text search, with its arguments.
    ///
    /// ```swift
    /// static var virtualTableBinding: VirtualTableBinding? {
    ///     VirtualTableBinding(with: .fts3, and: [ModuleArgument(with: .porter)])
    /// }
    /// ```
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
    ///
    /// ```swift
    /// ModuleArgument(left: "content", right: "notes").description  // content=notes
    /// ```
    public let description: String

    /// The tokenizer.
    ///
    /// ```swift
    /// ModuleArgument(with: .unicode61)  // tokenize = unicode61
    /// ```
    public init(with tokenize: Tokenize) { description = "tokenize = " + tokenize.description }

    /// A setting: `left=right`.
    ///
    /// ```swift
    /// ModuleArgument(left: "content", right: "notes")  // content=notes
    /// ```
    public init(left: String, right: String) { description = left + "=" + right }
}

/// The modules of full-text search that older programs name.
///
/// ```swift
/// let binding = VirtualTableBinding(with: .fts3, and: ModuleArgument(with: .WCDB))
/// ```
public enum FTSModule: Describable, Sendable {
    /// `fts3`
    case fts3

    /// The name of the module.
    ///
    /// ```swift
    /// FTSModule.fts3.description  // fts3
    /// ```
    public var description: String { "fts3" }
}

/// The tokenizers that older programs name.
///
/// ```swift
/// ModuleArgument(with: .icu(locale: "de_DE"))  // tokenize = icu de_DE
/// ```
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
    ///
    /// ```swift
    /// Tokenize.porter.description  // porter
    /// ```
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
