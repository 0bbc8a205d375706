/// Queries for values that are put together call by call.
///
/// ```swift
/// let select = try database.prepareRowSelect(
///     on: Note.Properties.author, fromTable: "notes", isDistinct: true)
/// let authors = try select.allValues()
/// ```
public protocol RowSelectChainCallInterface: AnyObject {
    /// Prepares a query for rows of several tables.
    func prepareRowSelect(
        on resultColumnConvertibleList: any ResultColumnConvertible...,
        fromTables tables: [String], isDistinct: Bool
    ) throws -> RowSelect
    /// Prepares a query for rows of several tables.
    func prepareRowSelect(
        on resultColumnConvertibleList: [any ResultColumnConvertible],
        fromTables tables: [String], isDistinct: Bool
    ) throws -> RowSelect
    /// Prepares a query for rows.
    func prepareRowSelect(
        on resultColumnConvertibleList: any ResultColumnConvertible...,
        fromTable table: String, isDistinct: Bool
    ) throws -> RowSelect
    /// Prepares a query for rows.
    func prepareRowSelect(
        on resultColumnConvertibleList: [any ResultColumnConvertible],
        fromTable table: String, isDistinct: Bool
    ) throws -> RowSelect
}

extension RowSelectChainCallInterface where Self: HandleRepresentable {
    /// Prepares a query for rows of several tables.
    public func prepareRowSelect(
        on resultColumnConvertibleList: any ResultColumnConvertible...,
        fromTables tables: [String], isDistinct: Bool = false
    ) throws -> RowSelect {
        try select(resultColumnConvertibleList, tables, isDistinct)
    }

    /// Prepares a query for rows of several tables.
    public func prepareRowSelect(
        on resultColumnConvertibleList: [any ResultColumnConvertible],
        fromTables tables: [String], isDistinct: Bool = false
    ) throws -> RowSelect {
        try select(resultColumnConvertibleList, tables, isDistinct)
    }

    /// Prepares a query for rows. Without columns all of them are read.
    public func prepareRowSelect(
        on resultColumnConvertibleList: any ResultColumnConvertible...,
        fromTable table: String, isDistinct: Bool = false
    ) throws -> RowSelect {
        try select(resultColumnConvertibleList, [table], isDistinct)
    }

    /// Prepares a query for rows.
    public func prepareRowSelect(
        on resultColumnConvertibleList: [any ResultColumnConvertible],
        fromTable table: String, isDistinct: Bool = false
    ) throws -> RowSelect {
        try select(resultColumnConvertibleList, [table], isDistinct)
    }

    private func select(
        _ results: [any ResultColumnConvertible], _ tables: [String], _ isDistinct: Bool
    ) throws -> RowSelect {
        RowSelect(
            try getHandle(writeHint: false), on: results.isEmpty ? [Column.all()] : results,
            tables: tables, isDistinct: isDistinct)
    }
}

extension Database: RowSelectChainCallInterface {}
extension Handle: RowSelectChainCallInterface {}

/// Queries for values of a table that are put together call by call.
public protocol TableRowSelectChainCallInterface: AnyObject {
    /// Prepares a query for rows.
    func prepareRowSelect(
        on resultColumnConvertibleList: any ResultColumnConvertible..., isDistinct: Bool
    ) throws -> RowSelect
    /// Prepares a query for rows.
    func prepareRowSelect(
        on resultColumnConvertibleList: [any ResultColumnConvertible], isDistinct: Bool
    ) throws -> RowSelect
}

extension Table: TableRowSelectChainCallInterface {
    /// Prepares a query for rows. Without columns all of them are read.
    public func prepareRowSelect(
        on resultColumnConvertibleList: any ResultColumnConvertible..., isDistinct: Bool = false
    ) throws -> RowSelect {
        try database.prepareRowSelect(
            on: resultColumnConvertibleList, fromTable: name, isDistinct: isDistinct)
    }

    /// Prepares a query for rows.
    public func prepareRowSelect(
        on resultColumnConvertibleList: [any ResultColumnConvertible], isDistinct: Bool = false
    ) throws -> RowSelect {
        try database.prepareRowSelect(
            on: resultColumnConvertibleList, fromTable: name, isDistinct: isDistinct)
    }
}
