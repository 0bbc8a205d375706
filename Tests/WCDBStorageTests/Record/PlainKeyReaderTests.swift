import StorageSimulation
import Testing

@testable import WCDBStorage

@Suite struct `Plain values at the front of a key` {
    private let binary = PlainKeyForm(.ascending)
    private let hidden = PlainKeyForm(.descending)

    private func integers(_ random: inout SeededRandom) -> [Int64] {
        let edges: [Int64] = [.min, .max, -1, 0, 1, 63, 64, -8, -9, 127, 128]
        let powers = (0..<63).flatMap { [Int64(1) << $0, (Int64(1) << $0) - 1] }
        let drawn = (0..<2_000).map { _ in
            Int64(bitPattern: random.next()) >> Int64(random.next() % 64)
        }
        return edges + powers + drawn
    }

    /// Two in a row: the second one begins where the first one ends, and may be read from the end.
    @Test func `are the integers that went in, as long as none is below minus eight`() throws {
        var random = SeededRandom(seed: 31)
        var encoder = KeyEncoder()
        let drawn = integers(&random)
        for (place, first) in drawn.enumerated() {
            let second = drawn[(place * 7 + 1) % drawn.count]
            encoder.begin()
            encoder.append(.integer(first))
            encoder.append(.integer(second))
            var found = PlainKeyReader(encoder.key)
            #expect(found.nextInteger() == (first < -8 ? nil : first))
            guard first >= -8 else { continue }
            #expect(found.nextInteger() == (second < -8 ? nil : second))
            if second >= -8 { #expect(found.nextInteger() == nil) }
        }
    }

    @Test func `are the texts and NULLs that went in`() throws {
        var random = SeededRandom(seed: 33)
        var encoder = KeyEncoder()
        for count in (0..<70).flatMap({ [Int](repeating: $0, count: 20) }) {
            let text = (0..<count).map { _ in UInt8(2 + random.next() % 126) }
            encoder.begin()
            encoder.append(.integer(5))
            text.withUnsafeBytes { text in
                let base = text.baseAddress ?? encoder.key.baseAddress!
                encoder.append(.text(base, count: text.count))
            }
            encoder.append(.null)
            var reader = PlainKeyReader(encoder.key)
            let number = reader.next(binary)
            let refused = reader.next(hidden)
            #expect(number?.integer == 5 && refused == nil)
            let next = reader.next(binary)
            let found = try #require(next)
            #expect(found.kind == .text && Array(found.bytes) == text)
            let last = reader.next(binary)
            #expect(last?.kind == .null && reader.isAtEnd)
            let nothing = reader.next(binary)
            #expect(nothing == nil)
        }
    }

    private func isSame(_ left: ColumnValue, _ right: ColumnValue) -> Bool {
        guard left.kind == right.kind else { return false }
        switch left.kind {
        case .null: return true
        case .integer: return left.integer == right.integer
        case .real: return left.real == right.real
        case .text, .blob: return left.bytes.elementsEqual(right.bytes)
        }
    }

    private let columns = [
        KeyColumn.ascending, .descending, KeyColumn(holdsOnlyReals: true),
        KeyColumn(isDescending: true, holdsOnlyReals: true), KeyColumn(collation: .nocase),
        KeyColumn(collation: .nocase, isDescending: true), KeyColumn(collation: .rtrim),
    ]

    private func someKey(_ random: inout SeededRandom) -> [UInt8] {
        let count = Int(random.next() % 14)
        var bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        if count > 0, random.next() % 2 == 0 { bytes[0] = 0xAF + UInt8(random.next() % 10) }
        if count > 1, random.next() % 4 == 0 { bytes[1] = UInt8(random.next() % 3) }
        if count > 0, random.next() % 4 == 0 {
            bytes[0] = [0x05, 0xC0, 0xC0, 0xC8][Int(random.next() % 4)]
            for index in 1..<count where random.next() % 8 != 0 { bytes[index] &= 0x7F }
            bytes[count - 1] = UInt8(random.next() % 2)
        }
        return bytes
    }

    /// What the decoder refuses, or finds to be something else, is nothing plain here either; and
    /// only texts and blobs are left to it.
    @Test func `are what the decoder finds, in bytes of any kind`() throws {
        var random = SeededRandom(seed: 32)
        var decoder = KeyDecoder()
        for _ in 0..<60_000 {
            let column = columns[Int(random.next() % UInt64(columns.count))]
            var bytes = someKey(&random)
            if column.isDescending, random.next() % 2 == 0 { bytes = bytes.map { ~$0 } }
            try bytes.withUnsafeBytes { key in
                var reader = PlainKeyReader(key)
                let found = reader.next(PlainKeyForm(column))
                try decoder.begin(key: key)
                guard let value = try? decoder.next(column) else {
                    #expect(found == nil, "\(bytes) \(column)")
                    return
                }
                if let found {
                    #expect(isSame(found, value), "\(bytes) \(column)")
                    #expect(reader.isAtEnd == decoder.isAtEnd, "\(bytes) \(column)")
                } else {
                    #expect(value.kind == .text || value.kind == .blob, "\(bytes) \(column)")
                }
            }
        }
    }

    /// Keys that were encoded, of all kinds of columns: where columns are passed over, those behind
    /// them are found, and the rowid.
    @Test func `are found behind columns that are passed over`() throws {
        var random = SeededRandom(seed: 34)
        var encoder = KeyEncoder()
        let forms = columns.map { PlainKeyForm($0) }
        let text = Array("some text".utf8)
        keys: for _ in 0..<5_000 {
            encoder.begin(recordingFixups: true)
            for column in columns {
                let real = Double(Int64(random.next() % 2_000)) / 8 - 100
                switch random.next() % 4 {
                case 0: encoder.append(.null, column)
                case 1:
                    text.withUnsafeBytes {
                        encoder.append(.text($0.baseAddress!, count: 9), column)
                    }
                case 2 where column.holdsOnlyReals: encoder.append(.real(real), column)
                case 2: encoder.append(.integer(Int64(random.next() % 500) - 250), column)
                default: encoder.append(.real(real + 0.0625), column)
                }
            }
            encoder.appendRowid(77)
            #expect(encoder.fixups.isEmpty)
            let passed = Int(random.next() % UInt64(columns.count + 1))
            var reader = PlainKeyReader(encoder.key)
            var decoder = KeyDecoder()
            try decoder.begin(key: encoder.key)
            let isThere = forms.withUnsafeBufferPointer { reader.skip(passed, $0.baseAddress!) }
            #expect(isThere)
            for column in columns[..<passed] { try decoder.skip(column) }
            for (form, column) in zip(forms[passed...], columns[passed...]) {
                let value = try decoder.next(column)
                guard let found = reader.next(form) else {
                    #expect(value.kind == .text && column.isDescending)
                    continue keys
                }
                #expect(isSame(found, value))
            }
            #expect(reader.nextInteger() == 77 && reader.isAtEnd)
        }
    }
}
