/// What names the target of UPDATE and DELETE: a ``QualifiedTable``, or a string.
public protocol QualifiedTableConvertible {
    /// The table.
    func asQualifiedTable() -> QualifiedTable
}

extension String: QualifiedTableConvertible {
    /// The table of this name.
    public func asQualifiedTable() -> QualifiedTable { QualifiedTable(with: self) }
}
