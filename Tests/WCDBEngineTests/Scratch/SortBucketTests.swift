import Foundation
import StorageSimulation
import Testing
import WCDBStorage

@testable import WCDBEngine

/// Many rows are set apart by the first bytes of their keys while they come. The order that they
/// leave in, and which of equal ones comes first, must not show it.
@Suite struct `Buckets of a sort` {
    /// Sorts pairs of such a number and its place, and compares the order with a stable one.
    private func check(
        _ numbers: [Int64], budget: Int = 1 << 26, isDivided: Bool, textSize: Int = 0
    ) throws {
        let sorter = Sorter(
            keys: [SortKey()], payloadCount: 2, divideSize: 1 << 14,
            space: ScratchFixture.space(budget: budget))
        for (place, number) in numbers.enumerated() {
            // Some are larger than a tray, and some than a chunk.
            let size = place % 997 == 0 ? textSize : textSize / 100
            let text = [UInt8](repeating: UInt8(place & 0x7F), count: size)
            try ScratchFixture.lend([.integer(number)]) { key in
                try ScratchFixture.lend([.integer(Int64(place)), .text(text)]) { payload in
                    try sorter.add(keys: key, payload: payload)
                }
            }
        }
        #expect(sorter.isDivided == isDivided)
        try sorter.sort()
        let expected = numbers.indices.sorted { (numbers[$0], $0) < (numbers[$1], $1) }
        for _ in 0..<2 {
            for place in expected {
                guard try sorter.next() else {
                    Issue.record("too few rows")
                    return
                }
                let text = sorter.column(1).bytes
                guard sorter.column(0).integer == Int64(place),
                    text.allSatisfy({ $0 == UInt8(place & 0x7F) }),
                    text.count == (place % 997 == 0 ? textSize : textSize / 100)
                else {
                    Issue.record("row \(place) is not where it belongs")
                    return
                }
            }
            #expect(try !sorter.next())
            try sorter.rewind()
        }
    }

    private func numbers(_ count: Int, below range: Int, seed: UInt64 = 5) -> [Int64] {
        var random = SeededRandom(seed: seed)
        return (0..<count).map { _ in Int64(random.below(range)) }
    }

    @Test func `sort numbers, many of them equal`() throws {
        try check(numbers(20_000, below: 1 << 40), isDivided: true)
        try check(numbers(20_000, below: 3_000), isDivided: true)
    }

    @Test func `take rows of all sizes`() throws {
        try check(numbers(5_000, below: 1 << 20), isDivided: true, textSize: 100_000)
        try check(numbers(5_000, below: 1 << 20), isDivided: true, textSize: 3_000)
    }

    @Test func `take rows that are spread unlike the first ones`() throws {
        let first = numbers(2_000, below: 1_000).map { $0 + 1 << 30 }
        try check(first + numbers(10_000, below: 1 << 50), isDivided: true)
        try check((0..<20_000).map { Int64($0) }, isDivided: true)
        try check((0..<20_000).map { -Int64($0) }, isDivided: true)
    }

    @Test func `are not made of keys that hardly differ`() throws {
        try check([Int64](repeating: 7, count: 5_000), isDivided: false)
        try check(numbers(5_000, below: 2), isDivided: false)
    }

    @Test func `go into a file one after another`() throws {
        // What came last is in memory when the rows are asked for.
        try check(numbers(20_000, below: 1 << 40), budget: 1 << 16, isDivided: true)
    }

    /// What sorting the largest bucket takes counts: a sort with most rows in one of them went far
    /// beyond its budget.
    @Test func `go into a file early if one has most of the rows`() throws {
        func runCount(_ numbers: [Int64]) throws -> Int {
            let sorter = Sorter(
                keys: [SortKey()], payloadCount: 0, divideSize: 1 << 14,
                space: ScratchFixture.space(budget: 1 << 20))
            for number in numbers {
                try ScratchFixture.lend([.integer(number)]) { values in
                    try sorter.add(keys: values, payload: values)
                }
            }
            return sorter.runs.count
        }
        let first = numbers(1_000, below: 1 << 30)
        #expect(try runCount(first + numbers(29_000, below: 1 << 30)) == 0)
        #expect(try runCount(first + [Int64](repeating: 1 << 40, count: 29_000)) > 0)
    }

    @Test func `are left when all rows are removed`() throws {
        let sorter = Sorter(
            keys: [SortKey()], payloadCount: 1, divideSize: 1 << 14,
            space: ScratchFixture.space(budget: 1 << 20))
        for _ in 0..<3 {
            for number in numbers(3_000, below: 1 << 20) {
                try ScratchFixture.lend([.integer(number)]) { values in
                    try sorter.add(keys: values, payload: values)
                }
            }
            #expect(sorter.isDivided)
            try sorter.sort()
            #expect(try sorter.drain().count == 3_000)
            sorter.removeAll()
            #expect(!sorter.isDivided)
        }
    }

    private func sorter(of numbers: [Int64]) throws -> Sorter {
        let sorter = Sorter(
            keys: [SortKey()], payloadCount: 1, divideSize: 1 << 14,
            space: ScratchFixture.space(budget: 1 << 24))
        for number in numbers {
            try ScratchFixture.lend([.integer(number)]) { values in
                try sorter.add(keys: values, payload: values)
            }
        }
        #expect(sorter.isDivided)
        try sorter.sort()
        return sorter
    }

    /// A thread sorts the buckets that come next.
    @Test func `are sorted ahead of readers that stop anywhere`() throws {
        let numbers = numbers(30_000, below: 1 << 40)
        let expected = numbers.sorted()
        var random = SeededRandom(seed: 11)
        for _ in 0..<30 {
            // The thread may be at any bucket when the sorter goes.
            let sorter = try sorter(of: numbers)
            for _ in 0..<2 {
                for index in 0..<random.below(numbers.count) {
                    guard try sorter.next(), sorter.column(0).integer == expected[index] else {
                        Issue.record("row \(index) is not where it belongs")
                        return
                    }
                }
                try sorter.rewind()
            }
        }
    }

    @Test func `are sorted ahead of readers that are slow, and of fast ones`() throws {
        let numbers = numbers(30_000, below: 1 << 40)
        let expected = numbers.sorted()
        var random = SeededRandom(seed: 12)
        for _ in 0..<10 {
            let sorter = try sorter(of: numbers)
            var index = 0
            for bucket in 0..<SortBuckets.bucketCount {
                if random.oneIn(3) { usleep(UInt32(random.below(300))) }
                sorter.sortBucket(bucket)
                for record in 0..<sorter.records.count {
                    let row = try #require(sorter.records[record].row)
                    var reader = sorter.layout.reader(of: row)
                    let number = reader.read(0).integer
                    #expect(number == expected[index])
                    index += 1
                }
            }
            #expect(index == numbers.count)
        }
    }
}
