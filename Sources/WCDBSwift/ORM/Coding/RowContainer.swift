import Foundation
import WCDBStorage

/// The keyed container of a ``RowDecoder``: a plain value of two words.
///
/// The standard library copies it for each field; there is nothing in it to be counted.
struct RowContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let state: UnsafeMutablePointer<RowState>
    /// That of the decoder which it is of.
    private let generation: UInt32
    private let form: KeyForm

    init(state: UnsafeMutablePointer<RowState>, generation: UInt32, form: KeyForm) {
        self.state = state
        self.generation = generation
        self.form = form
    }

    var codingPath: [any CodingKey] { [] }

    var allKeys: [Key] { decoder?.presentKeys.compactMap { Key(stringValue: $0) } ?? [] }

    /// Nil once the decoder has gone.
    @inline(__always)
    private var decoder: RowDecoder? {
        guard state.pointee.generation == generation else { return nil }
        return state.pointee.decoder?.takeUnretainedValue()
    }

    /// Nil once the row is gone.
    @inline(__always)
    private var values: UnsafePointer<ColumnValue>? {
        state.pointee.generation == generation ? state.pointee.values : nil
    }

    // MARK: Cells

    /// The value of a key; nil if it is not among the columns, or there is no row.
    @inline(__always)
    private func cell(_ key: Key) -> ColumnValue? {
        guard let values else { return nil }
        let position =
            form == .named
            ? decoder?.position(of: key) ?? -1 : Int(state.pointee.positions[form.index(key)])
        return position < 0 ? nil : values[position]
    }

    /// The value of a key that must be there. NULL is 0, false or empty.
    @inline(__always)
    private func required<T>(_ key: Key, _ type: T.Type) throws -> ColumnValue {
        guard let cell = cell(key) else { throw absent(key, type) }
        return cell
    }

    /// The value of a key that need not be there; nil for NULL too.
    @inline(__always)
    private func optional(_ key: Key) -> ColumnValue? {
        guard let cell = cell(key), !cell.isNull else { return nil }
        return cell
    }

    private func place(_ key: Key) -> FaultPlace {
        FaultPlace(
            table: decoder?.table ?? "", row: decoder?.rowNumber ?? 0, column: key.stringValue)
    }

    private func absent<T>(_ key: Key, _ type: T.Type) -> WCDBError {
        guard values != nil else {
            return RowFault(place(key), problem: "The row is gone.").error
        }
        let name = key.stringValue
        let problem = "If [\(name)] would not be decoded, please make it optional."
        return RowFault(place(key), problem: problem, expected: type).error
    }

    // MARK: Asking

    func contains(_ key: Key) -> Bool { cell(key) != nil }

    func decodeNil(forKey key: Key) throws -> Bool { cell(key)?.isNull ?? true }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        let cell = try required(key, type)
        // Bytes and dates are frequent; the types are compared by their addresses. Safe because
        // both names stand for one type.
        if type == Data.self { return moved(cell.data, as: type) }
        if type == Date.self { return moved(cell.date, as: type) }
        return try requiredOther(type, key, cell)
    }

    /// A value under another name of its type. It is moved: a copy would count a reference.
    @inline(__always)
    private func moved<Known, T>(_ value: Known, as type: T.Type) -> T {
        let place = state.pointee.place
        place.initializeMemory(as: Known.self, to: value)
        return place.assumingMemoryBound(to: type).move()
    }

    /// Not inlined, so that the types of the optional are not looked up for bytes and dates.
    @inline(never)
    private func requiredOther<T: Decodable>(
        _ type: T.Type, _ key: Key, _ cell: ColumnValue
    ) throws -> T {
        if let value = try other(type, key, cell) { return value }
        let problem = "If [\(key.stringValue)] would be decoded as nil, please make it optional."
        throw RowFault(place(key), problem: problem, stored: cell.kind, expected: type).error
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        guard let cell = optional(key) else { return nil }
        if type == Data.self { return moved(cell.data, as: type) }
        if type == Date.self { return moved(cell.date, as: type) }
        return try other(type, key, cell)
    }

    @inline(never)
    private func other<T: Decodable>(
        _ type: T.Type, _ key: Key, _ cell: ColumnValue
    ) throws -> T? {
        guard let decoder else { return nil }
        let position =
            form == .named
            ? decoder.position(of: key) : Int(state.pointee.positions[form.index(key)])
        return try decoder.form(of: type, at: position).read(type, cell, place(key))
    }

    /// Bytes that must be there.
    func data(_ key: Key) throws -> Data { try required(key, Data.self).data }

    /// Bytes that need not be there.
    func optionalData(_ key: Key) -> Data? { optional(key)?.data }

    // MARK: What a row cannot be

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { throw nested(key) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw nested(key)
    }

    private func nested(_ key: Key) -> WCDBError {
        let problem = "A column has no parts: make the type ColumnJSONCodable."
        return RowFault(place(key), problem: problem).error
    }

    /// The properties of a superclass are columns of the same table.
    @inline(__always)
    func superDecoder() throws -> any Decoder {
        guard let decoder else { throw RowState.gone }
        return decoder
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try superDecoder() }
}

// Numbers, Booleans and texts that must be there. Integers lose the bits that do not fit.
extension RowContainer {
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try required(key, type).int64 != 0
    }
    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try required(key, type).string
    }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try required(key, type).double
    }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
        Float(try required(key, type).double)
    }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try integer(key) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try integer(key) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try integer(key) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try integer(key) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try integer(key) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try integer(key) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try integer(key) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try integer(key) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try integer(key) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try integer(key) }

    @inline(__always)
    private func integer<T: FixedWidthInteger>(_ key: Key) throws -> T {
        T(truncatingIfNeeded: try required(key, T.self).int64)
    }
}

// The same where they may be missing: nil for NULL, and for what was not asked for.
extension RowContainer {
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        optional(key).map { $0.int64 != 0 }
    }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        optional(key)?.string
    }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        optional(key)?.double
    }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        optional(key).map { Float($0.double) }
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { integer(key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { integer(key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { integer(key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { integer(key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { integer(key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { integer(key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { integer(key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
        integer(key)
    }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
        integer(key)
    }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
        integer(key)
    }

    @inline(__always)
    private func integer<T: FixedWidthInteger>(_ key: Key) -> T? {
        optional(key).map { T(truncatingIfNeeded: $0.int64) }
    }
}
