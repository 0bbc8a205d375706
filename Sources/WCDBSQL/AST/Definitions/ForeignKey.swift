/// `REFERENCES t(a) ON DELETE CASCADE …`.
package struct ForeignKey: Hashable, Sendable {
    package enum Action: UInt8, Hashable, Sendable, CaseIterable {
        case setNull, setDefault, cascade, restrict, noAction
    }

    /// The clauses are kept in their order; of two for one event the last counts.
    package enum Rule: Hashable, Sendable {
        case onDelete(Action)
        case onUpdate(Action)
    }

    package struct Deferral: Hashable, Sendable {
        package enum Start: UInt8, Hashable, Sendable { case deferred, immediate }

        package var isDeferrable: Bool
        package var initially: Start?

        package init(isDeferrable: Bool, initially: Start? = nil) {
            self.isDeferrable = isDeferrable
            self.initially = initially
        }
    }

    package var table: Name
    package var columns: [ColumnReference]
    package var rules: [Rule] = []
    package var match: Name?
    package var deferral: Deferral?

    package init(_ table: Name = .empty, _ columns: [ColumnReference] = []) {
        self.table = table
        self.columns = columns
    }
}
