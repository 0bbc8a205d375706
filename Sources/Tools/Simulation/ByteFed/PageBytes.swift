import WCDBStorage

/// Pages with changed bytes whose checksum is repaired: only validation stands in their way.
///
/// The first byte of an input selects a database, the rest is an edit script; its places are
/// pages, header pages included.
struct PageBytes: ByteFed {
    let name = "pages"

    private struct Fixture {
        var bytes: [UInt8]
        var pageSize: Int
        var pageCount: Int { bytes.count / pageSize }
    }

    private static let fixtures: [Fixture] = (0..<4).compactMap { number in
        let pageSize = number < 3 ? 512 : 4096
        guard
            let fixture = try? TreeFixture(
                seed: UInt64(number), pageCount: [12, 40, 160, 20][number], pageSize: pageSize,
                hasLog: false),
            let bytes = fixture.image.files[TreeFixture.path]
        else { return nil }
        return Fixture(bytes: bytes, pageSize: pageSize)
    }

    func feed(_ input: [UInt8]) throws -> ByteVerdict {
        guard let first = input.first, !PageBytes.fixtures.isEmpty else { return .refused }
        let fixture = PageBytes.fixtures[Int(first) % PageBytes.fixtures.count]
        var bytes = fixture.bytes
        var changed = Set<Int>()
        for edit in EditScript(input.dropFirst()).edits {
            let page = edit.place % fixture.pageCount
            let offset = edit.offset % fixture.pageSize
            EditScript.lay(edit, over: &bytes, at: page * fixture.pageSize + offset)
            changed.formUnion([
                page, min(fixture.pageCount - 1, page + (offset + 254) / fixture.pageSize),
            ])
        }
        for page in changed.sorted() {
            PageSeal.reseal(&bytes, page: page, pageSize: fixture.pageSize)
        }
        let image = DiskImage(files: [TreeFixture.path: bytes])
        let store = HostileStore(path: TreeFixture.path, pageSize: fixture.pageSize)
        return store.exercise(image) == nil ? .plausible : .refused
    }

    func makeInput(_ random: inout SeededRandom) -> [UInt8] {
        let selector = random.below(max(1, PageBytes.fixtures.count))
        guard selector < PageBytes.fixtures.count else { return [] }
        let fixture = PageBytes.fixtures[selector]
        var input = [UInt8(selector)]
        for _ in 0...random.below(3) {
            let page = random.oneIn(6) ? random.below(5) : random.below(fixture.pageCount)
            let size = fixture.pageSize
            let header = page < 2 ? 152 : 56
            let offset: Int
            switch random.below(4) {
            case 0: offset = random.below(header)
            case 1: offset = 48 + random.below(min(200, size - 48))
            case 2: offset = size - 1 - random.below(min(100, size - 1))
            default: offset = random.below(size)
            }
            var bytes = EditScript.interestingBytes(&random)
            if random.oneIn(5) {
                // What lies elsewhere: whole and in the wrong place.
                let start = random.below(fixture.bytes.count - 64)
                bytes = Array(fixture.bytes[start..<start + 1 + random.below(64)])
            }
            input += EditScript.encode(place: page, offset: offset, bytes)
        }
        return input
    }

    func size(ofInput count: Int) -> Int {
        count + (PageBytes.fixtures.map(\.bytes.count).max() ?? 0)
    }
}
