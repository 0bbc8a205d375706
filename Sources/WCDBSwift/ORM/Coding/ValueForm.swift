import WCDBStorage

/// How values of a type are read that is not built in.
struct ValueForm {
    let type: ObjectIdentifier
    /// The type, if it says itself how it is stored.
    private let stored: (any ColumnDecodable.Type)?

    init<T: Decodable>(_ type: T.Type) {
        self.type = ObjectIdentifier(type)
        stored = type as? any ColumnDecodable.Type
    }

    /// Reads a value; nil if the type says that it does not fit.
    ///
    /// What does not say how it is stored reads a single value: an enumeration its raw value.
    /// Requires: `T` is the type that the form was made for.
    func read<T: Decodable>(
        _ type: T.Type, _ value: ColumnValue, _ place: @autoclosure () -> FaultPlace
    ) throws -> T? {
        if let stored { return ValueForm.read(stored, Value(value)) }
        let place = place()
        do {
            return try T(from: CellDecoder(value: value, place: place))
        } catch let error as DecodingError {
            let problem = "The value does not fit: \(ValueForm.reason(error))"
            throw RowFault(place, problem: problem, stored: value.kind, expected: type).error
        }
    }

    private static func read<Stored: ColumnDecodable, T>(
        _ stored: Stored.Type, _ value: Value
    ) -> T? {
        // The same type under another name.
        Stored(with: value) as? T
    }

    private static func reason(_ error: DecodingError) -> String {
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
            .keyNotFound(_, let context), .dataCorrupted(let context):
            context.debugDescription
        @unknown default: "\(error)"
        }
    }
}
