import Synchronization
package import WCDBSQL

/// How a type and its table belong together: keys, columns, constraints, indexes.
///
/// ```swift
/// static let objectRelationalMapping = TableBinding(CodingKeys.self) {
///     BindColumnConstraint(id, isPrimary: true)
///     BindIndex(name, namedWith: "_name")
/// }
/// ```
///
/// The block runs when the declaration is needed for the first time, once or, if several threads
/// need it at the same moment, by each of them. Nothing changes afterwards.
public final class TableBinding<CodingTableKeyType: CodingTableKey>: TableBindingBase, Sendable {
    /// Collects the lines of the block.
    ///
    /// ```swift
    /// static let objectRelationalMapping = TableBinding(CodingKeys.self) {
    ///     BindColumnConstraint(id, isPrimary: true)
    ///     BindIndex(author, namedWith: "_author")
    /// }
    /// ```
    @resultBuilder
    public struct TableConfigurationBuilder {
        /// The lines.
        ///
        /// ```swift
        /// // The block is a list of lines of any kind, in any order.
        /// static let objectRelationalMapping = TableBinding(CodingKeys.self) {
        ///     BindColumnConstraint(id, isPrimary: true)
        ///     BindChecks { CodingKeys.stars >= 0 }
        ///     BindMultiUnique(author, title)
        /// }
        /// ```
        public static func buildBlock(_ configs: any TableConfiguration...)
            -> [any TableConfiguration]
        { configs }

        /// No lines.
        ///
        /// ```swift
        /// static let objectRelationalMapping = TableBinding(CodingKeys.self) {}
        /// ```
        public static func buildBlock() -> [any TableConfiguration] { [] }
    }

    /// The columns in the order of the cases.
    package let properties: [Property]
    package let keys: [CodingTableKeyType]
    private let template: ColumnReference
    private let form: KeyForm
    /// The columns by the indexes of their keys, if those have some.
    private let columns: [ColumnReference?]
    private let configurations: @Sendable () -> [any TableConfiguration]
    private let resolved = AtomicLazyReference<ResolvedOutline>()
    private let lazyLayout = AtomicLazyReference<ColumnLayout>()

    /// The columns of the keys, without constraints.
    ///
    /// ```swift
    /// static let objectRelationalMapping = TableBinding(CodingKeys.self)
    /// ```
    public convenience init(_ type: CodingTableKeyType.Type) {
        self.init(keys: KeyCases<CodingTableKeyType>.all) { [] }
    }

    /// The columns of the keys and what the block says about them.
    ///
    /// The name of a case stands for its key in the block, unless it is a word of its own.
    ///
    /// ```swift
    /// static let objectRelationalMapping = TableBinding(CodingKeys.self) {
    ///     BindColumnConstraint(id, isPrimary: true, isAutoIncrement: true)
    ///     BindColumnConstraint(title, isNotNull: true, defaultTo: "untitled")
    ///     BindIndex(author, title, namedWith: "_author", isUnique: true)
    /// }
    /// ```
    public convenience init(
        _ type: CodingTableKeyType.Type,
        @TableConfigurationBuilder _ configBuilder:
            @escaping @Sendable () -> [any TableConfiguration]
    ) {
        self.init(keys: KeyCases<CodingTableKeyType>.all, configBuilder)
    }

    private init(
        keys: [CodingTableKeyType],
        _ configurations: @escaping @Sendable () -> [any TableConfiguration]
    ) {
        let origin = ColumnOrigin(BindingOrigin(CodingTableKeyType.self))
        let template = ColumnReference(.empty, table: nil, origin: origin)
        self.keys = keys
        self.template = template
        self.configurations = configurations
        properties = keys.map { key in
            let column = template.with(name: Name(spelling: key.stringValue))
            return Property(
                ResultTree(.column(column)), key: key, name: key.stringValue, isPlain: true)
        }
        form = KeyForm(CodingTableKeyType.self)
        var columns: [ColumnReference?] = []
        if form != .named {
            for key in keys {
                let index = form.index(key)
                let missing = max(0, index + 1 - columns.count)
                columns.append(contentsOf: Array(repeating: nil, count: missing))
                columns[index] = template.with(name: Name(spelling: key.stringValue))
            }
        }
        self.columns = columns
    }

    /// The column of that name, with this binding as its origin.
    package func column(named name: String) -> ColumnReference {
        template.with(name: Name(spelling: name))
    }

    /// The column of that key, with this binding as its origin.
    package func column(of key: CodingTableKeyType) -> ColumnReference {
        if form != .named {
            let index = form.index(key)
            if index < columns.count, let column = columns[index] { return column }
        }
        return column(named: key.stringValue)
    }

    /// What the binding says about its table.
    package var outline: TableOutline {
        if let outline = resolved.load() { return outline.outline }
        return resolved.storeIfNil(ResolvedOutline(resolve())).outline
    }

    /// What a row with all columns is made of, as far as the keys call them all: in their order,
    /// which may be another one than that of the cases.
    var layout: ColumnLayout {
        lazyLayout.load()
            ?? lazyLayout.storeIfNil(
                ColumnLayout(CodingTableKeyType.all, of: CodingTableKeyType.self))
    }

    /// The column whose values the database gives out.
    var automaticKey: String? {
        if let outline = resolved.load() { return outline.automaticKey }
        return outline.autoIncrementKeys.first
    }

    private func resolve() -> TableOutline {
        let discovery = ColumnTypes.discover(in: CodingTableKeyType.Root.self)
        let draft = TableDraft(
            columns: keys.map { key in
                ColumnDefinition(
                    ColumnReference(Name(spelling: key.stringValue)),
                    type: discovery[key.stringValue])
            })
        for configuration in configurations() + [DictionaryConfiguration(keys: keys)] {
            configuration.config(with: draft)
        }
        var outline = draft.outline
        let names = keys.map(\.stringValue)
        outline.problems += discovery.problems(names)
        outline.remarks += discovery.remarks(names)
        return outline
    }
}

/// The keys that a column comes from. It lies in the trees, for whoever looks for a column that is
/// missing from its table.
package final class BindingOrigin: Sendable {
    package let keys: any CodingTableKey.Type

    init(_ keys: any CodingTableKey.Type) { self.keys = keys }
}

private final class ResolvedOutline: Sendable {
    let outline: TableOutline
    let automaticKey: String?

    init(_ outline: TableOutline) {
        self.outline = outline
        automaticKey = outline.autoIncrementKeys.first
    }
}
