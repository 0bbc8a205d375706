import StorageSimulation
import Testing

@testable import WCDBStorage

/// Pages that enter memory are looked at in few steps if they are as nearly all are. What these
/// steps find right must be right for the closer look as well, however a page was damaged.
@Suite struct `Cells of a page that enters memory` {
    private static let usableSize = 480
    private static let slots = 48
    private static let prefixField = 40

    /// A page whose cells fill the end of its usable bytes.
    private struct Page {
        var bytes = [UInt8](repeating: 0, count: usableSize)
        var start: Int
        let prefixCount: Int

        init(prefix: [UInt8] = []) {
            prefixCount = prefix.count
            start = usableSize - prefix.count
            bytes.replaceSubrange(start..., with: prefix)
            store(UInt16(prefix.count), at: prefixField)
        }

        mutating func store(_ value: some FixedWidthInteger, at offset: Int) {
            withUnsafeBytes(of: value.littleEndian) { value in
                bytes.replaceSubrange(offset..<offset + value.count, with: value)
            }
        }

        /// Puts a cell before the others; answers where it lies.
        mutating func add(_ cell: [UInt8]) -> Int {
            start -= cell.count
            bytes.replaceSubrange(start..<start + cell.count, with: cell)
            return start
        }

        mutating func finish(count: Int) {
            store(UInt16(count), at: 26)
            store(UInt16(start), at: 28)
        }

        mutating func damage(_ random: inout SeededRandom, slotSize: Int, count: Int) {
            for _ in 0..<random.below(4) {
                // Mostly where it matters: header, slots, the beginnings of cells.
                let offset =
                    random.oneIn(3)
                    ? min(start + random.below(usableSize - start + 1), usableSize - 1)
                    : slots + random.below(max(1, count * slotSize))
                bytes[offset] = random.oneIn(2) ? UInt8(random.below(256)) : bytes[offset] ^ 1
            }
        }
    }

    /// Their sizes fill the area, for a gap makes up for what two of them share.
    @Test func `that overlap are told before the page is changed`() {
        for isShared in [false, true] {
            var rows = Page()
            rows.store(PageKind.rowidLeaf.rawValue, at: PageHeader.kind)
            let row = rows.add([9, 3, 3, 3, 3, 3, 3, 3, 3, 3])
            let gap = rows.add([3, 0, 0, 0])
            rows.store(UInt32(1) << 16 | UInt32(gap), at: Self.slots + 4)
            if isShared { rows.store(UInt32(1) << 16 | UInt32(row + 2), at: Self.slots + 4) }
            rows.store(UInt32(row), at: Self.slots)
            rows.finish(count: 2)
            check(rows, isShared)

            var keys = Page()
            keys.store(PageKind.keyLeaf.rawValue, at: PageHeader.kind)
            let long = keys.add([1, 2, 3, 4, 5, 6])
            let short = keys.add([2, 3])
            for (index, (offset, key)) in [
                (long, [UInt8(1), 2, 3, 4, 5, 6]), (isShared ? long + 1 : short, [2, 3, 0, 0]),
            ].enumerated() {
                let slot = Self.slots + 8 * index
                keys.store(key.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }, at: slot)
                keys.store(UInt16(offset), at: slot + 4)
                keys.store(UInt16(index == 0 ? 6 : 2), at: slot + 6)
            }
            keys.finish(count: 2)
            check(keys, isShared)
        }
    }

    private func check(_ page: Page, _ isShared: Bool) {
        page.bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            let places = CellPlaces(base, usableSize: Self.usableSize)
            #expect(places?.overlap == isShared)
        }
    }

    private func rowidLeaf(_ random: inout SeededRandom) -> (page: Page, count: Int) {
        var page = Page()
        let count = random.below(24)
        var rowid = 0
        for index in 0..<count {
            rowid += 1 + random.below(9)
            let size = random.below(12)
            let cell = [UInt8(size)] + (0..<size).map { _ in UInt8(random.below(256)) }
            let offset = page.add(cell)
            page.store(UInt32(rowid) << 16 | UInt32(offset), at: Self.slots + 4 * index)
        }
        page.finish(count: count)
        return (page, count)
    }

    private func keyLeaf(_ random: inout SeededRandom) -> (page: Page, count: Int) {
        var page = Page(prefix: random.oneIn(2) ? [] : [0xC0, 7, 7])
        let keys = Set(
            (0..<random.below(20)).map { _ in
                (0..<1 + random.below(8)).map { _ in UInt8(random.below(3)) }
            }
        ).sorted { $0.lexicographicallyPrecedes($1) }
        for (index, key) in keys.enumerated() {
            let offset = page.add(key)
            let head = (key + [0, 0, 0, 0]).prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            page.store(head, at: Self.slots + 8 * index)
            page.store(UInt16(offset), at: Self.slots + 8 * index + 4)
            page.store(UInt16(key.count), at: Self.slots + 8 * index + 6)
        }
        page.finish(count: keys.count)
        return (page, keys.count)
    }

    /// Both looks at 400 pages, of which a quarter is whole.
    private func compare(
        _ seed: UInt64, slotSize: Int, _ make: (inout SeededRandom) -> (page: Page, count: Int),
        _ look: (UnsafeRawPointer) -> (plain: Int?, close: PageValidation.Cells)
    ) {
        var random = SeededRandom(seed: seed)
        var (accepted, refused) = (0, 0)
        for round in 0..<400 {
            var (page, count) = make(&random)
            let isWhole = round % 4 == 0
            if !isWhole { page.damage(&random, slotSize: slotSize, count: count) }
            page.bytes.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress else { return }
                let (plain, close) = look(base)
                if let plain { #expect(close == .fit(plain)) }
                if isWhole { #expect(plain == Self.usableSize - page.start - page.prefixCount) }
                if plain == nil { refused += 1 } else { accepted += 1 }
            }
        }
        #expect(accepted > 100 && refused > 50)
    }

    @Test(arguments: UInt64(1)...20)
    func `of rows are found right by both looks`(seed: UInt64) {
        compare(seed, slotSize: 4, rowidLeaf) { page in
            (
                PageValidation.plainCells(page, usableSize: Self.usableSize),
                PageValidation.lookAtCells(page, usableSize: Self.usableSize)
            )
        }
    }

    @Test(arguments: UInt64(1)...20)
    func `of keys are found right by both looks`(seed: UInt64) {
        compare(seed, slotSize: 8, keyLeaf) { page in
            let validation = KeyPageValidation(page, usableSize: Self.usableSize)
            return (validation.plainCells(), validation.lookAtCells())
        }
    }
}
