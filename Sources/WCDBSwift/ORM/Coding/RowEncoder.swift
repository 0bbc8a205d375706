import WCDBStorage

/// Encodes objects into the parameters of a statement, as plain values that the engine takes as
/// they are.
///
/// One encoder serves all objects of a statement. The container is made once for each type of
/// keys and handed out again for each object.
///
/// **Users.** One thread.
final class RowEncoder: Encoder {
    let layout: ColumnLayout
    /// For messages.
    let table: String
    @exclusivity(unchecked) private(set) var rowNumber = 0
    private let draft: UnsafeMutablePointer<RowDraft>
    /// Columns that have the value of an earlier one; hardly ever any.
    private let repeats: [(column: Int, first: Int)]
    @exclusivity(unchecked) private var container: AnyObject?
    @exclusivity(unchecked) private var containerKeys: ObjectIdentifier?

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ layout: ColumnLayout, table: String) {
        self.layout = layout
        self.table = table
        draft = RowDraft.pool.take()
        let count = min(layout.names.count, Int(Int16.max))
        draft.pointee.begin(count: count)
        layout.enter(into: draft.pointee.positions, count: count)
        repeats = layout.repeats(count: count)
        draft.pointee.encoder = .passUnretained(self)
    }

    deinit {
        layout.leave(draft.pointee.positions)
        draft.pointee.end()
        RowDraft.pool.give(back: draft)
    }

    /// Objects are counted from the start again.
    func begin() { rowNumber = 0 }

    /// Forgets the values of the last object, and gives much memory back.
    func rest() { draft.pointee.rest() }

    /// The values of an object, one for each column of the layout. They are the encoder's, and
    /// there until the next object.
    ///
    /// What the object says nothing about is NULL. An error that the object throws is passed on.
    func encode<Encoded: Encodable>(
        _ object: Encoded
    ) throws -> UnsafeMutableBufferPointer<ColumnValue> {
        rowNumber &+= 1
        draft.pointee.clear()
        try object.encode(to: self)
        if let problem = draft.pointee.problem { throw problem }
        for (column, first) in repeats {
            draft.pointee.values[column] = draft.pointee.values[first]
        }
        return UnsafeMutableBufferPointer(
            start: draft.pointee.values, count: draft.pointee.count)
    }

    // MARK: Containers

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        guard containerKeys == ObjectIdentifier(type), let container else {
            return makeContainer(type)
        }
        // Safe because the type of the keys says the type of the container.
        return unsafeDowncast(container, to: KeptContainer<KeyedEncodingContainer<Key>>.self)
            .container()
    }

    /// Not inlined, so that the type of the container is looked up here and nowhere else.
    @inline(never)
    private func makeContainer<Key: CodingKey>(
        _ type: Key.Type
    ) -> KeyedEncodingContainer<Key> {
        let form = layout.isOwn(type) ? layout.form : .named
        let made = KeyedEncodingContainer(DraftContainer<Key>(draft: draft, form: form))
        container = KeptContainer(made)
        containerKeys = ObjectIdentifier(type)
        return made
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        refuse("a row has keys: it cannot be written as a list")
        return RefusingContainer<RefusedKey>()
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        refuse("a row has keys: it cannot be written as a single value")
        return RefusingContainer<RefusedKey>()
    }

    private func refuse(_ problem: String) {
        if draft.pointee.problem == nil {
            draft.pointee.problem =
                RowFault(table: table, row: rowNumber, problem: problem).error
        }
    }

    func position(of key: any CodingKey) -> Int {
        layout.position(of: key.stringValue, count: draft.pointee.count) ?? -1
    }
}
