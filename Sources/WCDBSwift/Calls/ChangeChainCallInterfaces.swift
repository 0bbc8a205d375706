/// Updates that are put together call by call.
public protocol UpdateChainCallInterface: AnyObject {
    /// Prepares an update of these columns.
    func prepareUpdate(
        table: String, on propertyConvertibleList: any PropertyConvertible...
    ) throws -> Update
    /// Prepares an update of these columns.
    func prepareUpdate(
        table: String, on propertyConvertibleList: [any PropertyConvertible]
    ) throws -> Update
}

extension UpdateChainCallInterface where Self: HandleRepresentable {
    /// Prepares an update of these columns.
    public func prepareUpdate(
        table: String, on propertyConvertibleList: any PropertyConvertible...
    ) throws -> Update {
        try prepareUpdate(table: table, on: propertyConvertibleList)
    }

    /// Prepares an update of these columns.
    public func prepareUpdate(
        table: String, on propertyConvertibleList: [any PropertyConvertible]
    ) throws -> Update {
        Update(try getHandle(writeHint: true), on: propertyConvertibleList, table: table)
    }
}

/// Deletions that are put together call by call.
public protocol DeleteChainCallInterface: AnyObject {
    /// Prepares a deletion.
    func prepareDelete(fromTable table: String) throws -> Delete
}

extension DeleteChainCallInterface where Self: HandleRepresentable {
    /// Prepares a deletion.
    public func prepareDelete(fromTable table: String) throws -> Delete {
        Delete(try getHandle(writeHint: true), table: table)
    }
}

extension Database: UpdateChainCallInterface, DeleteChainCallInterface {}
extension Handle: UpdateChainCallInterface, DeleteChainCallInterface {}

/// Updates of a table that are put together call by call.
public protocol TableUpdateChainCallInterface: AnyObject {
    /// Prepares an update of these columns.
    func prepareUpdate(on propertyConvertibleList: any PropertyConvertible...) throws -> Update
    /// Prepares an update of these columns.
    func prepareUpdate(on propertyConvertibleList: [any PropertyConvertible]) throws -> Update
}

extension Table: TableUpdateChainCallInterface {
    /// Prepares an update of these columns.
    public func prepareUpdate(
        on propertyConvertibleList: any PropertyConvertible...
    ) throws -> Update {
        try database.prepareUpdate(table: name, on: propertyConvertibleList)
    }

    /// Prepares an update of these columns.
    public func prepareUpdate(
        on propertyConvertibleList: [any PropertyConvertible]
    ) throws -> Update {
        try database.prepareUpdate(table: name, on: propertyConvertibleList)
    }
}

/// Deletions from a table that are put together call by call.
public protocol TableDeleteChainCallInterface: AnyObject {
    /// Prepares a deletion.
    func prepareDelete() throws -> Delete
}

extension Table: TableDeleteChainCallInterface {
    /// Prepares a deletion.
    public func prepareDelete() throws -> Delete { try database.prepareDelete(fromTable: name) }
}
