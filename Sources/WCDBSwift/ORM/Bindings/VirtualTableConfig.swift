import WCDBSQL

/// The module of a virtual table: `BindVirtualTable` in the block of a ``TableBinding``.
///
/// ```swift
/// BindVirtualTable(withModule: .FTS5, and: "unicode61")
/// ```
public final class VirtualTableConfig: TableConfiguration {
    private let module: Name
    private let arguments: [SQLText]

    /// Full-text search with a tokenizer and its parameters, over the content of another table.
    ///
    /// ```swift
    /// BindVirtualTable(
    ///     withModule: .FTS5, and: BuiltinTokenizer.Unicode61, withExternalContent: "notes")
    /// ```
    public init(
        withModule version: FTSVersion, and tokenizer: String...,
        withExternalContent table: String? = nil
    ) {
        var arguments: [SQLText] = []
        if !tokenizer.isEmpty {
            arguments.append(SQLText("tokenize = " + tokenizer.joined(separator: " ")))
        }
        if let table { arguments.append(SQLText("content=" + Literal.text(table).sql)) }
        module = Name(version.description)
        self.arguments = arguments
    }

    /// Any module, with its parameters as they are.
    ///
    /// ```swift
    /// BindVirtualTable(withModule: "module", and: "content=notes", "columns=title")
    /// ```
    public init(withModule module: String, and parameters: String...) {
        self.module = Name(spelling: module)
        arguments = parameters.map { SQLText($0) }
    }

    /// Sets the module.
    ///
    /// ```swift
    /// /// A table for search in the texts of another.
    /// struct SearchTable: TableConfiguration {
    ///     let content: String
    ///     func config(with tableBinding: any TableBindingBase) {
    ///         VirtualTableConfig(withModule: .FTS5, withExternalContent: content)
    ///             .config(with: tableBinding)
    ///     }
    /// }
    /// ```
    public func config(with tableBinding: any TableBindingBase) {
        draft(of: tableBinding)?.setModule(module, arguments)
    }
}
