/// Sorts records by their prefix alone, keeping the order of equal ones: by insertion if they are
/// few, by merging if they are some, by counting the bytes that differ if they are many.
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

    /// One pass for each byte in which prefixes differ, from the last to the first.
    private static func distribute(
        _ records: UnsafeMutablePointer<SortRecord>, count: Int,
        scratch: UnsafeMutablePointer<SortRecord>, varying: UInt64
    ) {
        var source = records
        var target = scratch
        withUnsafeTemporaryAllocation(of: Int.self, capacity: 256) { counters in
            guard let places = counters.baseAddress else { return }
            for shift in stride(from: UInt64(0), to: 64, by: 8) where varying &>> shift & 0xFF != 0
            {
                distributePass(source, count: count, to: target, shift: shift, places)
                swap(&source, &target)
            }
        }
        if source != records { records.update(from: source, count: count) }
    }

    @inline(__always)
    private static func distributePass(
        _ source: UnsafeMutablePointer<SortRecord>, count: Int,
        to target: UnsafeMutablePointer<SortRecord>, shift: UInt64,
        _ places: UnsafeMutablePointer<Int>
    ) {
        places.initialize(repeating: 0, count: 256)
        for index in 0..<count {
            let digit = Int(truncatingIfNeeded: source[index].prefix &>> shift & 0xFF)
            places[digit] = places[digit] &+ 1
        }
        var sum = 0
        for digit in 0..<256 {
            let occurrences = places[digit]
            places[digit] = sum
            sum = sum &+ occurrences
        }
        for index in 0..<count {
            let record = source[index]
            let digit = Int(truncatingIfNeeded: record.prefix &>> shift & 0xFF)
            let place = places[digit]
            target[place] = record
            places[digit] = place &+ 1
        }
    }
}
