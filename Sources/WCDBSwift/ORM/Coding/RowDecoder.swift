import WCDBStorage

/// Decodes objects from rows, straight from the machine's registers.
///
/// One decoder serves all rows of a statement: the caller says where the row is, and lets the
/// object initialise itself. The container is made once for each type of keys and handed out
/// again for each object.
///
/// **Users.** One thread.
///
/// **Safe because** `row` is called before each object with registers that stay as they are until
/// `end`, and the containers read no column that the statement does not have.
final class RowDecoder: Decoder {
    let layout: ColumnLayout
    /// For messages.
    let table: String
    @exclusivity(unchecked) private(set) var rowNumber = 0
    /// How many columns of the layout the rows have.
    @exclusivity(unchecked) private var columnCount: Int
    private let state: UnsafeMutablePointer<RowState>
    @exclusivity(unchecked) private var container: AnyObject?
    @exclusivity(unchecked) private var containerKeys: ObjectIdentifier?
    /// How columns are read that are not of a built-in type; filled as types are asked for.
    @exclusivity(unchecked) private var forms: [ValueForm?]

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ layout: ColumnLayout, columnCount: Int, table: String) {
        self.layout = layout
        self.table = table
        self.columnCount = min(columnCount, layout.names.count, Int(Int16.max))
        state = RowState.pool.take()
        forms = Array(repeating: nil, count: self.columnCount)
        layout.enter(into: state.pointee.positions, count: self.columnCount)
        state.pointee.decoder = .passUnretained(self)
    }

    deinit {
        end()
        layout.leave(state.pointee.positions)
        state.pointee.decoder = nil
        state.pointee.generation &+= 1
        RowState.pool.give(back: state)
    }

    /// A row, which has so many columns, and its number in the result. Requires: `values` has as
    /// many values.
    @inline(__always)
    func row(_ values: UnsafePointer<ColumnValue>?, count: Int, number: Int) {
        if count < columnCount { narrow(to: count) }
        state.pointee.values = values
        rowNumber = number
    }

    /// Another connection has dropped columns since the statement was prepared: those that are not
    /// there any more are as if they had not been asked for.
    private func narrow(to count: Int) {
        layout.leave(state.pointee.positions)
        columnCount = max(0, count)
        layout.enter(into: state.pointee.positions, count: columnCount)
    }

    /// The row is gone.
    @inline(__always)
    func end() { state.pointee.values = nil }

    // MARK: Containers

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        guard containerKeys == ObjectIdentifier(type), let container else {
            return makeContainer(type)
        }
        // Safe because the type of the keys says the type of the container.
        return unsafeDowncast(container, to: KeptContainer<KeyedDecodingContainer<Key>>.self)
            .container()
    }

    /// Not inlined, so that the type of the container is looked up here and nowhere else.
    @inline(never)
    private func makeContainer<Key: CodingKey>(
        _ type: Key.Type
    ) -> KeyedDecodingContainer<Key> {
        let made = KeyedDecodingContainer(cells(type))
        container = KeptContainer(made)
        containerKeys = ObjectIdentifier(type)
        return made
    }

    /// The container without its box.
    @inline(__always)
    func cells<Key: CodingKey>(_ type: Key.Type) -> RowContainer<Key> {
        RowContainer(
            state: state, generation: state.pointee.generation,
            form: layout.isOwn(type) ? layout.form : .named)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw fault("a row has keys: it cannot be read as a list")
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        throw fault("a row has keys: it cannot be read as a single value")
    }

    // MARK: For containers

    func position(of key: any CodingKey) -> Int {
        layout.position(of: key.stringValue, count: columnCount) ?? -1
    }

    var presentKeys: ArraySlice<String> { layout.names.prefix(columnCount) }

    /// How values of that type are read from that column.
    func form<T: Decodable>(of type: T.Type, at column: Int) -> ValueForm {
        if column >= 0, let form = forms[column], form.type == ObjectIdentifier(type) {
            return form
        }
        let form = ValueForm(type)
        if column >= 0 { forms[column] = form }
        return form
    }

    private func fault(_ problem: String) -> WCDBError {
        RowFault(table: table, row: rowNumber, problem: problem).error
    }
}
