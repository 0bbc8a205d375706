/// What may be nothing: optionals, for code that is generic over them.
///
/// ```swift
/// func empty<Field: OptionalRepresentable>() -> Field { .nil }
/// ```
public protocol OptionalRepresentable {
    /// What it is if it is something.
    associatedtype WrappedType
    /// Nothing.
    static var `nil`: Self { get }
}

extension Optional: OptionalRepresentable {
    /// What it is if it is something.
    ///
    /// ```swift
    /// Int?.WrappedType.columnType  // integer64
    /// ```
    public typealias WrappedType = Wrapped

    /// Nothing.
    ///
    /// ```swift
    /// Int?.nil  // nil
    /// ```
    public static var `nil`: Wrapped? { .none }
}
