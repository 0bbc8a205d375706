/// `RAISE(IGNORE)`, `RAISE(ABORT, 'message')`: how a trigger gives up.
package struct RaiseFunction: Hashable, Sendable {
    package enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        case ignore, rollback, abort, fail
    }

    package var kind: Kind
    /// Shown for all kinds but `ignore`.
    package var message: SQLText

    package init(_ kind: Kind, message: String = "") {
        self.kind = kind
        self.message = SQLText(message)
    }
}
