/// What a row of a model is made of: for each column the key it belongs to, and its name.
///
/// **Users.** Anyone; it never changes. That of all columns of a type is made once.
final class ColumnLayout: Sendable {
    /// The keys' names, in the order of the columns.
    let names: [String]
    /// The type of the model's keys, and where a key of that type lies in a table of positions.
    let keys: any CodingTableKey.Type
    let form: KeyForm
    /// For each column the index of its key; -1 if the key can only be found by its name.
    let indexes: [Int]

    private init(
        names: [String], keys: any CodingTableKey.Type, form: KeyForm, indexes: [Int]
    ) {
        self.names = names
        self.keys = keys
        self.form = form
        self.indexes = indexes
    }

    /// The columns that were asked for. A key of another type counts for the model's key of the
    /// same name: that of a superclass, for example. With `only`, other columns have no key.
    convenience init<Key: CodingTableKey>(
        _ properties: [any PropertyConvertible], of type: Key.Type, only: Set<Int>? = nil
    ) {
        let form = KeyForm(Key.self)
        var names: [String] = []
        var indexes: [Int] = []
        for (column, property) in properties.enumerated() {
            if let only, !only.contains(column) {
                names.append("")
                indexes.append(-1)
                continue
            }
            let key = property.codingTableKey
            let name = key?.stringValue ?? property.asProperty().name
            let own = key as? Key ?? Key(rawValue: name)
            names.append(name)
            indexes.append(form == .named ? -1 : own.map { form.index($0) } ?? -1)
        }
        self.init(names: names, keys: Key.self, form: form, indexes: indexes)
    }

    /// The columns that were asked for, or all.
    static func of<Key: CodingTableKey>(
        _ properties: [any PropertyConvertible]?, _ keys: Key.Type
    ) -> ColumnLayout {
        properties.map { ColumnLayout($0, of: keys) } ?? keys.objectRelationalMapping.layout
    }

    /// Enters the positions of the first `count` columns into a table of positions. Of two columns
    /// of one key the first counts.
    func enter(into positions: UnsafeMutablePointer<Int16>, count: Int) {
        for (column, index) in indexes.prefix(count).enumerated().reversed() where index >= 0 {
            positions[index] = Int16(truncatingIfNeeded: column)
        }
    }

    /// Takes them out again.
    func leave(_ positions: UnsafeMutablePointer<Int16>) {
        for index in indexes where index >= 0 { positions[index] = -1 }
    }

    /// The columns among the first `count` whose key has an earlier column, with that one: an
    /// object is asked for the value once.
    func repeats(count: Int) -> [(column: Int, first: Int)] {
        var firsts: [String: Int] = [:]
        var repeats: [(column: Int, first: Int)] = []
        for (column, name) in names.prefix(count).enumerated() where !name.isEmpty {
            if let first = firsts[name] {
                repeats.append((column, first))
            } else {
                firsts[name] = column
            }
        }
        return repeats
    }

    /// The column of that name among the first `count`.
    func position(of name: String, count: Int) -> Int? {
        names.prefix(count).firstIndex(of: name)
    }

    /// Whether keys of that type are the model's own, and so have indexes.
    @inline(__always)
    func isOwn(_ type: any CodingKey.Type) -> Bool {
        ObjectIdentifier(type) == ObjectIdentifier(keys) && form != .named
    }
}
