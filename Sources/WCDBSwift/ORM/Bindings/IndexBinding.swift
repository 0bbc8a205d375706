/// An index, as older programs declare it in a dictionary by the suffix of its name.
///
/// ```swift
/// static var indexBindings: [IndexBinding.Subfix: IndexBinding]? {
///     ["_text": IndexBinding(isUnique: true, indexesBy: text)]
/// }
/// ```
public struct IndexBinding {
    /// What the name of the index has behind the name of the table.
    ///
    /// ```swift
    /// // The index of the table notes is named notes_title.
    /// let suffix: IndexBinding.Subfix = "_title"
    /// ```
    public typealias Subfix = String

    private let isUnique: Bool
    private let columns: [OrderingTree]

    /// An index of these columns.
    ///
    /// ```swift
    /// static var indexBindings: [IndexBinding.Subfix: IndexBinding]? {
    ///     ["_author": IndexBinding(indexesBy: author, stars.asIndex(orderBy: .descending))]
    /// }
    /// ```
    public init(isUnique: Bool = false, indexesBy: any IndexedColumnConvertible...) {
        self.init(isUnique: isUnique, indexesBy: indexesBy)
    }

    /// An index of these columns.
    ///
    /// ```swift
    /// static var indexBindings: [IndexBinding.Subfix: IndexBinding]? {
    ///     ["_title": IndexBinding(isUnique: true, indexesBy: [author, title])]
    /// }
    /// ```
    public init(isUnique: Bool = false, indexesBy: [any IndexedColumnConvertible]) {
        self.isUnique = isUnique
        columns = indexesBy.map { $0.asIndex().tree }
    }

    func index(suffix: String) -> TableOutline.Index {
        TableOutline.Index(suffix: suffix, isUnique: isUnique, columns: columns)
    }
}
