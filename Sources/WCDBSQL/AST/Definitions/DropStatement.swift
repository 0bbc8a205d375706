/// `DROP TABLE t`, and the same for indexes, views and triggers.
package struct DropStatement: Hashable, Sendable {
    package enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        case table, index, view, trigger
    }

    package var kind: Kind
    package var ifExists: Bool
    package var name: QualifiedName

    package init(_ kind: Kind, _ name: QualifiedName = QualifiedName(), ifExists: Bool = false) {
        self.kind = kind
        self.name = name
        self.ifExists = ifExists
    }
}
