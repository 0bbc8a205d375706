// Insertions with the label that the 1.x API has, and a page of the tutorials for 2.x. Each is
// disfavoured, so that a call without objects, and so without the label, is never ambiguous.

extension InsertInterface where Self: HandleRepresentable {
    /// The same as `insert(_:on:intoTable:)`.
    ///
    /// ```swift
    /// try database.insert(objects: items, intoTable: "notes")
    /// ```
    @_disfavoredOverload
    public func insert<Object: TableEncodable>(
        objects: [Object], on propertyConvertibleList: [any PropertyConvertible]? = nil,
        intoTable table: String
    ) throws {
        try insert(objects, on: propertyConvertibleList, intoTable: table)
    }

    /// The same as `insert(_:on:intoTable:)`.
    ///
    /// ```swift
    /// try database.insert(objects: note, on: [Note.Properties.id], intoTable: "notes")
    /// ```
    @_disfavoredOverload
    public func insert<Object: TableEncodable>(
        objects: Object..., on propertyConvertibleList: [any PropertyConvertible]? = nil,
        intoTable table: String
    ) throws {
        try insert(objects, on: propertyConvertibleList, intoTable: table)
    }

    /// The same as `insertOrReplace(_:on:intoTable:)`.
    ///
    /// ```swift
    /// try database.insertOrReplace(objects: notes, intoTable: "notes")
    /// ```
    @_disfavoredOverload
    public func insertOrReplace<Object: TableEncodable>(
        objects: [Object], on propertyConvertibleList: [any PropertyConvertible]? = nil,
        intoTable table: String
    ) throws {
        try insertOrReplace(objects, on: propertyConvertibleList, intoTable: table)
    }

    /// The same as `insertOrReplace(_:on:intoTable:)`.
    ///
    /// ```swift
    /// try database.insertOrReplace(objects: note, intoTable: "notes")
    /// ```
    @_disfavoredOverload
    public func insertOrReplace<Object: TableEncodable>(
        objects: Object..., on propertyConvertibleList: [any PropertyConvertible]? = nil,
        intoTable table: String
    ) throws {
        try insertOrReplace(objects, on: propertyConvertibleList, intoTable: table)
    }

    /// The same as `insertOrIgnore(_:on:intoTable:)`.
    ///
    /// ```swift
    /// try database.insertOrIgnore(objects: notes, intoTable: "notes")
    /// ```
    @_disfavoredOverload
    public func insertOrIgnore<Object: TableEncodable>(
        objects: [Object], on propertyConvertibleList: [any PropertyConvertible]? = nil,
        intoTable table: String
    ) throws {
        try insertOrIgnore(objects, on: propertyConvertibleList, intoTable: table)
    }

    /// The same as `insertOrIgnore(_:on:intoTable:)`.
    ///
    /// ```swift
    /// try database.insertOrIgnore(objects: note, intoTable: "notes")
    /// ```
    @_disfavoredOverload
    public func insertOrIgnore<Object: TableEncodable>(
        objects: Object..., on propertyConvertibleList: [any PropertyConvertible]? = nil,
        intoTable table: String
    ) throws {
        try insertOrIgnore(objects, on: propertyConvertibleList, intoTable: table)
    }
}

extension Table where Object: TableEncodable {
    /// The same as `insert(_:on:)`.
    ///
    /// ```swift
    /// try table.insert(objects: items)
    /// ```
    @_disfavoredOverload
    public func insert(
        objects: [Object], on propertyConvertibleList: [any PropertyConvertible]? = nil
    ) throws {
        try insert(objects, on: propertyConvertibleList)
    }

    /// The same as `insert(_:on:)`.
    ///
    /// ```swift
    /// try table.insert(objects: note, on: [Note.Properties.id, Note.Properties.text])
    /// ```
    @_disfavoredOverload
    public func insert(
        objects: Object..., on propertyConvertibleList: [any PropertyConvertible]? = nil
    ) throws {
        try insert(objects, on: propertyConvertibleList)
    }

    /// The same as `insertOrReplace(_:on:)`.
    ///
    /// ```swift
    /// try table.insertOrReplace(objects: notes)
    /// ```
    @_disfavoredOverload
    public func insertOrReplace(
        objects: [Object], on propertyConvertibleList: [any PropertyConvertible]? = nil
    ) throws {
        try insertOrReplace(objects, on: propertyConvertibleList)
    }

    /// The same as `insertOrReplace(_:on:)`.
    ///
    /// ```swift
    /// try table.insertOrReplace(objects: note)
    /// ```
    @_disfavoredOverload
    public func insertOrReplace(
        objects: Object..., on propertyConvertibleList: [any PropertyConvertible]? = nil
    ) throws {
        try insertOrReplace(objects, on: propertyConvertibleList)
    }

    /// The same as `insertOrIgnore(_:on:)`.
    ///
    /// ```swift
    /// try table.insertOrIgnore(objects: notes)
    /// ```
    @_disfavoredOverload
    public func insertOrIgnore(
        objects: [Object], on propertyConvertibleList: [any PropertyConvertible]? = nil
    ) throws {
        try insertOrIgnore(objects, on: propertyConvertibleList)
    }

    /// The same as `insertOrIgnore(_:on:)`.
    ///
    /// ```swift
    /// try table.insertOrIgnore(objects: note)
    /// ```
    @_disfavoredOverload
    public func insertOrIgnore(
        objects: Object..., on propertyConvertibleList: [any PropertyConvertible]? = nil
    ) throws {
        try insertOrIgnore(objects, on: propertyConvertibleList)
    }
}
