/// A constraint of a table, as older programs declare it in a dictionary by its name.
///
/// ```swift
/// /// A number of stars.
/// struct StarsBinding: TableConstraintBinding {
///     func generateConstraint(withName name: String) -> TableConstraint {
///         TableConstraint(named: name).check(Column(named: "stars").between(0, 5))
///     }
/// }
/// StarsBinding().generateConstraint(withName: "stars")
/// // CONSTRAINT stars CHECK(stars BETWEEN 0 AND 5)
/// ```
public protocol TableConstraintBinding {
    /// The name of the constraint.
    ///
    /// ```swift
    /// let name: TableConstraintBinding.Name = "key"
    /// ```
    typealias Name = String
    /// The constraint of that name.
    ///
    /// ```swift
    /// MultiUniqueBinding(indexesBy: Note.Properties.author, Note.Properties.title)
    ///     .generateConstraint(withName: "once")
    /// // CONSTRAINT once UNIQUE(author, title)
    /// ```
    func generateConstraint(withName name: String) -> TableConstraint
}

/// A primary key of several columns.
///
/// ```swift
/// static var tableConstraintBindings: [TableConstraintBinding.Name: any TableConstraintBinding]? {
///     ["key": MultiPrimaryBinding(indexesBy: author, title)]
/// }
/// ```
public struct MultiPrimaryBinding: TableConstraintBinding {
    private let columns: [any IndexedColumnConvertible]
    private let conflict: ConflictAction?

    /// The columns, and what happens on a conflict.
    ///
    /// ```swift
    /// MultiPrimaryBinding(indexesBy: Note.Properties.author, Note.Properties.id)
    ///     .generateConstraint(withName: "key")
    /// // CONSTRAINT key PRIMARY KEY(author, id)
    /// ```
    public init(
        indexesBy: any IndexedColumnConvertible..., onConflict conflict: ConflictAction? = nil
    ) {
        self.init(indexesBy: indexesBy, onConflict: conflict)
    }

    /// The columns, and what happens on a conflict.
    ///
    /// ```swift
    /// let columns = [Note.Properties.author, Note.Properties.id]
    /// MultiPrimaryBinding(indexesBy: columns, onConflict: .Replace)
    ///     .generateConstraint(withName: "key")
    /// // CONSTRAINT key PRIMARY KEY(author, id) ON CONFLICT REPLACE
    /// ```
    public init(
        indexesBy: [any IndexedColumnConvertible], onConflict conflict: ConflictAction? = nil
    ) {
        columns = indexesBy
        self.conflict = conflict
    }

    /// The constraint of that name.
    ///
    /// ```swift
    /// let binding = MultiPrimaryBinding(
    ///     indexesBy: Note.Properties.author, Note.Properties.id.asIndex(orderBy: .descending))
    /// binding.generateConstraint(withName: "key")
    /// // CONSTRAINT key PRIMARY KEY(author, id DESC)
    /// ```
    public func generateConstraint(withName name: String) -> TableConstraint {
        let constraint = TableConstraint(named: name).primaryKey().indexed(by: columns)
        return conflict.map { constraint.onConflict($0) } ?? constraint
    }
}

/// Several columns that are unique together.
///
/// ```swift
/// static var tableConstraintBindings: [TableConstraintBinding.Name: any TableConstraintBinding]? {
///     ["key": MultiUniqueBinding(indexesBy: author, title.asIndex(orderBy: .descending))]
/// }
/// ```
public struct MultiUniqueBinding: TableConstraintBinding {
    private let columns: [any IndexedColumnConvertible]
    private let conflict: ConflictAction?

    /// The columns, and what happens on a conflict.
    ///
    /// ```swift
    /// MultiUniqueBinding(indexesBy: Note.Properties.author, Note.Properties.title)
    ///     .generateConstraint(withName: "once")
    /// // CONSTRAINT once UNIQUE(author, title)
    /// ```
    public init(
        indexesBy: any IndexedColumnConvertible..., onConflict conflict: ConflictAction? = nil
    ) {
        self.init(indexesBy: indexesBy, onConflict: conflict)
    }

