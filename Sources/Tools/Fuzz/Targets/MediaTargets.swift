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
                guard let bytes = fixture.image.files[name] else { continue }
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
