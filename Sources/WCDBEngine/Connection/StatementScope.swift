/// What the changes of one statement in one database can be taken back to.
struct ChangeScope {
    let database: DatabaseFile
    /// The statement is a part of a transaction that goes on.
    let isInside: Bool
    /// It has a savepoint of its own.
    let isNested: Bool
}

/// The same for all databases that a statement writes to: mostly one.
struct StatementScope {
    let first: ChangeScope
    var others: [ChangeScope] = []
}
