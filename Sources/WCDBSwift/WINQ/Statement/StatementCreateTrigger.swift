import WCDBSQL

/// A CREATE TRIGGER. The rows of the event are `Column(named: "a").in(table: "NEW")` and `"OLD"`.
///
/// ```swift
/// StatementCreateTrigger().create(trigger: "tr").after().insert().on(table: "t")
///     .execute(StatementDelete().delete(from: "u"))
/// // CREATE TRIGGER tr AFTER INSERT ON t BEGIN DELETE FROM u; END
/// ```
public final class StatementCreateTrigger: Statement {
    private enum Event { case delete, insert, update }

    private var tree = CreateTriggerStatement()
    private var event: Event?
    private var columns: [ColumnReference] = []

    /// An empty statement.
    public init() {}

    /// The trigger.
    ///
    /// ```swift
    /// StatementCreateTrigger().create(trigger: "log", isTemp: true).delete().on(table: "notes")
    ///     .execute(StatementInsert().insert(intoTable: "log").values("deleted"))
    /// // CREATE TEMP TRIGGER log DELETE ON notes BEGIN INSERT INTO log VALUES('deleted'); END
    /// ```
    @discardableResult
    public func create(trigger: String, isTemp: Bool = false) -> StatementCreateTrigger {
        change {
            $0.name.name = Name(anySpelling: trigger)
            $0.isTemporary = $0.isTemporary || isTemp
        }
    }

    /// The schema of the trigger. Temporary triggers have theirs.
    ///
    /// ```swift
    /// StatementCreateTrigger().create(trigger: "clear").of(schema: "backup").delete()
    ///     .on(table: "notes").execute(StatementDelete().delete(from: "cache"))
    /// // CREATE TRIGGER backup.clear DELETE ON notes BEGIN DELETE FROM cache; END
    /// ```
    @discardableResult
    public func of(schema schemaConvertible: any SchemaConvertible) -> StatementCreateTrigger {
        change { $0.name.schema = schemaConvertible.schemaName }
    }

    /// Does nothing if the trigger exists.
    ///
    /// ```swift
    /// StatementCreateTrigger().create(trigger: "log").ifNotExists().delete().on(table: "notes")
    ///     .execute(StatementInsert().insert(intoTable: "log").values("deleted"))
    /// // CREATE TRIGGER IF NOT EXISTS log DELETE ON notes BEGIN INSERT INTO log VALUES('deleted');
    /// // END
    /// ```
    @discardableResult
    public func ifNotExists() -> StatementCreateTrigger { change { $0.ifNotExists = true } }

    /// Runs before the row is changed.
    ///
    /// ```swift
    /// let refusal = StatementSelect().select(RaiseFunction().abort(with: "notes are kept"))
    /// StatementCreateTrigger().create(trigger: "keep").before().delete().on(table: "notes")
    ///     .execute(refusal)
    /// // CREATE TRIGGER keep BEFORE DELETE ON notes BEGIN SELECT RAISE(ABORT, 'notes are kept');
    /// // END
    /// ```
    @discardableResult
    public func before() -> StatementCreateTrigger { change { $0.timing = .before } }

    /// Runs after the row was changed.
    ///
    /// ```swift
    /// let pins = StatementDelete().delete(from: "pins")
    ///     .where(Column(named: "note") == Column(named: "id").in(table: "OLD"))
    /// StatementCreateTrigger().create(trigger: "unpin").after().delete().on(table: "notes")
    ///     .execute(pins)
    /// // CREATE TRIGGER unpin AFTER DELETE ON notes BEGIN DELETE FROM pins WHERE note == OLD.id;
    /// // END
    /// ```
    @discardableResult
    public func after() -> StatementCreateTrigger { change { $0.timing = .after } }

