package import WCDBStorage

/// Different keys, numbered from 0 in the order they came: groups of GROUP BY, values that
/// DISTINCT has seen, the right side of IN.
///
///     let (entry, isNew) = try groups.insert(encoder.key)
///
/// Beyond the budget, its own or one that it shares, it takes no new keys and says
/// `HashIndex.full`, while those it has are found as before. The caller puts further keys into a
/// `ScratchTree`. Groups, whose memory is not that of their keys alone, are counted by
/// `GroupTable`, which takes an index without a bound.
///
/// **Users.** One cursor of the machine, one thread. A call neither allocates (but to grow) nor
/// retains. Entries do not depend on hashes, so neither does any result.
///
/// **Always true.** Each entry has one slot, at the place that its hash says or behind it without
/// a free slot in between. At least every fourth slot is free.
package final class HashIndex {
    /// What `insert` says instead of an entry when there is no room for a new one.
    package static let full = -2
    /// What `find` says when there is no such key.
    package static let none = -1

    /// Half of a hash and the entry: zeros in a free slot, else one more than its number.
    struct Slot: BitwiseCopyable {
        let hash: UInt32
        let entry: UInt32
    }

    struct Entry: BitwiseCopyable {
        /// The bytes of a key of up to eight, as they lie in memory; else where the bytes are.
        let word: UInt64
        let size: UInt64

        init(word: UInt64, size: UInt64) {
            self.word = word
            self.size = size
        }

        @inline(__always)
        init(_ key: ShortKey) {
            self.init(word: key.prefix.bigEndian, size: UInt64(truncatingIfNeeded: key.size))
        }
    }

    private static let shortSize = 8
    private static let firstSlots = 64

    private let seed: UInt64
    /// Who lends more when the budget is used up.
    private let memory: KeyMemory?
    /// Nobody lends more: keys that are not here may be elsewhere, and must not come here later.
    @exclusivity(unchecked) private var isRefused = false
    @exclusivity(unchecked) private var budget: Int
    // Changed by the calls of this class only, none of which calls out to anybody.
    @exclusivity(unchecked) private var slots = ScratchArray<Slot>(capacity: firstSlots)
    @exclusivity(unchecked) private var entries = ScratchArray<Entry>()
    @exclusivity(unchecked) private var longKeys = ByteArena()
    /// 32 less the number of bits that count the slots.
    @exclusivity(unchecked) private var shift: UInt32 = 0

    /// `budget`: the bytes that it may take, roughly.
    package init(space: ScratchSpace, budget: Int) {
        seed = space.hashSeed
        self.budget = max(budget, 8 << 10)
        memory = nil
        resetSlots(HashIndex.firstSlots)
    }

    /// An index that borrows what it takes, and gives it back at its end.
    init(borrowing memory: KeyMemory) {
        seed = memory.hashSeed
        budget = KeyMemory.free
        self.memory = memory
        resetSlots(HashIndex.firstSlots)
    }

    deinit { memory?.takeBack(budget - KeyMemory.free) }

    /// The number of entries.
    package var count: Int { entries.count }

    /// The entry of a key, made if there is none yet; `full` if there is no room to make it. Hot.
    @inline(__always)
    package func insert(
        _ key: UnsafeRawBufferPointer
    ) throws(StorageError) -> (entry: Int, isNew: Bool) {
        let hash = KeyHash.hash(key, seed: seed)
        let place = place(of: key, hash: hash)
        let slot = slots[place]
        if slot.entry != 0 { return (Int(slot.entry) &- 1, false) }
        guard hasRoom(for: key.count) else { return (HashIndex.full, false) }
        try LargeMemory.admit(byteCount: key.count)
        return (try add(makeEntry(key), hash: hash, at: place), true)
    }

    /// The same for a key that lies in no memory. Hot.
    @inline(__always)
    package func insert(_ key: ShortKey) throws(StorageError) -> (entry: Int, isNew: Bool) {
        let hash = KeyHash.hash(key, seed: seed)
        let place = place(of: key, hash: hash)
        let slot = slots[place]
        if slot.entry != 0 { return (Int(slot.entry) &- 1, false) }
        guard hasRoom(for: key.size) else { return (HashIndex.full, false) }
        return (try add(Entry(key), hash: hash, at: place), true)
    }

    /// The entry of a key; `none` if there is none. Hot.
    @inline(__always)
    package func find(_ key: UnsafeRawBufferPointer) -> Int {
        let hash = KeyHash.hash(key, seed: seed)
        return Int(slots[place(of: key, hash: hash)].entry) &- 1
    }

    /// The same for a key that lies in no memory. Hot.
    @inline(__always)
    package func find(_ key: ShortKey) -> Int {
        let hash = KeyHash.hash(key, seed: seed)
        return Int(slots[place(of: key, hash: hash)].entry) &- 1
    }

    /// The key of an entry; good until the next `insert`. Requires: `0 <= entry < count`.
    @inline(__always)
    package func key(of entry: Int) -> UnsafeRawBufferPointer {
        precondition(entry >= 0 && entry < entries.count, "there is no such entry")
        let place = entries.elements + entry
        let size = Int(truncatingIfNeeded: place.pointee.size)
        if size > HashIndex.shortSize { return longKey(place.pointee) }
        return UnsafeRawBufferPointer(start: place, count: size)
    }

    /// Forgets all keys.
    package func removeAll() {
        entries.removeAll()
        longKeys.removeAll()
        resetSlots(HashIndex.firstSlots)
    }

    // MARK: - Slots

    /// The slot of a key, or the free one where it belongs. Hot.
    @inline(__always)
    private func place(of key: UnsafeRawBufferPointer, hash: UInt64) -> Int {
        let upper = UInt32(truncatingIfNeeded: hash &>> 32)
        let mask = slots.count &- 1
        var place = Int(upper &>> shift)
        while true {
            let slot = slots[place]
            if slot.entry == 0 { return place }
            if slot.hash == upper, isKey(key, of: entries[Int(slot.entry) &- 1]) { return place }
            place = (place &+ 1) & mask
        }
    }

    @inline(__always)
    private func place(of key: ShortKey, hash: UInt64) -> Int {
        let upper = UInt32(truncatingIfNeeded: hash &>> 32)
        let mask = slots.count &- 1
        let wanted = Entry(key)
        var place = Int(upper &>> shift)
        while true {
            let slot = slots[place]
            if slot.entry == 0 { return place }
            if slot.hash == upper {
                let entry = entries[Int(slot.entry) &- 1]
                if entry.word == wanted.word, entry.size == wanted.size { return place }
            }
            place = (place &+ 1) & mask
        }
    }

    @inline(__always)
    private func isKey(_ key: UnsafeRawBufferPointer, of entry: Entry) -> Bool {
        guard entry.size == UInt64(truncatingIfNeeded: key.count) else { return false }
        if key.count <= HashIndex.shortSize { return entry.word == shortWord(key) }
        return KeyEquality.areEqual(key, longKey(entry))
    }

    @inline(__always)
    private func shortWord(_ key: UnsafeRawBufferPointer) -> UInt64 {
        KeyPrefix.load(key).bigEndian
    }

    /// Requires: the key is longer than `shortSize`.
    @inline(__always)
    private func longKey(_ entry: Entry) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: UnsafeRawPointer(bitPattern: UInt(truncatingIfNeeded: entry.word)),
            count: Int(truncatingIfNeeded: entry.size))
    }

    /// Whether one more key of so many bytes fits.
    @inline(__always)
    private func hasRoom(for keySize: Int) -> Bool {
        let longSize = keySize > HashIndex.shortSize ? keySize : 0
        let used =
            entries.count &* 2 &* (MemoryLayout<Slot>.stride &+ MemoryLayout<Entry>.stride)
        let needed = used &+ longKeys.used &+ longSize
        return needed <= budget || entries.count == 0 || borrow(toHave: needed)
    }

    /// Cold.
    @inline(never)
    private func borrow(toHave needed: Int) -> Bool {
        guard let memory, !isRefused else { return false }
        let loan = memory.lend(budget, least: needed - budget)
        budget += loan
        isRefused = budget < needed
        return !isRefused
    }

    private func add(_ new: Entry, hash: UInt64, at place: Int) throws(StorageError) -> Int {
        let entry = entries.count
        // So that 32 bits of the hash are enough to tell the slot.
        guard entry < 1 << 31 else { throw .limit("too many keys") }
        entries.append(new)
        let upper = UInt32(truncatingIfNeeded: hash &>> 32)
        slots[place] = Slot(hash: upper, entry: UInt32(truncatingIfNeeded: entry &+ 1))
        if entries.count &* 4 > slots.count &* 3 { grow() }
        return entry
    }

    @inline(__always)
    private func makeEntry(_ key: UnsafeRawBufferPointer) -> Entry {
        let size = UInt64(truncatingIfNeeded: key.count)
        guard key.count > HashIndex.shortSize, let base = key.baseAddress else {
            return Entry(word: shortWord(key), size: size)
        }
        let bytes = longKeys.allocate(key.count)
        bytes.copyMemory(from: base, byteCount: key.count)
        return Entry(word: UInt64(UInt(bitPattern: bytes)), size: size)
    }

    private func resetSlots(_ count: Int) {
        slots.refillWithZeros(count)
        shift = UInt32(truncatingIfNeeded: 32 - count.trailingZeroBitCount)
    }

    /// Doubles the slots. The old ones are in the order of their hashes, all but, so the new ones
    /// are written from front to back. Cold.
    @inline(never)
    private func grow() {
        var old = ScratchArray<Slot>(capacity: slots.count * 2)
        swap(&slots, &old)
        resetSlots(old.count * 2)
        let mask = slots.count &- 1
        for index in 0..<old.count where old[index].entry != 0 {
            let slot = old[index]
            var place = Int(slot.hash &>> shift)
            while slots[place].entry != 0 { place = (place &+ 1) & mask }
            slots[place] = slot
        }
    }
}
