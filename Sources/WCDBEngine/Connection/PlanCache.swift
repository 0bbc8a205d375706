import WCDBStorage

/// The plans of the texts that were prepared last, and more than once: a text that never comes
/// again is not worth the memory, which it would only make cold for others.
///
/// **Users.** One connection.
///
/// **Always true.** At most `capacity` plans are kept. The one that makes way was not asked for
/// since the hand of the clock last passed. `places` has the number of each entry, counted from
/// one, at the first place from its hash's own on that was free.
struct PlanCache {
    private struct Entry {
        var hash: UInt64
        var text: [UInt8]
        var plan: Plan
        var wasUsed: Bool
    }

    static let capacity = 128
    /// A longer text is not worth remembering: scripts that insert are such.
    static let maxTextLength = 4096

    /// At most a quarter is taken, so that a free place is near. A dictionary would hash the hash.
    private var places: [UInt8] = []
    private static let placeCount = 512
    private var entries: [Entry] = []
    private var hand = 0
    /// The hashes of texts that came, each at a place that its last bits say.
    private var seen: [UInt64] = []
    private static let seenCount = 512

    /// The plan of a text; nil if it is not known.
    mutating func find(_ text: UnsafeRawBufferPointer) -> Plan? {
        guard let number = number(of: text, PlanCache.hash(text)) else { return nil }
        if !entries[number].wasUsed { entries[number].wasUsed = true }
        return entries[number].plan
    }

    mutating func insert(_ plan: Plan, _ text: UnsafeRawBufferPointer) {
        guard text.count <= PlanCache.maxTextLength else { return }
        let hash = PlanCache.hash(text)
        guard wasSeen(hash) else { return }
        // A text that is not asked for again goes first.
        let entry = Entry(hash: hash, text: plan.text ?? Array(text), plan: plan, wasUsed: false)
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

    private static func hash(_ text: UnsafeRawBufferPointer) -> UInt64 {
        KeyHash.hash(text, seed: 0x57CD_B000)
    }
}
