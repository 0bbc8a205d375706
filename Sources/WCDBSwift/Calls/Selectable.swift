/// A query that is put together call by call: what ``Select``, ``RowSelect`` and ``MultiSelect``
/// have in common.
///
/// The statement is compiled when the first row is asked for; what is said afterwards has no
/// effect. It keeps the connection of its thread, and is used on that thread only.
///
/// ```swift
/// let select = try database.prepareRowSelect(on: Note.Properties.id, fromTable: "notes")
///     .where(Note.Properties.stars > 3).order(by: Note.Properties.id).limit(10, offset: 20)
/// ```
public class Selectable {
    /// The statement.
    ///
    /// ```swift
    /// let select = try database.prepareRowSelect(on: Note.Properties.id, fromTable: "notes")
    ///     .where(Note.Properties.stars > 3)
    /// select.statement  // SELECT id FROM notes WHERE stars > 3
    /// ```
    public final let statement: StatementSelect
    final let handle: Handle
    /// The compiled statement, from the first row on.
    private final var compiled: CompiledStatement?

    init(_ handle: Handle, _ statement: StatementSelect) {
        self.handle = handle
        self.statement = statement
    }

    deinit { compiled?.abandon() }

    final func prepared() throws -> CompiledStatement {
        _ = try handle.getHandle(writeHint: false)
        if let compiled, compiled.isPrepared { return compiled }
        let compiled = CompiledStatement(handle.connection)
        try compiled.prepare(statement.statementTree)
        self.compiled = compiled
        didPrepare(compiled)
        return compiled
    }

    /// For subclasses: the statement was compiled.
    func didPrepare(_ compiled: CompiledStatement) {}

    /// Goes to the next row; false when there is none. A call after that begins at the first again.
    ///
    /// ```swift
    /// let select = try database.prepareRowSelect(on: Note.Properties.id, fromTable: "notes")
    ///     .where(Note.Properties.isDraft)
    /// let hasDrafts = try select.next()
    /// ```
    @discardableResult
    public final func next() throws -> Bool {
        let compiled = try prepared()
        do {
            return try compiled.step()
        } catch {
            compiled.finalize()
            throw error
        }
    }

    /// For subclasses: reads all rows that are left. What was read before a failure is lost to the
    /// caller, so whoever tries again gets all rows, and not those behind the failure.
    final func allOrNone<Result>(_ read: () throws -> Result) throws -> Result {
        let compiled = try prepared()
        do {
            return try read()
        } catch {
            compiled.reset()
            throw error
        }
    }

    /// Reads only the rows that match the condition. Replaces an earlier condition.
    ///
    /// ```swift
    /// let drafts = try table.prepareSelect(of: Note.self).where(Note.Properties.isDraft)
    /// ```
    @discardableResult
    public final func `where`(_ condition: any Condition) -> Self {
        statement.where(condition)
        return self
    }

    /// Sets the order of the rows.
    ///
    /// ```swift
    /// let select = try table.prepareSelect(of: Note.self)
    ///     .order(by: Note.Properties.stars.order(.descending), Note.Properties.created)
    /// ```
    @discardableResult
    public final func order(by orderList: any OrderBy...) -> Self { order(by: orderList) }

    /// Sets the order of the rows.
    ///
    /// ```swift
    /// let order = [Note.Properties.author, Note.Properties.text].map { $0.asOrder() }
    /// let select = try table.prepareSelect(of: Note.self).order(by: order)
    /// ```
    @discardableResult
    public final func order(by orderList: [any OrderBy]) -> Self {
        statement.order(by: orderList)
        return self
    }

    /// Skips `begin` rows, then takes `end` rows.
    ///
    /// ```swift
    /// let thirdPage = try table.prepareSelect(of: Note.self)
    ///     .order(by: Note.Properties.id).limit(from: 40, to: 20)
    /// ```
    @discardableResult
    public final func limit(from begin: any Limit, to end: any Limit) -> Self {
        statement.limit(from: begin, to: end)
        return self
    }

    /// How many rows at most.
    ///
    /// ```swift
    /// let latest = try table.prepareSelect(of: Note.self)
    ///     .order(by: Note.Properties.created.order(.descending)).limit(1)
    /// ```
    @discardableResult
    public final func limit(_ limit: any Limit) -> Self {
        statement.limit(limit)
        return self
    }

    /// How many rows at most, and how many are skipped first.
    ///
    /// ```swift
    /// let thirdPage = try table.prepareSelect(of: Note.self)
    ///     .order(by: Note.Properties.id).limit(20, offset: 40)
    /// ```
    @discardableResult
    public final func limit(_ limit: any Limit, offset: any Offset) -> Self {
        statement.limit(limit).offset(offset)
        return self
    }

    /// Sets what rows are grouped by.
    ///
    /// ```swift
    /// let counts = try table.prepareRowSelect(
    ///     on: Note.Properties.author, Note.Properties.any.count()
    /// ).group(by: Note.Properties.author).allRows()
    /// ```
    @discardableResult
    public final func group(by groupList: any GroupBy...) -> Self { group(by: groupList) }

    /// Sets what rows are grouped by.
    ///
    /// ```swift
    /// let keys = [Note.Properties.author, Note.Properties.isDraft]
    /// let counts = try table.prepareRowSelect(on: Note.Properties.any.count()).group(by: keys)
    /// ```
    @discardableResult
    public final func group(by groupList: [any GroupBy]) -> Self {
        statement.group(by: groupList)
        return self
    }

    /// Sets which groups count.
    ///
    /// ```swift
    /// let busy = try table.prepareRowSelect(on: Note.Properties.author)
    ///     .group(by: Note.Properties.author).having(Note.Properties.any.count() > 10).allValues()
    /// ```
    @discardableResult
    public final func having(_ having: any Having) -> Self {
        statement.having(having)
        return self
    }
}
