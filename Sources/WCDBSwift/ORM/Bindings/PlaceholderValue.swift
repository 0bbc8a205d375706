/// The single value of a ``PlaceholderDecoder``: that of its sample.
struct PlaceholderValue: SingleValueDecodingContainer {
    let decoder: PlaceholderDecoder

    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { true }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try decoder.value(of: type)
    }

    func decode(_ type: Bool.Type) -> Bool { false }
    func decode(_ type: String.Type) -> String { decoder.sample.text }
    func decode(_ type: Double.Type) -> Double { decoder.sample.count() }
    func decode(_ type: Float.Type) -> Float { decoder.sample.count() }
    func decode(_ type: Int.Type) -> Int { decoder.sample.count() }
    func decode(_ type: Int8.Type) -> Int8 { decoder.sample.count() }
    func decode(_ type: Int16.Type) -> Int16 { decoder.sample.count() }
    func decode(_ type: Int32.Type) -> Int32 { decoder.sample.count() }
    func decode(_ type: Int64.Type) -> Int64 { decoder.sample.count() }
    func decode(_ type: UInt.Type) -> UInt { decoder.sample.count() }
    func decode(_ type: UInt8.Type) -> UInt8 { decoder.sample.count() }
    func decode(_ type: UInt16.Type) -> UInt16 { decoder.sample.count() }
    func decode(_ type: UInt32.Type) -> UInt32 { decoder.sample.count() }
    func decode(_ type: UInt64.Type) -> UInt64 { decoder.sample.count() }
}
