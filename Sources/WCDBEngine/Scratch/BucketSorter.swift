import Synchronization
import WCDBStorage

/// Makes the sorted records of the buckets of a large sort, one bucket after another: while the
/// rows of one are read, a thread lists and sorts those of the next two.
///
/// Nobody depends on the thread. What it has not begun when the reader arrives, the reader sorts
/// itself: so it does where there is no thread, or no processor for one.
///
/// **Users.** The sorter, one thread. The buckets must stay as long as this does.
final class BucketSorter {
    private let chains: SortBuckets.Chains
    private let layout: PackedRow
    private let ahead: BucketsAhead?
    private var thread: BackgroundThread?
    private var scratch = ScratchArray<SortRecord>()

    init(_ chains: SortBuckets.Chains, _ layout: PackedRow, usesThread: Bool) {
        self.chains = chains
        self.layout = layout
        ahead = usesThread ? BucketsAhead(chains, layout) : nil
        if let ahead { thread = BackgroundThread(name: "wcdb.sort") { ahead.run() } }
    }

    deinit {
        ahead?.stop()
        thread?.join()
    }

    /// Puts the records of a bucket, in sorted order, in the place of `records`. Requires: buckets
    /// are asked for in their order, each once.
    func take(_ number: Int, into records: inout ScratchArray<SortRecord>) {
        if let ahead, ahead.take(number, into: &records) { return }
        chains.sort(number, layout, into: &records, scratch: &scratch)
    }
}

/// What the thread of a `BucketSorter` does, and how far it is.
///
/// **Users.** That thread, and whoever reads the buckets; guarded by `lock`.
///
/// **Always true.** A bucket is begun once, by the thread or by the reader, in the order of their
/// numbers. The thread is not more than two buckets ahead of the reader, so that each of the two
/// areas is written only when the reader has what it held.
final class BucketsAhead: @unchecked Sendable {
    /// Where the records of every other bucket are made.
    private final class Area { var records = ScratchArray<SortRecord>() }

    private let chains: SortBuckets.Chains
    private let layout: PackedRow
    private let areas = (even: Area(), odd: Area())
    private let lock = Lock(scheduler: nil)
    private let mayGoOn = WaitPoint(scheduler: nil)
    private let hasEnded = WaitPoint(scheduler: nil)
    /// Buckets below it are sorted. Changes under `lock`.
    private let endedCount = Atomic<Int>(0)
    // Guard for the rest: `lock`.
    /// The next bucket to be begun: the reader begins with the first.
    private var next = 1
    /// The bucket whose records the reader has.
    private var taken = -1
    private var isStopping = false

    init(_ chains: SortBuckets.Chains, _ layout: PackedRow) {
        self.chains = chains
        self.layout = layout
    }

    private func area(_ number: Int) -> Area { number & 1 == 0 ? areas.even : areas.odd }

    // MARK: The thread

    func run() {
        var scratch = ScratchArray<SortRecord>()
        while let number = begin() {
            chains.sort(number, layout, into: &area(number).records, scratch: &scratch)
            lock.lock()
            endedCount.store(number + 1, ordering: .releasing)
            lock.unlock()
            hasEnded.wakeAll()
        }
    }

    /// The bucket to sort next, when there is room for it; nil behind the last.
    private func begin() -> Int? {
        lock.lock()
        defer { lock.unlock() }
        while !isStopping, next > taken + 2, next < chains.count {
            _ = mayGoOn.wait(lock, until: nil)
        }
        guard !isStopping, next < chains.count else { return nil }
        next += 1
        return next - 1
    }

    // MARK: The reader

    /// Takes the records of a bucket, which may have to be waited for; false if the thread has not
    /// begun with it: then they are the reader's to make.
    func take(_ number: Int, into records: inout ScratchArray<SortRecord>) -> Bool {
        lock.lock()
        guard next > number else {
            next = number + 1
            taken = number
            endedCount.store(number + 1, ordering: .releasing)
            lock.unlock()
            mayGoOn.wakeAll()
            return false
        }
        if number == 0 {
            taken = number
            lock.unlock()
            mayGoOn.wakeAll()
            return false
        }
        if !isSorted(number) {
            waitBriefly(for: number)
            while !isSorted(number) { _ = hasEnded.wait(lock, until: nil) }
        }
        swap(&records, &area(number).records)
        taken = number
        lock.unlock()
        mayGoOn.wakeAll()
        return true
    }

    private func isSorted(_ number: Int) -> Bool {
        endedCount.load(ordering: .acquiring) > number
    }

    /// To sleep and be woken takes about as long as sorting a small bucket: so looks again and
    /// again first, for about that long. Requires: `lock` is held; it is on return, too.
    private func waitBriefly(for number: Int) {
        lock.unlock()
        var looks = 20_000
        while looks > 0, !isSorted(number) { looks &-= 1 }
        lock.lock()
    }

    /// Ends the thread after the bucket that it may be at.
    func stop() {
        lock.lock()
        isStopping = true
        lock.unlock()
        mayGoOn.wakeAll()
    }
}