    /// Runs instead of a change of a view.
    ///
    /// ```swift
    /// let note = StatementDelete().delete(from: "notes")
    ///     .where(Column(named: "id") == Column(named: "id").in(table: "OLD"))
    /// StatementCreateTrigger().create(trigger: "forget").insteadOf().delete().on(table: "recent")
    ///     .execute(note)
    /// // CREATE TRIGGER forget INSTEAD OF DELETE ON recent BEGIN DELETE FROM notes WHERE id ==
    /// // OLD.id; END
    /// ```
    @discardableResult
    public func insteadOf() -> StatementCreateTrigger { change { $0.timing = .insteadOf } }

    /// Runs for deleted rows.
    ///
    /// ```swift
    /// StatementCreateTrigger().create(trigger: "clear").delete().on(table: "authors")
    ///     .execute(StatementDelete().delete(from: "cache"))
    /// // CREATE TRIGGER clear DELETE ON authors BEGIN DELETE FROM cache; END
    /// ```
    @discardableResult
    public func delete() -> StatementCreateTrigger { set(.delete) }

    /// Runs for inserted rows.
    ///
    /// ```swift
    /// StatementCreateTrigger().create(trigger: "clear").insert().on(table: "authors")
    ///     .execute(StatementDelete().delete(from: "cache"))
    /// // CREATE TRIGGER clear INSERT ON authors BEGIN DELETE FROM cache; END
    /// ```
    @discardableResult
    public func insert() -> StatementCreateTrigger { set(.insert) }

    /// Runs for updated rows.
    ///
    /// ```swift
    /// StatementCreateTrigger().create(trigger: "clear").update().on(table: "authors")
    ///     .execute(StatementDelete().delete(from: "cache"))
    /// // CREATE TRIGGER clear UPDATE ON authors BEGIN DELETE FROM cache; END
    /// ```
    @discardableResult
    public func update() -> StatementCreateTrigger { set(.update) }

    /// Which columns must be updated.
    ///
    /// ```swift
    /// StatementCreateTrigger().create(trigger: "clear").update()
    ///     .of(columns: Note.Properties.title, Note.Properties.text).on(table: "notes")
    ///     .execute(StatementDelete().delete(from: "cache"))
    /// // CREATE TRIGGER clear UPDATE OF title, text ON notes BEGIN DELETE FROM cache; END
    /// ```
    @discardableResult
    public func of(columns columnConvertibleList: any ColumnConvertible...)
        -> StatementCreateTrigger
    {
        of(columns: columnConvertibleList)
    }

    /// Which columns must be updated.
    ///
    /// ```swift
    /// let columns = ["title", "text"].map { Column(named: $0) }
    /// StatementCreateTrigger().create(trigger: "clear").update().of(columns: columns)
    ///     .on(table: "notes").execute(StatementDelete().delete(from: "cache"))
    /// // CREATE TRIGGER clear UPDATE OF title, text ON notes BEGIN DELETE FROM cache; END
    /// ```
    @discardableResult
    public func of(columns columnConvertibleList: [any ColumnConvertible])
        -> StatementCreateTrigger
    {
        if !columnConvertibleList.isEmpty { columns = columnConvertibleList.map(\.columnTree) }
        return self
    }

    /// The table or the view.
    ///
    /// ```swift
    /// StatementCreateTrigger().create(trigger: "clear").insert().on(table: "books")
    ///     .execute(StatementDelete().delete(from: "cache"))
    /// // CREATE TRIGGER clear INSERT ON books BEGIN DELETE FROM cache; END
    /// ```
    @discardableResult
    public func on(table: String) -> StatementCreateTrigger {
        change { $0.table = QualifiedName(Name(anySpelling: table)) }
    }

    /// Runs for each row, as it always does.
    ///
    /// ```swift
    /// StatementCreateTrigger().create(trigger: "clear").insert().on(table: "books").forEachRow()
    ///     .execute(StatementDelete().delete(from: "cache"))
    /// // CREATE TRIGGER clear INSERT ON books FOR EACH ROW BEGIN DELETE FROM cache; END
    /// ```
    @discardableResult
    public func forEachRow() -> StatementCreateTrigger { change { $0.isForEachRow = true } }