    /// The columns, and what happens on a conflict.
    ///
    /// ```swift
    /// let columns = [Note.Properties.author, Note.Properties.title]
    /// MultiUniqueBinding(indexesBy: columns, onConflict: .Ignore)
    ///     .generateConstraint(withName: "once")
    /// // CONSTRAINT once UNIQUE(author, title) ON CONFLICT IGNORE
    /// ```
    public init(
        indexesBy: [any IndexedColumnConvertible], onConflict conflict: ConflictAction? = nil
    ) {
        columns = indexesBy
        self.conflict = conflict
    }

    /// The constraint of that name.
    ///
    /// ```swift
    /// let binding = MultiUniqueBinding(indexesBy: Note.Properties.title)
    /// binding.generateConstraint(withName: "once")
    /// // CONSTRAINT once UNIQUE(title)
    /// ```
    public func generateConstraint(withName name: String) -> TableConstraint {
        let constraint = TableConstraint(named: name).unique().indexed(by: columns)
        return conflict.map { constraint.onConflict($0) } ?? constraint
    }
}

/// A condition that each row meets.
///
/// ```swift
/// static var tableConstraintBindings: [TableConstraintBinding.Name: any TableConstraintBinding]? {
///     ["key": CheckBinding(check: stars >= 0)]
/// }
/// ```
public struct CheckBinding: TableConstraintBinding {
    private let condition: Expression

    /// The condition.
    ///
    /// ```swift
    /// static var tableConstraintBindings:
    ///     [TableConstraintBinding.Name: any TableConstraintBinding]?
    /// {
    ///     ["positive": CheckBinding(check: stars >= 0)]
    /// }
    /// ```
    public init(check: Expression) { condition = check }

    /// The constraint of that name.
    ///
    /// ```swift
    /// CheckBinding(check: Note.Properties.stars >= 0).generateConstraint(withName: "positive")
    /// // CONSTRAINT positive CHECK(stars >= 0)
    /// ```
    public func generateConstraint(withName name: String) -> TableConstraint {
        TableConstraint(named: name).check(condition)
    }
}

/// A reference to another table.
///
/// ```swift
/// static var tableConstraintBindings: [TableConstraintBinding.Name: any TableConstraintBinding]? {
///     ["key": ForeignKeyBinding(author, foreignKey: ForeignKey().references(with: "authors"))]
/// }
/// ```
public struct ForeignKeyBinding: TableConstraintBinding {
    private let columns: [any ColumnConvertible]
    private let key: ForeignKey

    /// The columns, and what they refer to.
    ///
    /// ```swift
    /// static var tableConstraintBindings:
    ///     [TableConstraintBinding.Name: any TableConstraintBinding]?
    /// {
    ///     let authors = ForeignKey().references(with: "authors")
    ///     return ["author": ForeignKeyBinding(author, foreignKey: authors)]
    /// }
    /// ```
    public init(_ columns: any ColumnConvertible..., foreignKey: ForeignKey) {
        self.init(columns, foreignKey: foreignKey)
    }

    /// The columns, and what they refer to.
    ///
    /// ```swift
    /// let authors = ForeignKey().references(with: "authors").columns(Author.Properties.id)
    /// ForeignKeyBinding([Note.Properties.author], foreignKey: authors)
    ///     .generateConstraint(withName: "author")
    /// // CONSTRAINT author FOREIGN KEY(author) REFERENCES authors(id)
    /// ```
    public init(_ columns: [any ColumnConvertible], foreignKey: ForeignKey) {
        self.columns = columns
        key = foreignKey
    }

    /// The constraint of that name.
    ///
    /// ```swift
    /// let authors = ForeignKey().references(with: "authors")
    /// ForeignKeyBinding(Note.Properties.author, foreignKey: authors)
    ///     .generateConstraint(withName: "author")
    /// // CONSTRAINT author FOREIGN KEY(author) REFERENCES authors
    /// ```
    public func generateConstraint(withName name: String) -> TableConstraint {
        TableConstraint(named: name).foreignKey(columns, foreignKey: key)
    }
}
