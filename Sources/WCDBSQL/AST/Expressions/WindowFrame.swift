/// The frame of a window. Without an end it reaches to the current row.
package struct WindowFrame: Hashable, Sendable {
    package enum Unit: UInt8, Hashable, Sendable, CaseIterable { case rows, range, groups }

    package enum Exclusion: UInt8, Hashable, Sendable, CaseIterable {
        case noOthers, currentRow, group, ties
    }

    package enum Bound: Hashable, Sendable {
        case unboundedPreceding, currentRow, unboundedFollowing
        case preceding(Expression)
        case following(Expression)

        package var offset: Expression? {
            switch self {
            case .preceding(let offset), .following(let offset): offset
            case .unboundedPreceding, .currentRow, .unboundedFollowing: nil
            }
        }
    }

    package var unit: Unit
    package var start: Bound
    /// What stands behind `AND`; nil in the short form, which has no BETWEEN.
    package var end: Bound?
    package var exclusion: Exclusion?

    package init(_ unit: Unit, _ start: Bound, _ end: Bound? = nil, exclusion: Exclusion? = nil) {
        self.unit = unit
        self.start = start
        self.end = end
        self.exclusion = exclusion
    }
}

extension WindowFrame {
    /// Whether the end can lie behind the start. Without an end that is the current row.
    package var isPossible: Bool {
        func rank(_ bound: Bound) -> Int {
            switch bound {
            case .unboundedPreceding: 0
            case .preceding: 1
            case .currentRow: 2
            case .following: 3
            case .unboundedFollowing: 4
            }
        }
        let last = end ?? .currentRow
        return rank(start) <= rank(last) && start != .unboundedFollowing
            && last != .unboundedPreceding
    }
}
