import WCDBStorage

/// What a sieve says of the row under the cursor. It says nothing that the instructions of the
/// loop would not say as well, and leaves to them what it cannot tell from the stored bytes.
extension TableSlot {
    enum Verdict {
        case passes, unsure, fails
    }

    /// Hot. Requires: there is at least one test.
    @inline(__always)
    mutating func sift(
        _ tests: UnsafePointer<Instruction>, _ end: UnsafePointer<Instruction>,
        _ values: UnsafePointer<ColumnValue>, _ sorters: borrowing CursorList<Sorter>
    ) -> Verdict {
        state = .unread
        guard let cursor else { return .unsure }
        let payload = cursor._withUnsafeGuaranteedRef { $0.place(ahead: 0) }.payloadInLeaf
        guard let base = payload.baseAddress, payload.count > 0, shapes.find(payload) else {
            return siftWalking(payload, tests, end, values, sorters)
        }
        var verdict = Verdict.passes
        var test = tests
        var value = ColumnValue.null
        repeat {
            guard readShaped(Int(test.pointee.a), of: base, into: &value) else {
                verdict = .unsure
                break
            }
            switch TableSlot.ask(test, of: &value, values, sorters) {
            case .fails: return .fails
            case .unsure: verdict = .unsure
            case .passes: break
            }
            test += 1
        } while test < end
        // The instructions of the loop go on reading it.
        row = payload
        state = .fitting
        return verdict
    }

    /// The same for rows of any shape.
    @inline(never)
    private mutating func siftWalking(
        _ payload: UnsafeRawBufferPointer, _ tests: UnsafePointer<Instruction>,
        _ end: UnsafePointer<Instruction>, _ values: UnsafePointer<ColumnValue>,
        _ sorters: borrowing CursorList<Sorter>
    ) -> Verdict {
        guard begin(payload), state == .read else { return .unsure }
        var verdict = Verdict.passes
        var test = tests
        var value = ColumnValue.null
        repeat {
            guard record.read(Int(test.pointee.a), into: &value) else {
                record.rewind()
                return .unsure
            }
            switch TableSlot.ask(test, of: &value, values, sorters) {
            case .fails: return .fails
            case .unsure: verdict = .unsure
            case .passes: break
            }
            test += 1
        } while test < end
        return verdict
    }

    /// What one test says of the value of its column.
    @inline(__always)
    private static func ask(
        _ test: UnsafePointer<Instruction>, of value: UnsafePointer<ColumnValue>,
        _ values: UnsafePointer<ColumnValue>, _ sorters: borrowing CursorList<Sorter>
    ) -> Verdict {
        let other = Int(test.pointee.b)
        switch test.pointee.opcode {
        case .sieveCompare: return compare(value.pointee, values[other], test)
        case .sieveNull:
            return value.pointee.isNull == (test.pointee.flag != 0) ? .passes : .fails
        case .sievePrefix: return begins(value.pointee, values[other], test.pointee.flag)
        default:
            let isLate = sorters.borrow(other) { $0.refuses(first: value) }
            return isLate == true ? .fails : .unsure
        }
    }

    /// A comparison with NULL is not true.
    @inline(__always)
    private static func compare(
        _ value: ColumnValue, _ other: ColumnValue, _ test: UnsafePointer<Instruction>
    ) -> Verdict {
        if case .integer = value.kind, case .integer = other.kind {
            return verdict(
                test.pointee.flag, value.integer > other.integer, value.integer < other.integer)
        }
        return compareOther(value, other, test.pointee.flag, test.pointee.small)
    }

    @inline(never)
    private static func compareOther(
        _ value: ColumnValue, _ other: ColumnValue, _ operation: UInt8, _ decides: UInt16
    ) -> Verdict {
        let isDecided: Bool
        switch (value.kind, other.kind) {
        case (.null, _), (_, .null): return .fails
        case (.integer, .integer), (.integer, .real), (.real, .integer), (.real, .real):
            isDecided = decides & SieveFlag.numbersDecide != 0
        case (.text, .text): isDecided = decides & SieveFlag.textsDecide != 0
        default: isDecided = false
        }
        guard isDecided else { return .unsure }
        let order = ValueOrder.compare(value, other)
        return verdict(operation, order > 0, order < 0)
    }

    @inline(__always)
    private static func verdict(
        _ operation: UInt8, _ isGreater: Bool, _ isLess: Bool
    ) -> Verdict {
        Machine.holds(operation, isGreater, isLess) ? .passes : .fails
    }

    /// NULL matches no pattern; numbers and blobs are made texts for it elsewhere.
    @inline(__always)
    private static func begins(
        _ value: ColumnValue, _ prefix: ColumnValue, _ flags: UInt8
    ) -> Verdict {
        guard case .text = value.kind else { return value.isNull ? .fails : .unsure }
        guard value.count >= prefix.count else { return .fails }
        let (text, start) = (value.view, prefix.view)
        for index in 0..<prefix.count {
            let byte = text[index]
            let isSame =
                byte == start[index]
                || flags & SieveFlag.foldsCase != 0 && ASCII.lowercased(byte) == start[index]
            if !isSame { return .fails }
        }
        return flags & SieveFlag.isWholePattern != 0 ? .passes : .unsure
    }
}
