/// What happens when a row violates a constraint.
package enum ConflictAction: UInt8, Hashable, Sendable, CaseIterable {
    case rollback, abort, fail, ignore, replace
}
