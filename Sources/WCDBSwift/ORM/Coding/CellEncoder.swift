import WCDBStorage

/// Encodes one value for a column: of a type that says how it is stored, or of one that is a
/// single value itself, such as an enumeration with raw values, or a UUID.
struct CellEncoder: Encoder, SingleValueEncodingContainer {
    let draft: UnsafeMutablePointer<RowDraft>
    let position: Int
    let place: FaultPlace

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        refuse()
        return KeyedEncodingContainer(RefusingContainer<Key>())
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        refuse()
        return RefusingContainer<RefusedKey>()
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    private func refuse(
        _ problem: String = "A column has no parts: make the type ColumnJSONCodable."
    ) {
        guard draft.pointee.problem == nil else { return }
        draft.pointee.problem = RowFault(place, problem: problem).error
    }

    // MARK: The value

    func encode<T: Encodable>(_ value: T) throws {
        if let stored = value as? any ColumnEncodable {
            let archived = stored.archivedValue()
            if let problem = Value.jsonProblem(of: stored, storedAs: archived) { refuse(problem) }
            draft.pointee.set(archived, at: position)
        } else {
            try value.encode(to: self)
        }
    }

    private func set(_ value: ColumnValue) { draft.pointee.values[position] = value }

    private func setInteger<T: FixedWidthInteger>(_ value: T) {
        set(.integer(Int64(truncatingIfNeeded: value)))
    }

    func encodeNil() { set(.null) }
    func encode(_ value: Bool) { set(.integer(value ? 1 : 0)) }
    func encode(_ value: String) { draft.pointee.setText(value, at: position) }
    func encode(_ value: Double) { set(value.isNaN ? .null : .real(value)) }
    func encode(_ value: Float) { encode(Double(value)) }
    func encode(_ value: Int) { setInteger(value) }
    func encode(_ value: Int8) { setInteger(value) }
    func encode(_ value: Int16) { setInteger(value) }
    func encode(_ value: Int32) { setInteger(value) }
    func encode(_ value: Int64) { setInteger(value) }
    func encode(_ value: UInt) { setInteger(value) }
    func encode(_ value: UInt8) { setInteger(value) }
    func encode(_ value: UInt16) { setInteger(value) }
    func encode(_ value: UInt32) { setInteger(Int32(bitPattern: value)) }
    func encode(_ value: UInt64) { setInteger(value) }
}
