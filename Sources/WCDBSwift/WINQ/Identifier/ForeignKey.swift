import WCDBSQL

/// A reference to rows of another table, and what happens when they change.
///
/// ```swift
/// ForeignKey().references(with: "people").columns(Column(named: "id")).onDelete(.cascade)
/// // REFERENCES people(id) ON DELETE CASCADE
/// ```
public final class ForeignKey: Identifier {
    /// What happens to rows that refer to a row that changes.
    ///
    /// ```swift
    /// ForeignKey().references(with: "authors").onDelete(.setNull)
    /// // REFERENCES authors ON DELETE SET NULL
    /// ForeignKey().references(with: "authors").onUpdate(.noAction)
    /// // REFERENCES authors ON UPDATE NO ACTION
    /// ```
    public enum Action: Sendable {
        /// They refer to nothing.
        case setNull
        /// They refer to what their default says.
        case setDefault
        /// They change or go with it.
        case cascade
        /// The change is refused.
        case restrict
        /// The change is refused if they are still there at the end.
        case noAction

        var tree: ForeignKeyTree.Action {
            switch self {
            case .setNull: .setNull
            case .setDefault: .setDefault
            case .cascade: .cascade
            case .restrict: .restrict
            case .noAction: .noAction
            }
        }
    }

    /// How rows with some missing values match. It is said, and not enforced.
    ///
    /// ```swift
    /// ForeignKey().references(with: "authors").match(with: .Full)
    /// // REFERENCES authors MATCH FULL
    /// ```
    public enum MatchType: Sendable {
        /// `MATCH SIMPLE`
        case Simple
        /// `MATCH FULL`
        case Full
        /// `MATCH PARTIAL`, spelt as WCDB spells it.
        case Patial
    }

    /// Whether a transaction begins with the check put off to its end.
    ///
    /// ```swift
    /// ForeignKey().references(with: "authors").deferrable(.immediate)
    /// // REFERENCES authors DEFERRABLE INITIALLY IMMEDIATE
    /// ```
    public enum Deferrable: Sendable {
        /// `INITIALLY DEFERRED`
        case deferred
        /// `INITIALLY IMMEDIATE`
        case immediate
    }

    package private(set) var tree = ForeignKeyTree()

    /// Refers to nothing yet.
    public init() {}

    /// The table that is referred to.
    ///
    /// ```swift
    /// ForeignKey().references(with: "authors")  // REFERENCES authors
    /// ```
    @discardableResult
    public func references(with table: String) -> ForeignKey {
        tree.table = Name(anySpelling: table)
        return self
    }

    /// Appends columns that are referred to.
    ///
    /// ```swift
    /// ForeignKey().references(with: "authors").columns(Author.Properties.id)
    /// // REFERENCES authors(id)
    /// ```
    @discardableResult
    public func columns(_ columnConvertibleList: any ColumnConvertible...) -> ForeignKey {
        columns(columnConvertibleList)
    }

    /// Appends columns that are referred to.
    ///
    /// ```swift
    /// let key = [Column(named: "name"), Column(named: "born")]
    /// ForeignKey().references(with: "authors").columns(key)  // REFERENCES authors(name, born)
    /// ```
    @discardableResult
    public func columns(_ columnConvertibleList: [any ColumnConvertible]) -> ForeignKey {
        tree.columns += columnConvertibleList.map(\.columnTree)
        return self
    }

    /// Says what happens when a row that is referred to is deleted.
    ///
    /// ```swift
    /// ForeignKey().references(with: "authors").onDelete(.cascade)
    /// // REFERENCES authors ON DELETE CASCADE
    /// ```
    @discardableResult
    public func onDelete(_ action: Action) -> ForeignKey {
        tree.rules.append(.onDelete(action.tree))
        return self
    }

    /// Says what happens when a row that is referred to gets another key.
    ///
    /// ```swift
    /// ForeignKey().references(with: "authors").onUpdate(.restrict)
    /// // REFERENCES authors ON UPDATE RESTRICT
    /// ```
    @discardableResult
    public func onUpdate(_ action: Action) -> ForeignKey {
        tree.rules.append(.onUpdate(action.tree))
        return self
    }

    /// `MATCH …`
    ///
    /// ```swift
    /// ForeignKey().references(with: "authors").match(with: .Simple)
    /// // REFERENCES authors MATCH SIMPLE
    /// ```
    @discardableResult
    public func match(with type: MatchType) -> ForeignKey {
        switch type {
        case .Simple: tree.match = "SIMPLE"
        case .Full: tree.match = "FULL"
        case .Patial: tree.match = "PARTIAL"
        }
        return self
    }

    /// The check may be put off to the end of the transaction.
    ///
    /// ```swift
    /// ForeignKey().references(with: "authors").deferrable(.deferred)
    /// // REFERENCES authors DEFERRABLE INITIALLY DEFERRED
    /// ```
    @discardableResult
    public func deferrable(_ deferrable: Deferrable? = nil) -> ForeignKey {
        setDeferral(isDeferrable: true, deferrable)
    }

    /// The check is never put off.
    ///
    /// ```swift
    /// ForeignKey().references(with: "authors").notDeferrable()
    /// // REFERENCES authors NOT DEFERRABLE
    /// ```
    @discardableResult
    public func notDeferrable(_ deferrable: Deferrable? = nil) -> ForeignKey {
        setDeferral(isDeferrable: false, deferrable)
    }

    /// The reference as SQL.
    public var description: String { tree.sql }

    private func setDeferral(isDeferrable: Bool, _ deferrable: Deferrable?) -> ForeignKey {
        let start: ForeignKeyTree.Deferral.Start? =
            switch deferrable {
            case .deferred: .deferred
            case .immediate: .immediate
            case nil: nil
            }
        tree.deferral = ForeignKeyTree.Deferral(isDeferrable: isDeferrable, initially: start)
        return self
    }
}
