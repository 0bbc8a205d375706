import WCDBStorage

/// Sorts records by their whole keys, keeping the order of equal ones.
///
/// The records are sorted by eight bytes of the key; each group that agrees in these is sorted by
/// the next eight, which are loaded once into the records. So a key is looked at as far as it
/// must be to tell it from the others, and no further.
///
/// **Users.** Whoever keeps keys; makes one for one call of `sort`.
///
/// **Always true.** A key sorts before those that begin with it, as `ByteOrder` has it: keys need
/// not delimit themselves. Groups wait on a list and not on the call stack: long equal keys cannot
/// exhaust it.
struct KeySort<Keys: KeySource>: ~Copyable {
    private struct Group: BitwiseCopyable {
        let start: Int
        let count: Int
        /// The bytes in which all keys of the group agree.
        let depth: Int
    }

    /// Up to here a group is finished by comparing whole keys.
    private static var smallGroup: Int { 12 }

    private let source: Keys
    private let records: UnsafeMutablePointer<SortRecord>
    private let scratch: UnsafeMutablePointer<SortRecord>
    private var waiting = ScratchArray<Group>()

    private init(
        source: Keys, records: UnsafeMutablePointer<SortRecord>,
        scratch: UnsafeMutablePointer<SortRecord>
    ) {
        self.source = source
        self.records = records
        self.scratch = scratch
    }

    /// Sorts `count` records whose prefixes are the first bytes of their keys, and which are
    /// spoilt by it. Requires: `scratch` has room for as many.
    static func sort(
        _ records: UnsafeMutablePointer<SortRecord>, count: Int,
        scratch: UnsafeMutablePointer<SortRecord>, source: Keys
    ) {
        var sort = KeySort(source: source, records: records, scratch: scratch)
        PrefixSort.sort(records, count: count, scratch: scratch)
        sort.pushGroups(from: 0, count: count, depth: 8)
        while sort.waiting.count > 0 { sort.refine(sort.waiting.removeLast()) }
    }

    /// Puts each group of equal prefixes on the list.
    private mutating func pushGroups(from start: Int, count: Int, depth: Int) {
        let end = start &+ count
        var first = start
        while first < end {
            let prefix = records[first].prefix
            var next = first &+ 1
            while next < end, records[next].prefix == prefix { next = next &+ 1 }
            if next &- first > 1 {
                waiting.append(Group(start: first, count: next &- first, depth: depth))
            }
            first = next
        }
    }

    private mutating func refine(_ group: Group) {
        if group.count <= Self.smallGroup { return insert(group) }
        let ended = gatherEnded(group)
        let start = group.start + ended
        let count = group.count - ended
        guard count > 1 else { return }
        for index in start..<start + count {
            records[index].prefix = KeyPrefix.load(key(index), at: group.depth)
        }
        let varying = PrefixSort.sort(records + start, count: count, scratch: scratch)
        if varying == 0 {
            let depth = sharedSize(from: start, count: count, atLeast: group.depth)
            waiting.append(Group(start: start, count: count, depth: depth))
        } else {
            pushGroups(from: start, count: count, depth: group.depth + 8)
        }
    }

    /// Moves the keys that have no more bytes to the front, by length; returns how many they are.
    /// They agree in `depth` bytes, counting the zeros behind their ends, so length decides.
    private func gatherEnded(_ group: Group) -> Int {
        let start = records + group.start
        var ended = 0
        var others = 0
        for index in 0..<group.count {
            let record = start[index]
            if source.key(of: record.reference).count <= group.depth {
                start[ended] = record
                ended += 1
            } else {
                scratch[others] = record
                others += 1
            }
        }
        guard ended > 0 else { return 0 }
        (start + ended).update(from: scratch, count: others)
        for index in 0..<ended {
            let size = source.key(of: start[index].reference).count
            start[index].prefix = UInt64(truncatingIfNeeded: size)
        }
        PrefixSort.sort(start, count: ended, scratch: scratch)
        return ended
    }

    /// Sorts a few records by comparing their keys behind `depth`.
    private func insert(_ group: Group) {
        let start = records + group.start
        for index in 1..<group.count {
            let record = start[index]
            let key = rest(source.key(of: record.reference), from: group.depth)
            var hole = index
            while hole > 0, precedes(key, record, start[hole - 1], depth: group.depth) {
                start[hole] = start[hole - 1]
                hole -= 1
            }
            start[hole] = record
        }
    }

    private func precedes(
        _ key: UnsafeRawBufferPointer, _ record: SortRecord, _ other: SortRecord, depth: Int
    ) -> Bool {
        let otherKey = source.key(of: other.reference)
        let order = ByteOrder.compare(key, rest(otherKey, from: depth))
        if order != 0 { return order < 0 }
        // Both ended before `depth`, or are equal.
        return source.key(of: record.reference).count < otherKey.count
    }

    private func rest(
        _ key: UnsafeRawBufferPointer, from depth: Int
    ) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: key[min(depth, key.count)...])
    }

    /// The bytes that all keys have in common: what lies before them need not be looked at eight
    /// by eight.
    private func sharedSize(from start: Int, count: Int, atLeast depth: Int) -> Int {
        let first = key(start)
        var shared = first.count
        for index in start + 1..<start + count {
            let other = key(index)
            let end = min(shared, other.count)
            var size = depth
            while size + 8 <= end,
                KeyPrefix.load(first, at: size) == KeyPrefix.load(other, at: size)
            {
                size += 8
            }
            while size < end, first[size] == other[size] { size += 1 }
            shared = min(size, end)
        }
        return shared
    }

    @inline(__always)
    private func key(_ index: Int) -> UnsafeRawBufferPointer {
        source.key(of: records[index].reference)
    }
}
