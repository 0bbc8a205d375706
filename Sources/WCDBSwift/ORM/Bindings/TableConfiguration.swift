/// What a table is declared with: a line in the block of a ``TableBinding``.
///
/// ```swift
/// /// A key that the database gives out, and an index, under one name.
/// struct Identified<Key: CodingTableKey>: TableConfiguration {
///     let id, name: Key
///     func config(with tableBinding: any TableBindingBase) {
///         ColumnConstraintConfig(id, isPrimary: true, isAutoIncrement: true)
///             .config(with: tableBinding)
///         IndexConfig<Key>(name, namedWith: "_name").config(with: tableBinding)
///     }
/// }
/// ```
public protocol TableConfiguration {
    /// Adds to the binding.
    ///
    /// ```swift
    /// struct Unique<Key: CodingTableKey>: TableConfiguration {
    ///     let key: Key
    ///     func config(with tableBinding: any TableBindingBase) {
    ///         ColumnConstraintConfig(key, isUnique: true).config(with: tableBinding)
    ///     }
    /// }
    /// ```
    func config(with tableBinding: any TableBindingBase)
}

/// A binding, or one under construction.
///
/// ```swift
/// let bindings: [any TableBindingBase] = [
///     Author.CodingKeys.objectRelationalMapping, Book.CodingKeys.objectRelationalMapping,
/// ]
/// ```
public protocol TableBindingBase: AnyObject {}
