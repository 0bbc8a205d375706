import WCDBStorage

/// What the rows that come next in a leaf of a scan find in a hash table. They are looked for
/// together, because a join waits for memory more than for anything else.
///
/// Whoever wants one row, or a few, should pay for few others: so few are looked for together at
/// first, then more. Where the scan leaves out most rows it is few again. What is found is known
/// for keys that are integers of some bytes; for others memory is warmed, or, if it is near anyway,
/// nothing is done at all.
///
/// **Users.** One hash cursor.
///
/// **Always true.** It knows rows of one leaf, as they were in one visit of the scan's cursor.
struct ProbesAhead: ~Copyable {
    /// As many as a processor has loads under way.
    static let most = 16

    enum ProbeAnswer {
        /// `row` is the first that has the key.
        case found
        case missing
        case null
        /// The key takes a longer look.
        case unknown
    }

    private enum KeyState: UInt8 { case short, null, other }

    private let probes: UnsafeMutablePointer<JoinRows.Probe>
    /// For each row what its key is; the place of its probe is how many come before it.
    private let places: UnsafeMutablePointer<(state: KeyState, probe: UInt8)>
    /// The visit of the scan's cursor, and the place of the first row in the leaf.
    private var visit = UInt64.max
    private var first = 0
    private var count = 0
    /// How many were asked for.
    private var used = 0
    private var width = 1
    /// There was nothing to gain for many rows.
    private var isInVain = false
    /// The row of the hash table that was found last.
    private(set) var row: UnsafeMutableRawPointer?

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
        if isInVain { return .unknown }
        let place = cursor.placeInLeaf &- first
        guard cursor.visit == visit, place >= 0, place < count else { return nil }
        used &+= 1
        switch places[place].state {
        case .short:
            row = probes[Int(places[place].probe)].row
            return row == nil ? .missing : .found
        case .null: return .null
        case .other: return .unknown
        }
    }

    /// Looks for what the row under the cursor finds, and those that follow it in the leaf.
    /// `column` has the key, or (-1) it is the rowid.
    @inline(never)
    mutating func look(
        in rows: JoinRows, _ encoder: inout RowKeyEncoder, _ column: Int,
        of slot: inout TableSlot, at cursor: RowidCursor
    ) {
        width = used &* 4 < count ? 1 : min(ProbesAhead.most, width &* 2)
        (visit, first, used) = (cursor.visit, cursor.placeInLeaf, 0)
        count = min(width, slot.rowsLeftInLeaf &+ 1)
        let isFar = rows.isFar
        var value = ColumnValue.null
        var (probeCount, shortCount) = (0, 0)
        for step in 0..<count {
            places[step] = (.other, UInt8(truncatingIfNeeded: probeCount))
            guard slot.read(column, ahead: step, into: &value) else { continue }
            if let key = encoder.shortKey(of: &value) {
                probes[probeCount] = JoinRows.Probe(key, in: rows)
                places[step].state = .short
                shortCount &+= 1
            } else if value.isNull {
                places[step].state = .null
                continue
            } else if isFar {
                probes[probeCount] = JoinRows.Probe(long: encoder.key(of: &value), in: rows)
            } else {
                continue
            }
            probeCount &+= 1
        }
        rows.find(UnsafeMutableBufferPointer(start: probes, count: probeCount))
        isInVain = !isFar && shortCount == 0 && count == ProbesAhead.most
    }
}
