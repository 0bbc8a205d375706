/// A query for objects that is put together call by call.
///
/// ```swift
/// let select = try database.prepareSelect(of: Note.self, fromTable: "notes")
///     .where(Note.Properties.id > 7).order(by: Note.Properties.created).limit(10)
/// while let note: Note = try select.nextObject() { show(note.text) }
/// ```
public final class Select: Selectable {
    private let properties: [any PropertyConvertible]
    private let table: String
    /// What reads objects with the keys that came last from the statement that came last.
    private var reader: (keys: any CodingTableKey.Type, reader: ObjectReader)?

    init(
        _ handle: Handle, on properties: [any PropertyConvertible], table: String,
        isDistinct: Bool
    ) {
        self.properties = properties
        self.table = table
        let statement = StatementSelect().select(distinct: isDistinct, properties).from(table)
        super.init(handle, statement)
    }

    override func didPrepare(_ compiled: CompiledStatement) { reader = nil }

    /// The next object, of the type that the first property belongs to; nil after the last. A call
    /// after that begins at the first again.
    ///
    /// ```swift
    /// let select = try database.prepareSelect(of: Note.self, fromTable: "notes")
    /// while let note = try select.nextObject() as? Note { print(note.text ?? "") }
    /// ```
    public func nextObject() throws -> Any? {
        func next<Root: TableDecodable>(_ type: Root.Type) throws -> Any? {
            try nextObject(of: type)
        }
        return try next(rootType())
    }

    /// The objects that are left, of the type that the first property belongs to. If one of them
    /// cannot be read, the next call begins at the first again.
    ///
    /// ```swift
    /// let select = try database.prepareSelect(of: Note.self, fromTable: "notes")
    /// let notes = try select.allObjects() as? [Note]
    /// ```
    public func allObjects() throws -> [Any] {
        func all<Root: TableDecodable>(_ type: Root.Type) throws -> [Any] {
            try allObjects(of: type)
        }
        return try all(rootType())
    }

    /// The next object; nil after the last. A call after that begins at the first again.
    ///
    /// ```swift
    /// let select = try database.prepareSelect(of: Note.self, fromTable: "notes")
    /// while let note: Note = try select.nextObject() {
    ///     if note.text?.contains("milk") ?? false { break }
    /// }
    /// ```
    public func nextObject<Object: TableDecodable>(
        of type: Object.Type = Object.self
    ) throws -> Object? {
        let reader = try reader(of: Object.CodingKeys.self)
        return try next() ? try reader.current() : nil
    }

    /// The objects that are left. If one of them cannot be read, the next call begins at the first
    /// again.
    ///
    /// ```swift
    /// let notes: [Note] = try database.prepareSelect(of: Note.self, fromTable: "notes")
    ///     .where(Note.Properties.isDraft).allObjects()
    /// ```
    public func allObjects<Object: TableDecodable>(
        of type: Object.Type = Object.self
    ) throws -> [Object] {
        let reader = try reader(of: Object.CodingKeys.self)
        return try allOrNone {
            var objects: [Object] = []
            while try next() { objects.append(try reader.current()) }
            return objects
        }
    }

    private func reader<Key: CodingTableKey>(of keys: Key.Type) throws -> ObjectReader {
        let compiled = try prepared()
        if let reader, reader.keys == keys { return reader.reader }
        let made = ObjectReader(compiled, ColumnLayout(properties, of: keys), table: table)
        reader = (keys, made)
        return made
    }

    private func rootType() throws -> any TableDecodable.Type {
        let type = properties.first?.codingTableKey?.rootType
        guard let root = type as? any TableDecodable.Type else {
            throw handle.database.core.misuse(
                "The first property that is selected from \(table) belongs to no type.")
        }
        return root
    }
}
