import Foundation
import WCDBStorage

/// The keyed container of a ``RowEncoder``: a plain value of two words.
///
/// What is said about keys that are not among the columns is passed over.
struct DraftContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let draft: UnsafeMutablePointer<RowDraft>
    let form: KeyForm

    var codingPath: [any CodingKey] { [] }

    private var encoder: RowEncoder? { draft.pointee.encoder?.takeUnretainedValue() }

    // MARK: Cells

    @inline(__always)
    private func position(_ key: Key) -> Int {
        form == .named
            ? encoder?.position(of: key) ?? -1
            : Int(draft.pointee.positions[form.index(key)])
    }

    @inline(__always)
    private func set(_ key: Key, _ value: ColumnValue) {
        let position = position(key)
        if position >= 0 { draft.pointee.values[position] = value }
    }

    @inline(__always)
    private func setInteger<T: FixedWidthInteger>(_ key: Key, _ value: T) {
        set(key, .integer(Int64(truncatingIfNeeded: value)))
    }

    @inline(__always)
    private func setReal(_ key: Key, _ value: Double) {
        set(key, value.isNaN ? .null : .real(value))
    }

    private func setText(_ key: Key, _ value: String) {
        let position = position(key)
        guard position >= 0 else { return }
        draft.pointee.setText(value, at: position)
    }

    private func setData(_ key: Key, _ value: Data) {
        let position = position(key)
        guard position >= 0 else { return }
        draft.pointee.setData(value, at: position)
    }

    // MARK: Saying

    mutating func encodeNil(forKey key: Key) { set(key, .null) }

    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        // Safe because both names stand for one type.
        if T.self == Data.self { return setData(key, unsafeBitCast(value, to: Data.self)) }
        if T.self == Date.self {
            let date = unsafeBitCast(value, to: Date.self)
            return setReal(key, date.timeIntervalSince1970)
        }
        let position = position(key)
        guard position >= 0 else { return }
        let place = FaultPlace(
            table: encoder?.table ?? "", row: encoder?.rowNumber ?? 0, column: key.stringValue)
        try CellEncoder(draft: draft, position: position, place: place).encode(value)
    }

    mutating func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
        if position(key) >= 0 { try encodeOptional(value, forKey: key) }
    }

    /// Bytes and dates that may be missing are frequent too; what else may be goes the long way.
    ///
    /// Not inlined, so that the type of the optional is looked up for what is stored only.
    @inline(never)
    private mutating func encodeOptional<T: Encodable>(
        _ value: T?, forKey key: Key
    ) throws {
        // Safe because both names stand for one type.
        if T.self == Data.self {
            if let data = unsafeBitCast(value, to: Data?.self) { setData(key, data) }
        } else if T.self == Date.self {
            if let date = unsafeBitCast(value, to: Date?.self) {
                setReal(key, date.timeIntervalSince1970)
            }
        } else if let value {
            try encode(value, forKey: key)
        }
    }

    // MARK: What a row cannot be

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy keyType: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        refuse(key)
        return KeyedEncodingContainer(RefusingContainer<Nested>())
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        refuse(key)
        return RefusingContainer<Key>()
    }

    private func refuse(_ key: Key) {
        guard let encoder, draft.pointee.problem == nil else { return }
        let place = FaultPlace(
            table: encoder.table, row: encoder.rowNumber, column: key.stringValue)
        draft.pointee.problem =
            RowFault(
                place, problem: "A column has no parts: make the type ColumnJSONCodable."
            ).error
    }

    /// The properties of a superclass are columns of the same table.
    mutating func superEncoder() -> any Encoder { encoder ?? RefusingContainer<Key>() }

    mutating func superEncoder(forKey key: Key) -> any Encoder { superEncoder() }
}

// Numbers, Booleans and texts. Unsigned integers are stored by their bits.
extension DraftContainer {
    mutating func encode(_ value: Bool, forKey key: Key) { set(key, .integer(value ? 1 : 0)) }
    mutating func encode(_ value: String, forKey key: Key) { setText(key, value) }
    mutating func encode(_ value: Double, forKey key: Key) { setReal(key, value) }
    mutating func encode(_ value: Float, forKey key: Key) { setReal(key, Double(value)) }
    mutating func encode(_ value: Int, forKey key: Key) { setInteger(key, value) }
    mutating func encode(_ value: Int8, forKey key: Key) { setInteger(key, value) }
    mutating func encode(_ value: Int16, forKey key: Key) { setInteger(key, value) }
    mutating func encode(_ value: Int32, forKey key: Key) { setInteger(key, value) }
    mutating func encode(_ value: Int64, forKey key: Key) { setInteger(key, value) }
    mutating func encode(_ value: UInt, forKey key: Key) { setInteger(key, value) }
    mutating func encode(_ value: UInt8, forKey key: Key) { setInteger(key, value) }
    mutating func encode(_ value: UInt16, forKey key: Key) { setInteger(key, value) }
    mutating func encode(_ value: UInt32, forKey key: Key) {
        setInteger(key, Int32(bitPattern: value))
    }
    mutating func encode(_ value: UInt64, forKey key: Key) { setInteger(key, value) }
}
