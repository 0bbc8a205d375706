package import WCDBSQL

/// A key of a column, whatever its table.
public protocol CodingTableKeyBase: CodingKey {
    /// The type that has the table.
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
    associatedtype Root: TableCodableBase

    /// All columns in the order of the cases.
    static var all: [Property] { get }
    /// `*`
    static var any: Column { get }
    /// How the type and the table belong together.
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
    typealias BindColumnConstraint = ColumnConstraintConfig<Self>
    /// An index.
    typealias BindIndex = IndexConfig<Self>
    /// A primary key of several columns.
    typealias BindMultiPrimary = MultiPrimaryConfig<Self>
    /// Several columns that are unique together.
    typealias BindMultiUnique = MultiUniqueConfig<Self>
    /// Conditions that each row meets.
    typealias BindChecks = CheckExpressionConfig
    /// A reference to another table, under the name of the 2.x API.
    typealias BindForeginKey = ForeignKeyConfig<Self>
    /// A reference to another table.
    typealias BindForeignKey = ForeignKeyConfig<Self>
    /// The module of a virtual table.
    typealias BindVirtualTable = VirtualTableConfig
}

extension CodingTableKey {
    /// All columns in the order of the cases.
    public static var all: [Property] { objectRelationalMapping.properties }

    /// `*`
    public static var any: Column { Column.all() }

    /// None, unless the type says otherwise.
    public static var columnConstraintBindings: [Self: ColumnConstraintBinding]? { nil }

    /// None, unless the type says otherwise.
    public static var indexBindings: [IndexBinding.Subfix: IndexBinding]? { nil }

    /// None, unless the type says otherwise.
    public static var tableConstraintBindings:
        [TableConstraintBinding.Name: any TableConstraintBinding]?
    { nil }

    /// None, unless the type says otherwise.
    public static var virtualTableBinding: VirtualTableBinding? { nil }
}

extension CodingTableKey {
    /// The type that has the table.
    public var rootType: any TableCodableBase.Type { Root.self }

    /// A key always belongs to a property of a type.
    public func isSwiftProperty() -> Bool { true }

    /// This key.
    public var codingTableKey: (any CodingTableKeyBase)? { self }

    /// The key as a property.
    public func asProperty() -> Property {
        Property(
            ResultTree(.column(columnReference)), key: self, name: stringValue, isPlain: true)
    }

    /// The column of that table.
    public func `in`(table: String) -> Property { asProperty().in(table: table) }

    /// The column in that schema. It is said only if there is a table too.
    public func of(schema schemaConvertible: any SchemaConvertible) -> Property {
        asProperty().of(schema: schemaConvertible)
    }

    /// The column.
    public func asColumn() -> Column { Column(columnReference) }

    /// The column as an expression.
    public func asExpression() -> Expression { Expression(tree: .column(columnReference)) }

    /// What the column says.
    public var expressionSyntax: ExpressionSyntax { ExpressionSyntax(.column(columnReference)) }

    /// The column, with the binding as its origin.
    package var columnReference: ColumnReference {
        Self.objectRelationalMapping.column(named: stringValue)
    }
}
