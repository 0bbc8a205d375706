/// Anything that names the target of UPDATE and DELETE: a ``QualifiedTable``, or a string.
///
/// ```swift
/// StatementDelete().delete(from: "notes")  // DELETE FROM notes
/// StatementDelete().delete(from: QualifiedTable(with: "notes").indexed(by: "by_author"))
/// // DELETE FROM notes INDEXED BY by_author
/// ```
public protocol QualifiedTableConvertible {
    /// The table.
    func asQualifiedTable() -> QualifiedTable
}

extension String: QualifiedTableConvertible {
    /// The table of this name.
    ///
    /// ```swift
    /// "notes".asQualifiedTable().as("n")  // notes AS n
    /// ```
    public func asQualifiedTable() -> QualifiedTable { QualifiedTable(with: self) }
}
