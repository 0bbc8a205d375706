/// Reading with a statement that was built or written as a whole.
///
/// ```swift
/// let count = try database.getValue(
///     from: StatementSelect().select(Column.all().count()).from("notes"))
/// ```
public protocol StatementSelectInterface: AnyObject {
    /// The first column of the first row; nil if there is no row.
    func getValue(from statement: any Statement) throws -> Value?
    /// The first column of all rows.
    func getColumn(from statement: any Statement) throws -> OneColumnValue
    /// The first row; nil if there is none.
    func getRow(from statement: any Statement) throws -> OneRowValue?
    /// All rows.
    func getRows(from statement: any Statement) throws -> MultiRowsValue
}

extension StatementSelectInterface where Self: HandleRepresentable {
    /// The first column of the first row; nil if there is no row.
    ///
    /// ```swift
    /// let last = try database.getValue(
    ///     from: StatementSelect().select(Note.Properties.id.max()).from("notes"))?.intValue
    /// ```
    public func getValue(from statement: any Statement) throws -> Value? {
        try withRows(of: statement) { try $0.nextValue() }
    }

    /// The first column of all rows.
    ///
    /// ```swift
    /// let texts = try database.getColumn(
    ///     from: StatementSelect().select(Note.Properties.text).from("notes").limit(20)
    /// ).map(\.stringValue)
    /// ```
    public func getColumn(from statement: any Statement) throws -> OneColumnValue {
        try withRows(of: statement) { try $0.allValues() }
    }

    /// The first row; nil if there is none.
    ///
    /// ```swift
    /// let row = try database.getRow(
    ///     from: StatementSelect().select(Column.all()).from("notes")
    ///         .where(Note.Properties.id == 7))
    /// if row == nil { print("no such note") }
    /// ```
    public func getRow(from statement: any Statement) throws -> OneRowValue? {
        try withRows(of: statement) { try $0.nextRow() }
    }

    /// All rows.
    ///
    /// ```swift
    /// let authors = try database.getRows(
    ///     from: StatementSelect().select(Note.Properties.author, Note.Properties.any.count())
    ///         .from("notes").group(by: Note.Properties.author))
    /// for row in authors { print(row[0].intValue, row[1].intValue) }
    /// ```
    public func getRows(from statement: any Statement) throws -> MultiRowsValue {
        try withRows(of: statement) { try $0.allRows() }
    }

    private func withRows<Result>(
        of statement: any Statement, _ body: (CompiledStatement) throws -> Result
    ) throws -> Result {
        let syntax = statement.statementSyntax
        return try withConnection(writeHint: syntax.tree.mayWrite) { connection in
            try connection.prepareMain(syntax)
            let main = connection.main
            defer { main.finalize() }
            return try body(main)
        }
    }
}

extension Database: StatementSelectInterface {}
extension Handle: StatementSelectInterface {}
