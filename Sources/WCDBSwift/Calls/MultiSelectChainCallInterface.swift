/// Queries over several tables whose rows are read as one object for each of them.
public protocol MultiSelectChainCallInterface: AnyObject {
    /// Prepares a query for these properties, each with the name of its table.
    func prepareMultiSelect(
        on propertyConvertibleList: any PropertyConvertible..., fromTables tables: [String]
    ) throws -> MultiSelect
    /// Prepares a query for these properties, each with the name of its table.
    func prepareMultiSelect(
        on propertyConvertibleList: [any PropertyConvertible], fromTables tables: [String]
    ) throws -> MultiSelect
}

extension MultiSelectChainCallInterface where Self: HandleRepresentable {
    /// Prepares a query for these properties, each with the name of its table.
    public func prepareMultiSelect(
        on propertyConvertibleList: any PropertyConvertible..., fromTables tables: [String]
    ) throws -> MultiSelect {
        try prepareMultiSelect(on: propertyConvertibleList, fromTables: tables)
    }

    /// Prepares a query for these properties, each with the name of its table.
    public func prepareMultiSelect(
        on propertyConvertibleList: [any PropertyConvertible], fromTables tables: [String]
    ) throws -> MultiSelect {
        let handle = try getHandle(writeHint: false)
        guard !propertyConvertibleList.isEmpty else {
            throw handle.database.core.misuse("Property list must not be empty.")
        }
        return MultiSelect(handle, on: propertyConvertibleList, tables: tables)
    }
}

extension Database: MultiSelectChainCallInterface {}
extension Handle: MultiSelectChainCallInterface {}
