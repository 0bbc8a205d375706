import WCDBStorage

/// What is known of the texts that were prepared last, and more than once: a text that never comes
/// again is not worth the memory, which it would only make cold for others.
///
/// **Users.** One connection.
///
/// **Always true.** At most `capacity` texts are known. The one that makes way was not asked for
/// since the hand of the clock last passed. `places` has the number of each entry, counted from
/// one, at the first place from its hash's own on that was free.
struct PlanCache<Known> {
    private struct Entry {
        var hash: UInt64
        var text: [UInt8]
        var known: Known
        var wasUsed: Bool
    }

    static var capacity: Int { 128 }
    /// A longer text is not worth remembering: scripts that insert are such.
    static var maxTextLength: Int { 4096 }

    /// At most a quarter is taken, so that a free place is near. A dictionary would hash the hash.
    private var places: [UInt8] = []
    private static var placeCount: Int { 512 }
    private var entries: [Entry] = []
    private var hand = 0
    /// The hashes of texts that came, each at a place that its last bits say.
    private var seen: [UInt64] = []
    private static var seenCount: Int { 512 }

    /// What is known of a text; nil if nothing is.
    mutating func find(_ text: UnsafeRawBufferPointer) -> Known? {
        guard !places.isEmpty, text.count <= PlanCache.maxTextLength,
            let number = number(of: text, KeyHash.hash(text))
        else { return nil }
        if !entries[number].wasUsed { entries[number].wasUsed = true }
        return entries[number].known
    }

    /// Whether a text that is not known came before, as far as is remembered. From now on it did.
    mutating func hasCome(_ text: UnsafeRawBufferPointer) -> Bool {
        guard text.count <= PlanCache.maxTextLength else { return false }
        if seen.isEmpty { seen = Array(repeating: 0, count: PlanCache.seenCount) }
        let hash = KeyHash.hash(text)
        let place = Int(hash % UInt64(PlanCache.seenCount))
        defer { seen[place] = hash }
        return seen[place] == hash
    }

    /// Requires: `hasCome` said that the text did.
    mutating func insert(_ known: Known, _ text: UnsafeRawBufferPointer) {
        let hash = KeyHash.hash(text)
        // A text that is not asked for again goes first.
        let entry = Entry(hash: hash, text: Array(text), known: known, wasUsed: false)
        if let number = number(of: text, hash) {
            entries[number] = entry
        } else if entries.count < PlanCache.capacity {
            entries.append(entry)
            enter(entries.count - 1)
        } else {
            entries[findVictim()] = entry
            places = []
            for number in entries.indices { enter(number) }
        }
    }

    /// Knows nothing any more, but for what came before.
    mutating func forget() {
        entries.removeAll(keepingCapacity: true)
        places = []
        hand = 0
    }

    private func number(of text: UnsafeRawBufferPointer, _ hash: UInt64) -> Int? {
        guard !places.isEmpty else { return nil }
        var place = PlanCache.firstPlace(hash)
        while places[place] > 0 {
            let number = Int(places[place]) - 1
            if entries[number].hash == hash,
                entries[number].text.withUnsafeBytes({ ByteOrder.compare($0, text) == 0 })
            {
                return number
            }
            place = (place + 1) % PlanCache.placeCount
        }
        return nil
    }

    private mutating func enter(_ number: Int) {
        if places.isEmpty { places = Array(repeating: 0, count: PlanCache.placeCount) }
        var place = PlanCache.firstPlace(entries[number].hash)
        while places[place] > 0 { place = (place + 1) % PlanCache.placeCount }
        places[place] = UInt8(truncatingIfNeeded: number + 1)
    }

    private static func firstPlace(_ hash: UInt64) -> Int { Int(hash % UInt64(placeCount)) }

    private mutating func findVictim() -> Int {
        while entries[hand].wasUsed {
            entries[hand].wasUsed = false
            hand = (hand + 1) % entries.count
        }
        defer { hand = (hand + 1) % entries.count }
        return hand
    }
}

extension KeyHash {
    fileprivate static func hash(_ text: UnsafeRawBufferPointer) -> UInt64 {
        hash(text, seed: 0x57CD_B000)
    }
}
