import StorageSimulation
import WCDBStorage

/// Faults at every call of a workload.
struct FaultsTarget: FuzzTarget {
    let name = "faults"
    let summary = "each fault at each I/O call of a workload; nothing acknowledged is lost"
    var defaultEffort: Int { 12 }

    func run(seed: UInt64, effort: Int) throws -> FuzzCount {
        let check = FaultCheck(
            options: CrashCheck.smallOptions(seed: seed), seed: seed, steps: effort)
        return FuzzCount(cycles: try check.run())
    }
}

/// Single bits of a 64-page database and its log. A run takes every n-th bit, beginning with the
/// seed; `--effort 1` takes all.
struct BitFlipTarget: FuzzTarget {
    let name = "bitflip"
    let summary = "flips single bits of a 64-page database and its log; effort = stride, 1 for all"
    var defaultEffort: Int { 509 }
    var shrinks: Bool { false }

    func run(seed: UInt64, effort: Int) throws -> FuzzCount {
        var count = FuzzCount()
        for hasLog in [false, true] {
            let fixture = try TreeFixture(
                seed: 1, pageCount: 64, pageSize: 4096, hasLog: hasLog)
            for name in fixture.image.files.keys.sorted() {
                let isLog = name.hasSuffix("-wal")
                // Without a log all of the main file; with one, the log.
                guard isLog == hasLog, let bytes = fixture.image.files[name] else { continue }
                var bit = Int(seed % UInt64(effort))
                while bit < bytes.count * 8 {
                    try flip(bit, of: name, fixture, &count)
                    bit += effort
                }
            }
        }
        return count
    }

    private func flip(
        _ bit: Int, of name: String, _ fixture: TreeFixture, _ count: inout FuzzCount
    ) throws {
        var image = fixture.image
        image.files[name]?[bit >> 3] ^= 1 << UInt8(bit & 7)
        switch fixture.examine(image) {
        case .detected: count.notes["detected", default: 0] += 1
        case .harmless: count.notes["harmless", default: 0] += 1
        case .wrong(let what):
            throw Contradiction("bit \(bit) of \(name): \(what)")
        }
        count.cycles += 1
    }
}

/// Every ordered pair of pages: one written over the other.
struct MisdirectTarget: FuzzTarget {
    let name = "misdirect"
    let summary = "writes each page of a database over each other page; effort = stride"
    var defaultEffort: Int { 1 }
    var shrinks: Bool { false }

    func run(seed: UInt64, effort: Int) throws -> FuzzCount {
        let fixture = try TreeFixture(seed: seed, pageCount: 64, pageSize: 4096, hasLog: false)
        guard let bytes = fixture.image.files[TreeFixture.path] else { return FuzzCount() }
        var count = FuzzCount()
        let pages = bytes.count / 4096
        var pair = Int(seed % UInt64(effort))
        while pair < pages * pages {
            let (source, target) = (pair / pages, pair % pages)
            pair += effort
            guard source != target else { continue }
            var image = fixture.image
            image.files[TreeFixture.path]?.replaceSubrange(
                target * 4096..<(target + 1) * 4096,
                with: bytes[source * 4096..<(source + 1) * 4096])
            if case .wrong(let what) = fixture.examine(image) {
                throw Contradiction("page \(source + 1) over \(target + 1): \(what)")
            }
            count.cycles += 1
        }
        return count
    }
}

/// Changes inside pages whose checksum is repaired: only validation stands in their way.
struct PagesTarget: FuzzTarget {
    let name = "pages"
    let summary = "changes bytes of pages and repairs the checksum; no trap, no endless loop"
    var defaultEffort: Int { 300 }

    func run(seed: UInt64, effort: Int) throws -> FuzzCount {
        var random = SeededRandom(seed: seed)
        let pageSize = random.oneIn(2) ? 512 : 4096
        let fixture = try TreeFixture(
            seed: seed & 7, pageCount: 40, pageSize: pageSize, hasLog: false)
        var count = FuzzCount()
        for _ in 0..<effort {
            var image = fixture.image
            guard var bytes = image.files[TreeFixture.path] else { break }
            for _ in 0...random.below(3) {
                let page = 2 + random.below(bytes.count / pageSize - 2)
                PageMutation.mutate(&bytes, page: page, pageSize: pageSize, &random)
            }
            image.files[TreeFixture.path] = bytes
            let verdict = fixture.examine(image)
            let name: String
            switch verdict {
            case .detected: name = "detected"
            case .harmless: name = "harmless"
            case .wrong: name = "plausible"
            }
            count.notes[name, default: 0] += 1
            count.cycles += 1
        }
        return count
    }
}

/// Arbitrary and mutated logs beside a database.
struct LogTarget: FuzzTarget {
    let name = "wal"
    let summary = "changes bytes of a log; recovery neither traps nor returns wrong rows"
    var defaultEffort: Int { 300 }

    func run(seed: UInt64, effort: Int) throws -> FuzzCount {
        var random = SeededRandom(seed: seed)
        let fixture = try TreeFixture(
            seed: seed & 7, pageCount: 24, pageSize: 512, hasLog: true)
        let name = TreeFixture.path + "-wal"
        var count = FuzzCount()
        for _ in 0..<effort {
            var image = fixture.image
            guard var bytes = image.files[name], !bytes.isEmpty else { break }
            for _ in 0...random.below(6) {
                let start = random.below(bytes.count)
                switch random.below(4) {
                case 0: bytes[start] = UInt8(truncatingIfNeeded: random.next())
                case 1:
                    for index in start..<min(bytes.count, start + 8) {
                        bytes[index] = random.oneIn(2) ? 0xFF : 0
                    }
                case 2: bytes.removeLast(random.below(bytes.count - start))
                default:
                    let end = min(bytes.count, start + random.below(600))
                    let target = random.below(bytes.count - (end - start) + 1)
                    bytes.replaceSubrange(target..<target + end - start, with: bytes[start..<end])
                }
                if bytes.isEmpty { break }
            }
            image.files[name] = bytes
            _ = fixture.examine(image)
            count.cycles += 1
        }
        return count
    }
}
