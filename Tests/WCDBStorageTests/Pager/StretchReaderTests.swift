import StorageSimulation
import Testing

@testable import WCDBStorage

/// The thread that reads what scans will come to.
@Suite struct `The reader of stretches` {
    private let disk = SimulatedFileSystem()

    /// A database of some 130 pages.
    private func open() throws -> Store {
        let filled = try TestDatabase.store(on: disk)
        try TestDatabase.insert(0..<4000, into: filled)
        try filled.close()
        return try TestDatabase.store(on: disk)
    }

    private func stretch(_ core: Core, _ first: UInt32, pageCount: Int = 32) -> ComingStretch {
        ComingStretch(
            core.scans, first: PageNumber(first), pageCount: pageCount,
            writes: 0)
    }

    /// Asks until the thread was there first.
    private func read(_ core: Core, _ first: UInt32) -> ComingStretch {
        while true {
            let next = stretch(core, first)
            core.stretchReader.request([next])
            if core.stretchReader.take(next) { return next }
            core.scans.give(next.memory)
        }
    }

    @Test func `says which pages are whole`() throws {
        let store = try open()
        let sound = read(store.core, 33)
        #expect(sound.whole == .max)
        #expect(PageBlock.tree(sound.memory) == TestDatabase.table)
        store.core.scans.give(sound.memory)
        let file = try disk.open(TestDatabase.path, .readWrite)
        try [UInt8(0xA5)].withUnsafeBytes {
            try FileTransfer.write(file, $0, at: 39 * 4096 + 777)
        }
        let damaged = read(store.core, 33)
        #expect(damaged.whole == ~(1 << 7))
        store.core.scans.give(damaged.memory)
        store.abandon()
    }

    @Test func `leaves out what the file does not have`() throws {
        let store = try open()
        let count = UInt32(store.core.state.pageCount)
        let next = read(store.core, count - 4)
        #expect(next.whole == 0b11111)
        store.core.scans.give(next.memory)
        try store.close()
    }

    @Test func `gives back what it has not begun`() throws {
        let store = try open()
        store.core.stretchReader.stop()
        let stretches = [stretch(store.core, 33), stretch(store.core, 65)]
        store.core.stretchReader.request(stretches[...])
        for next in stretches {
            #expect(!store.core.stretchReader.take(next))
            store.core.scans.give(next.memory)
        }
        try store.close()
    }

    @Test func `reads for many at once`() throws {
        let store = try open()
        let threads = (0..<4).map { number in
            BackgroundThread(name: "scan") {
                for round in 0..<200 {
                    let first = UInt32(17 + number * 16)
                    let next = (0..<3).map { _ in stretch(store.core, first, pageCount: 16) }
                    store.core.stretchReader.request(next[...])
                    if round % 3 == 0 {
                        store.core.stretchReader.giveUp(next)
                        continue
                    }
                    for each in next.reversed() {
                        let isRead = store.core.stretchReader.take(each)
                        #expect(each.whole == (isRead ? 0xFFFF : 0))
                        store.core.scans.give(each.memory)
                    }
                }
            }
        }
        for thread in threads { thread.join() }
        try store.close()
    }
}
