import StorageSimulation
import Testing

@testable import WCDBStorage

@Suite struct `Rows that begin with the same header` {
    /// What a column is made of; `spread` is how much its values differ from row to row.
    private struct Column {
        let kind: UInt64
        let spread: UInt64
    }

    private static let letters = [UInt8](repeating: 0x61, count: 400)

    private func record(_ columns: [Column], _ random: inout SeededRandom) -> [UInt8] {
        var writer = RecordWriter()
        writer.begin(columnCount: columns.count)
        Self.letters.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            for column in columns {
                let draw = random.next()
                let size = column.spread * 7 + draw % column.spread
                switch column.kind {
                case 0: writer.append(.null)
                case 1: writer.append(.integer(Int64(bitPattern: draw) >> (size % 64)))
                case 2: writer.append(.integer(Int64(draw % 3)))
                case 3: writer.append(.real(Double(draw >> 11) - 1e15))
                case 4: writer.append(.text(base, count: Int(size % 400)))
                default: writer.append(.blob(base, count: Int(size % 400)))
                }
            }
        }
        return Array(writer.finish())
    }

    /// Whether the shape of a record was known; if not, it is now, if it comes again.
    private func find(_ record: [UInt8], _ shapes: inout RowShapes) -> Bool {
        record.withUnsafeBytes { bytes in
            if shapes.find(bytes) { return true }
            if let reader = try? RowReader(bytes) { shapes.consider(bytes, reader) }
            return false
        }
    }

    /// Compares what can be read of a record with what is there; how many columns it was.
    private func check(
        _ shapes: borrowing RowShapes, _ record: [UInt8], _ columns: Range<Int>
    ) throws -> Int {
        try record.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return 0 }
            var checked = try RecordReader(checking: bytes)
            var count = 0
            for column in columns {
                var found = ColumnValue.null
                guard shapes.read(column, of: base, into: &found) else { continue }
                let expected = checked.column(at: column)
                #expect(expected?.kind == found.kind)
                #expect(expected?.integer == found.integer)
                #expect(expected?.count == found.count)
                count += 1
            }
            return count
        }
    }

    @Test func `are read like all others`() throws {
        var readCount = 0
        for seed in 0..<150 {
            var random = SeededRandom(seed: UInt64(seed) + 31)
            let columns = (0..<1 + seed % 17).map { _ in
                Column(kind: random.next() % 6, spread: 1 + random.next() % UInt64(1 + seed % 9))
            }
            var shapes = RowShapes()
            for row in 0..<60 {
                let record = record(columns, &random)
                if find(record, &shapes) {
                    readCount += try check(shapes, record, 0..<columns.count + 2)
                }
                if row % 7 == 3 {
                    shapes.extend(to: Int(random.next() % UInt64(columns.count + 1)))
                }
            }
        }
        #expect(readCount > 5_000)
    }

    @Test func `are known from the third one on`() throws {
        var random = SeededRandom(seed: 4)
        let columns = [Column(kind: 3, spread: 1), Column(kind: 4, spread: 1)]
        var shapes = RowShapes()
        for expected in [false, false, true, true] {
            let isKnown = find(record(columns, &random), &shapes)
            #expect(isKnown == expected)
        }
        // One column was asked for so far.
        var count = try check(shapes, record(columns, &random), 0..<3)
        #expect(count == 1)
        shapes.extend(to: 1)
        for expected in [false, true] {
            let isKnown = find(record(columns, &random), &shapes)
            #expect(isKnown == expected)
        }
        count = try check(shapes, record(columns, &random), 0..<3)
        #expect(count == 2)
    }

    @Test func `of few kinds are all known`() {
        var random = SeededRandom(seed: 4)
        let kinds = (1...5).map { Array(repeating: Column(kind: 3, spread: 1), count: $0) }
        var shapes = RowShapes()
        var found: [Bool] = []
        for kind in kinds[..<4] {
            for _ in 0..<3 { found.append(find(record(kind, &random), &shapes)) }
        }
        #expect(found == [[Bool]](repeating: [false, false, true], count: 4).flatMap(\.self))
        // One that comes once pushes none of them out.
        found = (kinds + kinds[..<4]).map { find(record($0, &random), &shapes) }
        #expect(found == [true, true, true, true, false, true, true, true, true])
    }

    @Test func `that take turns are all known`() {
        var random = SeededRandom(seed: 4)
        let kinds = (0..<8).map { kind in
            (0..<3).map { Column(kind: kind >> $0 & 1 == 0 ? 3 : 4, spread: 1) }
        }
        var shapes = RowShapes()
        for _ in 0..<4 { for kind in kinds { _ = find(record(kind, &random), &shapes) } }
        let known = kinds.filter { find(record($0, &random), &shapes) }
        #expect(known.count == kinds.count)
    }

    @Test(arguments: 0..<600)
    func `lead nowhere outside of a damaged record`(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed) + 977)
        let columns = (0..<1 + seed % 9).map { _ in
            Column(kind: random.next() % 6, spread: 1 + random.next() % 3)
        }
        var shapes = RowShapes()
        shapes.extend(to: columns.count - 1)
        for _ in 0..<12 {
            var record = record(columns, &random)
            for _ in 0..<Int(random.next() % 3) {
                record[Int(random.next() % UInt64(record.count))] ^= UInt8(
                    truncatingIfNeeded: random.next())
            }
            if random.next() % 2 == 0 {
                record.removeLast(Int(random.next() % UInt64(record.count)))
            }
            _ = find(record, &shapes)
            guard find(record, &shapes) || find(record, &shapes) else { continue }
            record.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress else { return }
                for column in 0..<columns.count + 2 {
                    var value = ColumnValue.null
                    guard shapes.read(column, of: base, into: &value) else { continue }
                    let view = value.bytes
                    guard let start = view.baseAddress else { continue }
                    #expect(start >= base && start + view.count <= base + bytes.count)
                    if case .text = value.kind { #expect(UTF8Validation.isValid(view)) }
                }
            }
        }
    }
}
