import WCDBStorage

/// What the rows that come next in a leaf of a scan find in a hash table. They are looked for
/// together, because a join waits for memory more than for anything else.
///
/// Who wants one row, or a few, is to pay for few others: so few are looked for together at first,
/// then more. Where the scan leaves out most rows it is few again.
///
/// **Users.** One hash cursor.
///
/// **Always true.** It knows rows of one leaf, as they were in one visit of the scan's cursor.
struct ProbesAhead: ~Copyable {
    /// As many as a processor has loads under way.
    static let most = 16

    enum ProbeAnswer {
        /// This row of the hash table is the first that has the key.
        case found(UnsafeMutableRawPointer)
        case missing
        case null
        /// The key is not a small integer, or takes a longer look.
        case unknown
    }

    private enum KeyState: UInt8 { case probe, null, unknown }

    private let probes: UnsafeMutablePointer<JoinRows.Probe>
    /// For each row what its key is; the place of its probe is how many come before it.
    private let places: UnsafeMutablePointer<(state: KeyState, probe: UInt8)>
    /// The visit of the scan's cursor, and the place of the first row in the leaf.
    private var visit = -1
    private var first = 0
    private var count = 0
    /// How many were asked for.
    private var used = 0
    private var width = 1

    init() {
        probes = .allocate(capacity: ProbesAhead.most)
        places = .allocate(capacity: ProbesAhead.most)
    }

    deinit {
        probes.deallocate()
        places.deallocate()
    }

    /// What the row under the scan's cursor finds; nil if nobody has looked. Hot.
    @inline(__always)
    mutating func answer(at cursor: RowidCursor) -> ProbeAnswer? {
        let place = cursor.placeInLeaf &- first
        guard cursor.visit == visit, place >= 0, place < count else { return nil }
        used &+= 1
        switch places[place].state {
        case .probe:
            let row = probes[Int(places[place].probe)].row
            return row.map { .found($0) } ?? .missing
        case .null: return .null
        case .unknown: return .unknown
        }
    }

    /// Looks for what the row under the cursor finds, and those that follow it in the leaf.
    /// `column` has the key, or (-1) it is the rowid.
    @inline(never)
    mutating func look(
        in rows: JoinRows, _ column: Int, of slot: inout TableSlot, at cursor: RowidCursor
    ) {
        width = used &* 4 < count ? 1 : min(ProbesAhead.most, width &* 2)
        (visit, first, used) = (cursor.visit, cursor.placeInLeaf, 0)
        count = min(width, slot.rowsLeftInLeaf &+ 1)
        var value = ColumnValue.null
        var probeCount = 0
        for step in 0..<count {
            places[step] = (.unknown, UInt8(truncatingIfNeeded: probeCount))
            guard slot.read(column, ahead: step, into: &value) else { continue }
            if case .integer = value.kind, let key = ShortKey(value.integer) {
                probes[probeCount] = JoinRows.Probe(key)
                places[step].state = .probe
                probeCount &+= 1
            } else if value.isNull {
                places[step].state = .null
            }
        }
        rows.find(UnsafeMutableBufferPointer(start: probes, count: probeCount))
    }
}
