import WCDBSQL

/// What older programs declare in static dictionaries of their keys, as one configuration.
struct DictionaryConfiguration<Key: CodingTableKey>: TableConfiguration {
    let keys: [Key]

    func config(with tableBinding: any TableBindingBase) {
        guard let draft = draft(of: tableBinding) else { return }
        if let constraints = Key.columnConstraintBindings {
            // In the order of the keys, so that what is reported does not change from run to run.
            for key in keys {
                guard let binding = constraints[key] else { continue }
                binding.configuration(of: key).config(with: draft)
                // To older programs every primary key of one column is one that the database gives
                // out, if the object asks for it.
                if binding.isPrimary { draft.useAutoIncrement(of: key.stringValue) }
            }
        }
        for (name, binding) in sorted(Key.tableConstraintBindings) {
            draft.constrain(binding.generateConstraint(withName: name).tree)
        }
        for (suffix, binding) in sorted(Key.indexBindings) {
            draft.addIndex(binding.index(suffix: suffix))
        }
        Key.virtualTableBinding?.configure(draft)
    }

    private func sorted<Value>(_ dictionary: [String: Value]?) -> [(key: String, value: Value)] {
        (dictionary ?? [:]).sorted { $0.key < $1.key }
    }
}