    /// On which condition the trigger runs.
    ///
    /// ```swift
    /// StatementCreateTrigger().create(trigger: "clear").insert().on(table: "notes")
    ///     .when(Note.Properties.isDraft.in(table: "NEW") == false)
    ///     .execute(StatementDelete().delete(from: "cache"))
    /// // CREATE TRIGGER clear INSERT ON notes WHEN NEW.isDraft == 0 BEGIN DELETE FROM cache; END
    /// ```
    @discardableResult
    public func when(
        _ expressionConvertible: any ExpressionConvertible
    ) -> StatementCreateTrigger {
        change { $0.condition = expressionConvertible.tree }
    }

    /// The syntax tree of the statement.
    public var statementSyntax: StatementSyntax {
        var tree = tree
        // Temporary triggers have a schema of their own, whatever was said.
        if tree.isTemporary { tree.name.schema = nil }
        switch event {
        case .delete: tree.event = .delete
        case .insert: tree.event = .insert
        case .update: tree.event = .update(of: columns)
        case nil: tree.event = nil
        }
        return StatementSyntax(.createTrigger(tree))
    }

    private func set(_ event: Event) -> StatementCreateTrigger {
        self.event = event
        return self
    }

    private func change(
        _ change: (inout CreateTriggerStatement) -> Void
    ) -> StatementCreateTrigger {
        change(&tree)
        return self
    }
}

// The body. The tables that it changes are always those of the trigger's own schema, and SQL lets
// nobody write one there: a schema that a statement names is left out.
extension StatementCreateTrigger {
    /// Appends to the body.
    ///
    /// ```swift
    /// let entry = StatementInsert().insert(intoTable: "log")
    ///     .values(Column(named: "id").in(table: "NEW"))
    /// StatementCreateTrigger().create(trigger: "log").after().insert().on(table: "notes")
    ///     .execute(entry)
    /// // CREATE TRIGGER log AFTER INSERT ON notes BEGIN INSERT INTO log VALUES(NEW.id); END
    /// ```
    @discardableResult
    public func execute(_ insert: StatementInsert) -> StatementCreateTrigger {
        var step = insert.insertTree
        step.table.schema = nil
        return change { $0.steps.append(.insert(step)) }
    }

    /// Appends to the body.
    ///
    /// ```swift
    /// let count = Column(named: "count")
    /// StatementCreateTrigger().create(trigger: "count").after().insert().on(table: "notes")
    ///     .execute(StatementUpdate().update(table: "counts").set(count).to(count + 1))
    /// // CREATE TRIGGER count AFTER INSERT ON notes BEGIN UPDATE counts SET count = count + 1; END
    /// ```
    @discardableResult
    public func execute(_ update: StatementUpdate) -> StatementCreateTrigger {
        var step = update.updateTree
        step.table.name.schema = nil
        return change { $0.steps.append(.update(step)) }
    }

    /// Appends to the body.
    ///
    /// ```swift
    /// StatementCreateTrigger().create(trigger: "clear").after().update().on(table: "notes")
    ///     .execute(StatementDelete().delete(from: "cache"))
    /// // CREATE TRIGGER clear AFTER UPDATE ON notes BEGIN DELETE FROM cache; END
    /// ```
    @discardableResult
    public func execute(_ delete: StatementDelete) -> StatementCreateTrigger {
        var step = delete.deleteTree
        step.table.name.schema = nil
        return change { $0.steps.append(.delete(step)) }
    }

    /// Appends to the body.
    ///
    /// ```swift
    /// let refusal = StatementSelect().select(RaiseFunction().abort(with: "a note needs a title"))
    /// StatementCreateTrigger().create(trigger: "title").before().insert().on(table: "notes")
    ///     .when(Note.Properties.title.in(table: "NEW").isNull()).execute(refusal)
    /// // CREATE TRIGGER title BEFORE INSERT ON notes WHEN NEW.title ISNULL BEGIN SELECT
    /// // RAISE(ABORT, 'a note needs a title'); END
    /// ```
    @discardableResult
    public func execute(_ select: StatementSelect) -> StatementCreateTrigger {
        change { $0.steps.append(.select(select.selectTree)) }
    }
}
