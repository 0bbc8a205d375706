import StorageSimulation
import Testing
import WCDBStorage

@testable import WCDBEngine

/// Rows of random values, and the loans that the scratch structures take them in.
enum ScratchFixture {
    static func space(
        budget: Int = 1 << 20, fileSystem: any FileSystem = MemoryFileSystem(),
        codec: (any PageCodec)? = nil
    ) -> ScratchSpace {
        ScratchSpace(fileSystem: fileSystem, path: "/scratch", codec: codec, budget: budget)
    }

    static func row(_ count: Int, _ random: inout SeededRandom, atMost limit: Int = 60)
        -> [SQLValue]
    {
        (0..<count).map { _ in random.value(atMost: limit) }
    }

    /// Lends a row as the machine does. The bytes are gone afterwards, and wiped, so that nobody
    /// can have kept them.
    static func lend<Result>(
        _ row: [SQLValue], _ body: (UnsafePointer<ColumnValue>) throws -> Result
    ) rethrows -> Result {
        let values = UnsafeMutablePointer<ColumnValue>.allocate(capacity: row.count + 1)
        defer { values.deallocate() }
        var loans: [UnsafeMutableRawBufferPointer] = []
        for (index, value) in row.enumerated() {
            value.withColumnValue { lent in
                switch lent.kind {
                case .null, .integer, .real: values[index] = lent
                case .text, .blob:
                    let copy = UnsafeMutableRawBufferPointer.allocate(
                        byteCount: lent.count + 1, alignment: 1)
                    copy.copyBytes(from: lent.bytes)
                    loans.append(copy)
                    if let base = copy.baseAddress { values[index] = lent.relocated(to: base) }
                }
            }
        }
        defer {
            for loan in loans {
                for index in loan.indices { loan[index] = 0xAA }
                loan.deallocate()
            }
        }
        return try body(values)
    }

    static func lend<Result>(
        _ key: [UInt8], _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try key.withUnsafeBytes { try body($0) }
    }

    static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        bytes.count >= part.count
            && (0...bytes.count - part.count).contains { start in
                bytes[start] == part[0] && bytes[start..<start + part.count].elementsEqual(part)
            }
    }

    /// How often work ends in an error that a disk may give, with a fault at each of the calls. If
    /// there is none, its answer has to be right.
    static func errors(
        _ calls: some Sequence<Int>, _ isRight: (Int) throws -> Bool
    ) throws -> Int {
        var errors = 0
        for call in calls {
            do {
                #expect(try isRight(call))
            } catch let error as StorageError {
                errors += 1
                switch error {
                case .io, .diskFull, .corrupt: break
                default: Issue.record("\(error)")
                }
            }
        }
        return errors
    }

    static func identical(_ left: [SQLValue], _ right: [SQLValue]) -> Bool {
        left.count == right.count && zip(left, right).allSatisfy { $0.isIdentical(to: $1) }
    }

    /// Byte strings as keys are not: with shared beginnings, zeros, and some equal.
    static func keys(_ count: Int, _ random: inout SeededRandom) -> [[UInt8]] {
        let shared = (0..<random.below(40)).map { _ in UInt8(random.below(3)) }
        return (0..<count).map { _ in
            let beginning = random.oneIn(4) ? [] : Array(shared.prefix(random.below(41)))
            return beginning + (0..<random.below(12)).map { _ in UInt8(random.below(3)) }
        }
    }
}

extension RowStore {
    /// The current row, with bytes of its own.
    func currentRow() -> [SQLValue] { (0..<columnCount).map { SQLValue(column($0)) } }
}
