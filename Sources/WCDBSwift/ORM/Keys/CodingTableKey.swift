package import WCDBSQL

/// A key of a column, whatever its table.
///
/// ```swift
/// let key: any CodingTableKeyBase = Note.Properties.id
/// key.stringValue  // id
/// ```
public protocol CodingTableKeyBase: CodingKey {
    /// The type that has the table.
    ///
    /// ```swift
    /// let key: any CodingTableKeyBase = Note.Properties.id
    /// key.rootType == Note.self  // true
    /// ```
    var rootType: any TableCodableBase.Type { get }
}

/// The keys of a table's columns: an enumeration of strings, one case for each column.
///
/// A case can be used wherever a column can.
///
/// ```swift
/// Note.Properties.id > 1                        // id > 1
/// Note.Properties.text.in(table: "notes").max()  // MAX(notes.text)
/// ```
public protocol CodingTableKey: CodingTableKeyBase, Hashable, PropertyOperable, RawRepresentable
where RawValue == String {
    /// The type that has the table.
    ///
    /// ```swift
    /// enum CodingKeys: String, CodingTableKey {
    ///     typealias Root = Note
    ///     static let objectRelationalMapping = TableBinding(CodingKeys.self)
    ///     case id, text
    /// }
    /// ```
    associatedtype Root: TableCodableBase

    /// All columns in the order of the cases.
    static var all: [Property] { get }
    /// `*`
    static var any: Column { get }
    /// How the type and the table belong together.
    ///
    /// ```swift
    /// static let objectRelationalMapping = TableBinding(CodingKeys.self) {
    ///     BindColumnConstraint(id, isPrimary: true)
    ///     BindIndex(title, namedWith: "_title")
    /// }
    /// ```
    static var objectRelationalMapping: TableBinding<Self> { get }

    /// Constraints of columns, as older programs declare them.
    static var columnConstraintBindings: [Self: ColumnConstraintBinding]? { get }
    /// Indexes by the suffix of their names, as older programs declare them.
    static var indexBindings: [IndexBinding.Subfix: IndexBinding]? { get }
    /// Constraints of the table by name, as older programs declare them.
    static var tableConstraintBindings: [TableConstraintBinding.Name: any TableConstraintBinding]? {
        get
    }
    /// The module of a virtual table, as older programs declare it.
    static var virtualTableBinding: VirtualTableBinding? { get }

    /// Constraints of one column.
    ///
    /// ```swift
    /// BindColumnConstraint(id, isPrimary: true, isAutoIncrement: true)
    /// ```
    typealias BindColumnConstraint = ColumnConstraintConfig<Self>
    /// An index.
    ///
    /// ```swift
    /// BindIndex(author, title, namedWith: "_author")
    /// ```
    typealias BindIndex = IndexConfig<Self>
    /// A primary key of several columns.
    ///
    /// ```swift
    /// BindMultiPrimary(author, title)
    /// ```
    typealias BindMultiPrimary = MultiPrimaryConfig<Self>
    /// Several columns that are unique together.
    ///
    /// ```swift
    /// BindMultiUnique(author, title)
    /// ```
    typealias BindMultiUnique = MultiUniqueConfig<Self>
    /// Conditions that each row meets.
    ///
    /// ```swift
    /// BindChecks { CodingKeys.stars >= 0 }
    /// ```
    typealias BindChecks = CheckExpressionConfig
    /// A reference to another table, under the name of the 2.x API.
    ///
    /// ```swift
    /// BindForeginKey(author, foreignKey: ForeignKey().references(with: "authors"))
    /// ```
    typealias BindForeginKey = ForeignKeyConfig<Self>
    /// A reference to another table.
    ///
    /// ```swift
    /// BindForeignKey(author, foreignKey: ForeignKey().references(with: "authors"))
    /// ```
    typealias BindForeignKey = ForeignKeyConfig<Self>
    /// The module of a virtual table.
    ///
    /// ```swift
    /// BindVirtualTable(withModule: .FTS5, and: BuiltinTokenizer.Unicode61)
    /// ```
    typealias BindVirtualTable = VirtualTableConfig
}

extension CodingTableKey {
    /// All columns in the order of the cases.
    ///
    /// ```swift
    /// Author.Properties.all.map(\.name)                  // ["id", "name"]
    /// StatementSelect().select(Author.Properties.all)    // SELECT id, name
    /// ```
    public static var all: [Property] { objectRelationalMapping.properties }

    /// `*`
    ///
    /// ```swift
    /// StatementSelect().select(Note.Properties.any.count()).from("notes")
    /// // SELECT COUNT(*) FROM notes
    /// ```
    public static var any: Column { Column.all() }

