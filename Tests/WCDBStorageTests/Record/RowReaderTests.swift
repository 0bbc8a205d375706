import StorageSimulation
import Testing

@testable import WCDBStorage

@Suite struct `Reading rows without a look ahead` {
    private func record(_ columnCount: Int, _ random: inout SeededRandom) -> [UInt8] {
        var writer = RecordWriter()
        writer.begin(columnCount: columnCount)
        let bytes = [UInt8](repeating: 0x61, count: 300)
        bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            for _ in 0..<columnCount {
                let draw = random.next()
                switch draw % 5 {
                case 0: writer.append(.null)
                case 1: writer.append(.integer(Int64(bitPattern: random.next()) >> (draw % 64)))
                case 2: writer.append(.real(Double(draw >> 11)))
                case 3: writer.append(.text(base, count: Int(draw >> 8) % 300))
                default: writer.append(.blob(base, count: Int(draw >> 8) % 300))
                }
            }
        }
        return Array(writer.finish())
    }

    /// Of a row that does not fit its leaf only the beginning is there. Each column that was not
    /// was looked for from the first one on.
    @Test(arguments: 1..<40)
    func `says of what is not at hand what it can`(columnCount: Int) throws {
        var random = SeededRandom(seed: UInt64(columnCount))
        let record = record(columnCount, &random)
        try record.withUnsafeBytes { bytes in
            var whole = try RowReader(bytes)
            // The codes of all columns take two bytes each at most.
            let atHand = min(bytes.count, 2 * columnCount + 10)
            var part = try RowReader(UnsafeRawBufferPointer(rebasing: bytes[..<atHand]))
            for column in 0..<columnCount {
                for asked in [ValuePart.kind, .length, .whole] {
                    let (value, end) = try part.outline(of: column, asked)
                    #expect(part.place.column == column)
                    let expected = try #require(try whole.column(at: column))
                    #expect(whole.place.bodyOffset == end)
                    guard let value else { continue }
                    #expect(end > atHand)
                    #expect(value.kind == expected.kind)
                    let isBlob = value.kind == .blob
                    if asked != .kind, isBlob { #expect(value.count == expected.count) }
                    if asked == .whole || value.kind == .integer {
                        #expect(value.integer == expected.integer || expected.count == 0)
                    }
                }
            }
        }
    }

    @Test(arguments: 0..<40)
    func `gives what the reader that checks gives`(columnCount: Int) throws {
        var random = SeededRandom(seed: UInt64(columnCount))
        let record = record(columnCount, &random)
        try record.withUnsafeBytes { bytes in
            var checked = try RecordReader(checking: bytes)
            var reader = try RowReader(bytes)
            #expect(reader.columnCount == columnCount)
            for _ in 0..<2 * columnCount + 1 {
                let column = Int(random.next() % UInt64(columnCount + 1))
                let (expected, found) = (checked.column(at: column), try reader.column(at: column))
                #expect(expected?.kind == found?.kind)
                #expect(expected?.integer == found?.integer)
                #expect(expected?.count == found?.count)
            }
        }
    }

    @Test(arguments: 0..<400)
    func `hands out nothing from beyond a damaged record`(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed) + 77)
        var record = record(1 + seed % 12, &random)
        for _ in 0..<1 + seed % 4 {
            record[Int(random.next() % UInt64(record.count))] = UInt8(
                truncatingIfNeeded: random.next())
        }
        if seed % 3 == 0 { record.removeLast(Int(random.next() % UInt64(record.count))) }
        record.withUnsafeBytes { bytes in
            guard var reader = try? RowReader(bytes) else { return }
            for column in 0..<min(reader.columnCount, 300) {
                guard let value = try? reader.column(at: column) else { continue }
                let view = value.bytes
                guard let start = view.baseAddress, let first = bytes.baseAddress else { continue }
                #expect(start >= first && start + view.count <= first + bytes.count)
                if case .text = value.kind { #expect(UTF8Validation.isValid(view)) }
            }
        }
    }

    @Test(arguments: 0..<40)
    func `gives the same where a glance is enough`(columnCount: Int) throws {
        var random = SeededRandom(seed: UInt64(columnCount) + 5)
        let record = record(columnCount, &random)
        try record.withUnsafeBytes { bytes in
            var checked = try RecordReader(checking: bytes)
            var reader = try RowReader(bytes)
            for _ in 0..<2 * columnCount + 1 {
                let column = Int(random.next() % UInt64(columnCount + 1))
                var found = ColumnValue.null
                let isFound = reader.read(column, into: &found)
                #expect(isFound == (column < columnCount))
                guard let expected = checked.column(at: column) else { continue }
                #expect(expected.kind == found.kind)
                #expect(expected.integer == found.integer)
                #expect(expected.count == found.count)
            }
        }
    }

    @Test(arguments: 0..<400)
    func `a glance at a damaged record finds what a longer look finds`(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed) + 770)
        var record = record(1 + seed % 12, &random)
        for _ in 0..<1 + seed % 4 {
            record[Int(random.next() % UInt64(record.count))] = UInt8(
                truncatingIfNeeded: random.next())
        }
        record.withUnsafeBytes { bytes in
            guard let fresh = try? RowReader(bytes) else { return }
            for column in 0..<min(fresh.columnCount, 300) {
                var (slow, fast) = (fresh, fresh)
                let expected = try? slow.column(at: column)
                var found = ColumnValue.null
                guard fast.read(column, into: &found) else { continue }
                #expect(expected?.kind == found.kind)
                #expect(expected?.integer == found.integer)
                #expect(expected?.count == found.count)
            }
        }
    }
}
