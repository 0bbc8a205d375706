/// What a table is declared with: a line in the block of a ``TableBinding``.
public protocol TableConfiguration {
    /// Adds to the binding.
    func config(with tableBinding: any TableBindingBase)
}

/// A binding, or one under construction.
public protocol TableBindingBase: AnyObject {}
