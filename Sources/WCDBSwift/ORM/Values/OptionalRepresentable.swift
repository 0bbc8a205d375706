/// Anything that may be nothing: optionals, for code that is generic over them.
///
/// ```swift
/// func empty<Field: OptionalRepresentable>() -> Field { .nil }
/// ```
public protocol OptionalRepresentable {
    /// The type of the value, if there is one.
    associatedtype WrappedType
    /// Nothing.
    static var `nil`: Self { get }
}

extension Optional: OptionalRepresentable {
    /// The type of the value, if there is one.
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
