import WCDBStorage

/// Logs with changed bytes beside a sound database: recovery ends at one of the commits or
/// refuses (P9), and logs with repaired checksums, which only must not hurt.
///
/// The first byte of an input selects database and kind: bit 7 set, the rest is the whole log;
/// else it is an edit script, whose places are units of 4 KiB. Bit 6: checksums are repaired.
struct LogBytes: ByteFed {
    let name = "wal"
    private static let isWhole: UInt8 = 0x80
    private static let isRepaired: UInt8 = 0x40

    private static let fixtures: [TreeFixture] = (0..<8).compactMap { number in
        try? TreeFixture(seed: UInt64(number), pageCount: 24, pageSize: 512, hasLog: true)
    }

    func feed(_ input: [UInt8]) throws -> ByteVerdict {
        guard let first = input.first, !LogBytes.fixtures.isEmpty else { return .refused }
        let fixture = LogBytes.fixtures[Int(first & 0x3F) % LogBytes.fixtures.count]
        guard let sound = fixture.image.files[TreeFixture.path + "-wal"] else { return .refused }
        var bytes: [UInt8]
        if first & LogBytes.isWhole != 0 {
            bytes = Array(input.dropFirst())
        } else {
            bytes = sound
            for edit in EditScript(input.dropFirst()).edits where edit.bytes.isEmpty {
                // An edit without bytes cuts the log.
                bytes.removeLast(bytes.count - min(bytes.count, start(of: edit)))
            }
            for edit in EditScript(input.dropFirst()).edits {
                EditScript.lay(edit, over: &bytes, at: start(of: edit))
            }
        }
        var image = fixture.image
        guard first & LogBytes.isRepaired != 0 else {
            image.files[TreeFixture.path + "-wal"] = bytes
            switch fixture.examine(image, acceptsPrefix: true) {
            case .detected: return .refused
            case .harmless: return .accepted
            case .wrong(let what): throw Contradiction(what)
            }
        }
        LogSeal.reseal(&bytes)
        image.files[TreeFixture.path + "-wal"] = bytes
        let store = HostileStore(path: TreeFixture.path, pageSize: 512)
        return store.exercise(image) == nil ? .plausible : .refused
    }

    private func start(of edit: EditScript.Edit) -> Int { edit.place * 4096 + edit.offset % 4096 }

    func makeInput(_ random: inout SeededRandom) -> [UInt8] {
        guard !LogBytes.fixtures.isEmpty else { return [] }
        let selector = random.below(LogBytes.fixtures.count)
        let log = LogBytes.fixtures[selector].image.files[TreeFixture.path + "-wal"] ?? []
        var input = [UInt8(selector) | (random.oneIn(2) ? LogBytes.isRepaired : 0)]
        if random.oneIn(20) {
            input[0] |= LogBytes.isWhole
            return input + log.prefix(random.below(log.count + 1))
        }
        for _ in 0...random.below(5) {
            // Mostly where frames are, and often right at a field of one.
            let offset =
                random.oneIn(4)
                ? random.below(max(1, log.count)) : 8192 + random.below(4096) & ~7
            var bytes = EditScript.interestingBytes(&random)
            if random.oneIn(4), log.count > 600 {
                let start = random.below(log.count - 300)
                bytes = Array(log[start..<start + random.below(256)])
            }
            if random.oneIn(12) { bytes = [] }
            input += EditScript.encode(place: offset / 4096, offset: offset % 4096, bytes)
        }
        return input
    }

    func size(ofInput count: Int) -> Int {
        let sizes = LogBytes.fixtures.map { $0.image.files.values.reduce(0) { $0 + $1.count } }
        return count + (sizes.max() ?? 0)
    }
}
