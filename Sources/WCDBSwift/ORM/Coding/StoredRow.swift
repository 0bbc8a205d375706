public import Foundation
import WCDBStorage

/// The row that an object is read from, by the keys of its type.
///
/// A type that reads its row itself, instead of through `Codable`, is read several times faster:
///
/// ```swift
/// extension Author {
///     init(row: StoredRow<CodingKeys>) throws {
///         id = try row.value(.id)
///         name = try row.value(.name)
///     }
/// }
/// ```
///
/// It is there for the length of the initialiser. What is NULL or was not asked for is nil for an
/// optional; otherwise NULL is 0, false or empty, and a column that was not asked for is an error.
public struct StoredRow<Key: CodingTableKey> {
    // Nothing that is counted: it is handed over once for each object.
    private let container: RowContainer<Key>

    init(_ decoder: RowDecoder) { container = decoder.cells(Key.self) }

    /// What reads the row through `Codable`.
    fileprivate var decoder: any Decoder {
        @inline(__always) get throws { try container.superDecoder() }
    }

    /// The value of a key. What is not a number is 0, and integers lose the bits that do not fit.
    ///
    /// ```swift
    /// let isDraft: Bool = try row.value(.isDraft)
    /// ```
    public func value(_ key: Key) throws -> Bool { try container.decode(Bool.self, forKey: key) }

    /// The value of a key.
    ///
    /// ```swift
    /// let id: Int = try row.value(.id)
    /// ```
    public func value(_ key: Key) throws -> Int { try container.decode(Int.self, forKey: key) }

    /// The value of a key.
    ///
    /// ```swift
    /// let stars: Int32 = try row.value(.stars)
    /// ```
    public func value(_ key: Key) throws -> Int32 { try container.decode(Int32.self, forKey: key) }

    /// The value of a key.
    ///
    /// ```swift
    /// let id: Int64 = try row.value(.id)
    /// ```
    public func value(_ key: Key) throws -> Int64 { try container.decode(Int64.self, forKey: key) }

    /// The value of a key.
    ///
    /// ```swift
    /// let stars: Double = try row.value(.stars)
    /// ```
    public func value(_ key: Key) throws -> Double {
        try container.decode(Double.self, forKey: key)
    }

    /// The value of a key.
    ///
    /// ```swift
    /// let stars: Float = try row.value(.stars)
    /// ```
    public func value(_ key: Key) throws -> Float { try container.decode(Float.self, forKey: key) }

    /// The value of a key.
    ///
    /// ```swift
    /// let text: String = try row.value(.text)
    /// ```
    public func value(_ key: Key) throws -> String {
        try container.decode(String.self, forKey: key)
    }

    /// The value of a key.
    ///
    /// ```swift
    /// let bytes: Data = try row.value(.text)
    /// ```
    public func value(_ key: Key) throws -> Data { try container.data(key) }

    /// The value of a key.
    ///
    /// ```swift
    /// let created: Date = try row.value(.created)
    /// ```
    public func value(_ key: Key) throws -> Date {
        try container.decode(Date.self, forKey: key)
    }

    /// The value of a key, of any type that a column can have.
    ///
    /// ```swift
    /// // JSON, for a type that is `ColumnJSONCodable` or a collection.
    /// let tags: [String] = try row.value(.text)
    /// ```
    @_disfavoredOverload
    public func value<T: Decodable>(_ key: Key) throws -> T {
        // Disfavoured, because an optional is decodable too, and has an overload of its own.
        try container.decode(T.self, forKey: key)
    }

    /// The value of a key; nil for NULL.
    ///
    /// ```swift
    /// let isDraft: Bool? = try row.value(.isDraft)
    /// ```
    public func value(_ key: Key) throws -> Bool? {
        try container.decodeIfPresent(Bool.self, forKey: key)
    }

    /// The value of a key; nil for NULL.
    ///
    /// ```swift
    /// let id: Int? = try row.value(.id)
    /// ```
    public func value(_ key: Key) throws -> Int? {
        try container.decodeIfPresent(Int.self, forKey: key)
    }

    /// The value of a key; nil for NULL.
    ///
    /// ```swift
    /// let stars: Int32? = try row.value(.stars)
    /// ```
    public func value(_ key: Key) throws -> Int32? {
        try container.decodeIfPresent(Int32.self, forKey: key)
    }

    /// The value of a key; nil for NULL.
    ///
    /// ```swift
    /// let id: Int64? = try row.value(.id)
    /// ```
    public func value(_ key: Key) throws -> Int64? {
        try container.decodeIfPresent(Int64.self, forKey: key)
    }

    /// The value of a key; nil for NULL.
    ///
    /// ```swift
    /// let stars: Double? = try row.value(.stars)
    /// ```
    public func value(_ key: Key) throws -> Double? {
        try container.decodeIfPresent(Double.self, forKey: key)
    }

    /// The value of a key; nil for NULL.
    ///
    /// ```swift
    /// let stars: Float? = try row.value(.stars)
    /// ```
    public func value(_ key: Key) throws -> Float? {
        try container.decodeIfPresent(Float.self, forKey: key)
    }

    /// The value of a key; nil for NULL.
    ///
    /// ```swift
    /// let text: String? = try row.value(.text)
    /// ```
    public func value(_ key: Key) throws -> String? {
        try container.decodeIfPresent(String.self, forKey: key)
    }

    /// The value of a key; nil for NULL.
    ///
    /// ```swift
    /// let bytes: Data? = try row.value(.text)
    /// ```
    public func value(_ key: Key) throws -> Data? { container.optionalData(key) }

    /// The value of a key; nil for NULL.
    ///
    /// ```swift
    /// let created: Date? = try row.value(.created)
    /// ```
    public func value(_ key: Key) throws -> Date? {
        try container.decodeIfPresent(Date.self, forKey: key)
    }

    /// The value of a key, of any type that a column can have; nil for NULL.
    ///
    /// ```swift
    /// let link: URL? = try row.value(.text)
    /// ```
    public func value<T: Decodable>(_ key: Key) throws -> T? {
        try container.decodeIfPresent(T.self, forKey: key)
    }
}

extension TableDecodable {
    /// Reads an object from a row through its `Decodable` conformance.
    ///
    /// A type may have an initialiser of its own in its place; see ``StoredRow``.
    ///
    /// ```swift
    /// func read<Model: TableDecodable>(_ row: StoredRow<Model.CodingKeys>) throws -> Model {
    ///     try Model(row: row)
    /// }
    /// ```
    public init(row: StoredRow<CodingKeys>) throws { try self.init(from: try row.decoder) }
}
