/// `CREATE TRIGGER tr AFTER UPDATE OF a ON t BEGIN …; END`. Unfinished without an event.
package struct CreateTriggerStatement: Hashable, Sendable {
    package enum Timing: UInt8, Hashable, Sendable, CaseIterable {
        case before, after, insteadOf
    }

    package enum Event: Hashable, Sendable {
        case delete, insert
        case update(of: [ColumnReference])
    }

    /// A statement of the body. Its target is never qualified in the text.
    package enum Step: Hashable, Sendable {
        case insert(InsertStatement)
        case update(UpdateStatement)
        case delete(DeleteStatement)
        case select(SelectStatement)
    }

    /// A temporary trigger has no schema in its text.
    package var isTemporary = false
    package var ifNotExists = false
    package var name: QualifiedName
    package var timing: Timing?
    package var event: Event?
    package var table: QualifiedName
    package var isForEachRow = false
    package var condition: Expression?
    package var steps: [Step] = []

    package init(
        _ name: QualifiedName = QualifiedName(), _ timing: Timing? = nil, _ event: Event? = nil,
        on table: QualifiedName = QualifiedName()
    ) {
        self.name = name
        self.timing = timing
        self.event = event
        self.table = table
    }
}
