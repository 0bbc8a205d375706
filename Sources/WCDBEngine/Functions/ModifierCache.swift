import WCDBStorage

/// The modifiers that the date functions of a statement read last: they are the same for all rows.
struct ModifierCache: ~Copyable {
    struct Entry: BitwiseCopyable {
        let start: Int
        let count: Int
        let modifier: TimeModifier
    }

    private var texts = ByteBuffer(capacity: 64)
    private var entries = ScratchArray<Entry>(capacity: 8)
    private static let size = 8
    private static let longestText = 64

    init() {}

    mutating func modifier(_ text: ByteView) -> TimeModifier {
        for index in 0..<entries.count where entries[index].count == text.count {
            let entry = entries[index]
            let known = texts.view[entry.start, entry.start &+ entry.count]
            if ByteOrder.compare(known.buffer, text.buffer) == 0 { return entry.modifier }
        }
        let modifier = TimeModifier(text.untilNUL)
        guard text.count <= ModifierCache.longestText else { return modifier }
        if entries.count == ModifierCache.size {
            entries.removeAll()
            texts.removeAll()
        }
        entries.append(Entry(start: texts.count, count: text.count, modifier: modifier))
        texts.append(text)
        return modifier
    }
}