    /// None, unless the type says otherwise.
    ///
    /// ```swift
    /// static var columnConstraintBindings: [CodingKeys: ColumnConstraintBinding]? {
    ///     [id: ColumnConstraintBinding(isPrimary: true)]
    /// }
    /// ```
    public static var columnConstraintBindings: [Self: ColumnConstraintBinding]? { nil }

    /// None, unless the type says otherwise.
    ///
    /// ```swift
    /// static var indexBindings: [IndexBinding.Subfix: IndexBinding]? {
    ///     ["_title": IndexBinding(indexesBy: title)]
    /// }
    /// ```
    public static var indexBindings: [IndexBinding.Subfix: IndexBinding]? { nil }

    /// None, unless the type says otherwise.
    ///
    /// ```swift
    /// static var tableConstraintBindings:
    ///     [TableConstraintBinding.Name: any TableConstraintBinding]?
    /// {
    ///     ["once": MultiUniqueBinding(indexesBy: author, title)]
    /// }
    /// ```
    public static var tableConstraintBindings:
        [TableConstraintBinding.Name: any TableConstraintBinding]?
    { nil }

    /// None, unless the type says otherwise.
    ///
    /// ```swift
    /// static var virtualTableBinding: VirtualTableBinding? {
    ///     VirtualTableBinding(with: .fts3, and: ModuleArgument(with: .unicode61))
    /// }
    /// ```
    public static var virtualTableBinding: VirtualTableBinding? { nil }
}

extension CodingTableKey {
    /// The type that has the table.
    ///
    /// ```swift
    /// Note.Properties.id.rootType == Note.self  // true
    /// ```
    public var rootType: any TableCodableBase.Type { Root.self }

    /// A key always belongs to a property of a type.
    ///
    /// ```swift
    /// Note.Properties.id.isSwiftProperty()  // true
    /// ```
    public func isSwiftProperty() -> Bool { true }

    /// This key.
    ///
    /// ```swift
    /// Note.Properties.id.codingTableKey?.stringValue  // id
    /// ```
    public var codingTableKey: (any CodingTableKeyBase)? { self }

    /// The key as a property.
    ///
    /// ```swift
    /// let columns: [Property] = [Note.Properties.id.asProperty()]
    /// ```
    public func asProperty() -> Property {
        Property(
            ResultTree(.column(columnReference)), key: self, name: stringValue, isPlain: true)
    }

    /// The column of that table.
    ///
    /// ```swift
    /// Note.Properties.id.in(table: "notes") == Book.Properties.id.in(table: "books")
    /// // notes.id == books.id
    /// ```
    public func `in`(table: String) -> Property { asProperty().in(table: table) }

    /// The column in that schema. It is said only if there is a table too.
    ///
    /// ```swift
    /// Note.Properties.id.in(table: "notes").of(schema: "main") > 7  // main.notes.id > 7
    /// ```
    public func of(schema schemaConvertible: any SchemaConvertible) -> Property {
        asProperty().of(schema: schemaConvertible)
    }

    /// The column.
    ///
    /// ```swift
    /// Note.Properties.id.asColumn()  // id
    /// ```
    public func asColumn() -> Column { Column(columnReference) }

    /// The column as an expression.
    ///
    /// ```swift
    /// Note.Properties.id.asExpression()  // id
    /// ```
    public func asExpression() -> Expression { Expression(tree: .column(columnReference)) }

    /// The syntax tree of the column.
    ///
    /// ```swift
    /// /// The age of a note, as part of an expression.
    /// struct Age: ExpressionConvertible {
    ///     func asExpression() -> Expression { Expression(with: Note.Properties.created) }
    ///     var expressionSyntax: ExpressionSyntax { Note.Properties.created.expressionSyntax }
    /// }
    /// StatementSelect().select(Age())  // SELECT created
    /// ```
    public var expressionSyntax: ExpressionSyntax { ExpressionSyntax(.column(columnReference)) }

    /// The syntax tree of the column as a result.
    ///
    /// ```swift
    /// /// The title of a note, as a result.
    /// struct Title: ResultColumnConvertible {
    ///     func asResultColumn() -> ResultColumn { Note.Properties.title.asResultColumn() }
    ///     var resultColumnSyntax: ResultColumnSyntax { Note.Properties.title.resultColumnSyntax }
    /// }
    /// StatementSelect().select(Title())  // SELECT title
    /// ```
    public var resultColumnSyntax: ResultColumnSyntax {
        ResultColumnSyntax(ResultTree(.column(columnReference)))
    }

    /// The column, with the binding as its origin.
    package var columnReference: ColumnReference {
        Self.objectRelationalMapping.column(of: self)
    }
}
