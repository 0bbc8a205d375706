/// Sorts records by their prefix alone, keeping the order of equal ones: by insertion if they are
/// few, by merging if they are some, by counting the bytes that differ if they are many. Many are
/// told apart by a few of these bytes; the others are looked at where they are not.
///
/// **Users.** `KeySort`; a namespace over memory of the caller, who owns both areas.
enum PrefixSort {
    private static let fewRecords = 16
    /// From here on the 256 counters of a pass do not weigh any more.
    private static let manyRecords = 768

    /// Sorts `count` records, and returns the bits in which their prefixes differ: 0 if all are
    /// equal. Requires: `scratch` has room for as many. Hot.
    @discardableResult
    static func sort(
        _ records: UnsafeMutablePointer<SortRecord>, count: Int,
        scratch: UnsafeMutablePointer<SortRecord>
    ) -> UInt64 {
        guard count > 1 else { return 0 }
        let first = records[0].prefix
        var varying: UInt64 = 0
        var isSorted = true
        var last = first
        for index in 1..<count {
            let prefix = records[index].prefix
            varying |= prefix ^ first
            isSorted = isSorted && last <= prefix
            last = prefix
        }
        if isSorted { return varying }
        if count <= fewRecords {
            insert(records, count: count)
        } else if count < manyRecords {
            merge(records, count: count, scratch: scratch)
        } else {
            distribute(records, count: count, scratch: scratch, varying: varying)
        }
        return varying
    }

    @inline(__always)
    private static func insert(_ records: UnsafeMutablePointer<SortRecord>, count: Int) {
        var index = 1
        while index < count {
            let record = records[index]
            var hole = index
            while hole > 0, records[hole &- 1].prefix > record.prefix {
                records[hole] = records[hole &- 1]
                hole = hole &- 1
            }
            records[hole] = record
            index = index &+ 1
        }
    }

    /// Merges pieces of doubling size, to and fro between the two areas.
    private static func merge(
        _ records: UnsafeMutablePointer<SortRecord>, count: Int,
        scratch: UnsafeMutablePointer<SortRecord>
    ) {
        var start = 0
        while start < count {
            insert(records + start, count: min(fewRecords, count - start))
            start += fewRecords
        }
        var source = records
        var target = scratch
        var width = fewRecords
        while width < count {
            var start = 0
            while start < count {
                let middle = min(start + width, count)
                let end = min(middle + width, count)
                mergePair(source, start, middle, end, to: target)
                start = end
            }
            swap(&source, &target)
            width *= 2
        }
        if source != records { records.update(from: source, count: count) }
    }

    @inline(__always)
    private static func mergePair(
        _ source: UnsafeMutablePointer<SortRecord>, _ start: Int, _ middle: Int, _ end: Int,
        to target: UnsafeMutablePointer<SortRecord>
    ) {
        var left = start
        var right = middle
        var next = start
        while left < middle, right < end {
            // The left one if they are equal: it came first.
            let takesRight = source[right].prefix < source[left].prefix
            target[next] = source[takesRight ? right : left]
            right = right &+ (takesRight ? 1 : 0)
            left = left &+ (takesRight ? 0 : 1)
            next = next &+ 1
        }
        // Only one side has any left.
        (target + next).update(from: source + left, count: middle &- left)
        (target + next).update(from: source + right, count: end &- right)
    }

    /// One pass for each of the highest bytes in which prefixes differ, as many as should tell most
    /// of them apart, from the last of these to the first. What they leave together is sorted then.
    private static func distribute(
        _ records: UnsafeMutablePointer<SortRecord>, count: Int,
        scratch: UnsafeMutablePointer<SortRecord>, varying: UInt64
    ) {
        var source = records
        var target = scratch
        var first = 8
        withUnsafeTemporaryAllocation(of: Int.self, capacity: 8 * 256) { counters in
            guard let counters = counters.baseAddress else { return }
            countDigits(records, count: count, varying, counters)
            first = firstDigit(counters, count: count, varying)
            for digit in first..<8 where isVarying(varying, digit) {
                let places = counters + digit * 256
                distributePass(source, count: count, to: target, digit: digit, places)
                swap(&source, &target)
            }
        }
        if source != records { records.update(from: source, count: count) }
        let rest = UInt64(truncatingIfNeeded: first &* 8)
        if varying & ((1 &<< rest) &- 1) != 0 {
            sortRuns(records, count: count, scratch: scratch, rest)
        }
    }

    @inline(__always)
    private static func isVarying(_ varying: UInt64, _ digit: Int) -> Bool {
        varying &>> UInt64(truncatingIfNeeded: digit &* 8) & 0xFF != 0
    }

    @inline(__always)
    private static func digit(_ number: Int, of record: SortRecord) -> Int {
        Int(truncatingIfNeeded: record.prefix &>> UInt64(truncatingIfNeeded: number &* 8) & 0xFF)
    }

    /// How often each value of each byte occurs. Piece by piece, so that the records are in the
    /// processor while their bytes are counted.
    private static func countDigits(
        _ records: UnsafeMutablePointer<SortRecord>, count: Int, _ varying: UInt64,
        _ counters: UnsafeMutablePointer<Int>
    ) {
        counters.initialize(repeating: 0, count: 8 * 256)
        var start = 0
        while start < count {
            let end = min(start &+ 512, count)
            for number in 0..<8 where isVarying(varying, number) {
                let counters = counters + number &* 256
                for index in start..<end {
                    let digit = digit(number, of: records[index])
                    counters[digit] = counters[digit] &+ 1
                }
            }
            start = end
        }
    }

    /// The lowest of the highest bytes that together have some times more values than there are
    /// records.
    private static func firstDigit(
        _ counters: UnsafeMutablePointer<Int>, count: Int, _ varying: UInt64
    ) -> Int {
        var values = 1
        var number = 8
        while number > 0, values < count &* 4 {
            number -= 1
            guard isVarying(varying, number) else { continue }
            var distinct = 0
            for digit in 0..<256 where counters[number &* 256 &+ digit] > 0 { distinct += 1 }
            values = values &* distinct
        }
        return number
    }

    @inline(__always)
    private static func distributePass(
        _ source: UnsafeMutablePointer<SortRecord>, count: Int,
        to target: UnsafeMutablePointer<SortRecord>, digit number: Int,
        _ places: UnsafeMutablePointer<Int>
    ) {
        var sum = 0
        for digit in 0..<256 {
            let occurrences = places[digit]
            places[digit] = sum
            sum = sum &+ occurrences
        }
        for index in 0..<count {
            let record = source[index]
            let digit = digit(number, of: record)
            let place = places[digit]
            target[place] = record
            places[digit] = place &+ 1
        }
    }

    /// Sorts each run of records that agree in all bits but the lowest `rest`.
    private static func sortRuns(
        _ records: UnsafeMutablePointer<SortRecord>, count: Int,
        scratch: UnsafeMutablePointer<SortRecord>, _ rest: UInt64
    ) {
        var start = 0
        while start < count {
            let front = records[start].prefix &>> rest
            var end = start &+ 1
            while end < count, records[end].prefix &>> rest == front { end = end &+ 1 }
            let size = end &- start
            if size > fewRecords {
                sort(records + start, count: size, scratch: scratch)
            } else if size > 1 {
                insert(records + start, count: size)
            }
            start = end
        }
    }
}
