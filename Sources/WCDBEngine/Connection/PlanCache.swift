import WCDBStorage

/// The plans of the texts that were prepared last, and more than once: a text that never comes
/// again is not worth the memory, which it would only make cold for others.
///
/// **Users.** One connection.
///
/// **Always true.** At most `capacity` plans are kept. The one that makes way was not asked for
/// since the hand of the clock last passed.
struct PlanCache {
    private struct Entry {
        var text: [UInt8]
        var plan: Plan
        var wasUsed: Bool
    }

    static let capacity = 128
    /// A longer text is not worth remembering: scripts that insert are such.
    static let maxTextLength = 4096

    private var places: [UInt64: Int] = [:]
    private var entries: [Entry] = []
    private var hand = 0
    /// The hashes of texts that came, each at a place that its last bits say.
    private var seen: [UInt64] = []
    private static let seenCount = 512

    /// The plan of a text; nil if it is not known.
    mutating func find(_ text: UnsafeRawBufferPointer) -> Plan? {
        guard let place = places[PlanCache.hash(text)] else { return nil }
        let isSame = entries[place].text.withUnsafeBytes { ByteOrder.compare($0, text) == 0 }
        guard isSame else { return nil }
        entries[place].wasUsed = true
        return entries[place].plan
    }

    mutating func insert(_ plan: Plan, _ text: UnsafeRawBufferPointer) {
        guard text.count <= PlanCache.maxTextLength else { return }
        let hash = PlanCache.hash(text)
        guard wasSeen(hash) else { return }
        // A text that is not asked for again goes first.
        let entry = Entry(text: plan.text ?? Array(text), plan: plan, wasUsed: false)
        if let place = places[hash] {
            entries[place] = entry
        } else if entries.count < PlanCache.capacity {
            places[hash] = entries.count
            entries.append(entry)
        } else {
            let place = findVictim()
            places[PlanCache.hash(entries[place].text)] = nil
            places[hash] = place
            entries[place] = entry
        }
    }

    /// Whether the text came before, as far as is remembered.
    private mutating func wasSeen(_ hash: UInt64) -> Bool {
        if seen.isEmpty { seen = Array(repeating: 0, count: PlanCache.seenCount) }
        let place = Int(hash % UInt64(PlanCache.seenCount))
        defer { seen[place] = hash }
        return seen[place] == hash
    }

    private mutating func findVictim() -> Int {
        while entries[hand].wasUsed {
            entries[hand].wasUsed = false
            hand = (hand + 1) % entries.count
        }
        defer { hand = (hand + 1) % entries.count }
        return hand
    }

    private static func hash(_ text: [UInt8]) -> UInt64 { text.withUnsafeBytes { hash($0) } }

    private static func hash(_ text: UnsafeRawBufferPointer) -> UInt64 {
        KeyHash.hash(text, seed: 0x57CD_B000)
    }
}
