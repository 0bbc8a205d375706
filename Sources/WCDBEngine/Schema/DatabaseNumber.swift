/// The places that two databases of every connection have. Attached ones follow them.
enum DatabaseNumber {
    static let main = 0
    static let temporary = 1
    static let firstAttached = 2
}

extension TableSchema {
    var isTemporary: Bool { database == DatabaseNumber.temporary }
}

extension ViewSchema {
    var isTemporary: Bool { database == DatabaseNumber.temporary }
}
