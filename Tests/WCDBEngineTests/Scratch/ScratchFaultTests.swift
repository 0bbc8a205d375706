import StorageSimulation
import Testing
import WCDBStorage

@testable import WCDBEngine

@Suite struct `Scratch files that fail` {
    /// Sorts and stores more than fits, with one fault at the given call; nil if the work did not
    /// get that far.
    private func work(_ plan: FaultPlan?) throws -> (calls: Int, isRight: Bool) {
        let disk = SimulatedFileSystem(recordsTrace: false, faults: plan)
        let space = ScratchFixture.space(budget: 1 << 12, fileSystem: disk)
        let sorter = Sorter(keys: [SortKey(.descending)], payloadCount: 1, space: space)
        let store = RowStore(columnCount: 2, space: space)
        for index in 0..<400 {
            try ScratchFixture.lend([.integer(Int64(index)), .text("row \(index)")]) { values in
                try sorter.add(keys: values, payload: values)
                _ = try store.append(values)
            }
        }
        try sorter.sort()
        var isRight = true
        for index in (0..<400).reversed() {
            guard try sorter.next() else { return (disk.callCount, false) }
            try store.seek(index)
            isRight = isRight && sorter.column(0).integer == Int64(index)
            isRight = isRight && store.column(0).integer == Int64(index)
            isRight = isRight && Array(store.column(1).bytes) == Array("row \(index)".utf8)
        }
        return (disk.callCount, isRight)
    }

    @Test(arguments: [
        SimulatedFault.error(5), .diskFull, .interrupted, .shortTransfer, .zeroTransfer,
        .lostWrite, .misdirectedWrite(16), .flippedRead,
    ])
    func `give an error or the right rows, never wrong ones`(fault: SimulatedFault) throws {
        let (calls, isRight) = try work(nil)
        #expect(isRight && calls > 50)
        let errors = try ScratchFixture.errors(1...calls) { call in
            try work(FaultPlan(fault, call: call)).isRight
        }
        switch fault {
        case .interrupted, .shortTransfer: #expect(errors == 0)
        default: #expect(errors > 10)
        }
    }

    @Test func `hold nothing in clear when there is a codec`() throws {
        let codec = MaskingCodec()
        let disk = RecordingFileSystem()
        let space = ScratchFixture.space(budget: 1 << 12, fileSystem: disk, codec: codec)
        let store = RowStore(columnCount: 1, space: space)
        let secret = [UInt8]("a secret nobody may read".utf8)
        for _ in 0..<1_000 { try ScratchFixture.lend([.text(secret)]) { _ = try store.append($0) } }
        #expect(store.hasSpilled && codec.sealed > 0)
        for row in 0..<1_000 {
            try store.seek(row)
            #expect(Array(store.column(0).bytes) == secret)
        }
        #expect(!disk.written.isEmpty)
        #expect(disk.written.allSatisfy { !ScratchFixture.contains($0, secret) })
    }
}
