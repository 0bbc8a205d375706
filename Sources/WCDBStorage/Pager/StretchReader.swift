import Synchronization

/// The thread that reads what long scans will come to: while a scan looks at one stretch of the
/// file, the next ones are read and checked. Started when the first scan is long enough.
///
/// Nobody depends on it. What it has not begun to read when the scan arrives, the scan reads
/// itself: so it does where the system has no thread to give.
///
/// **Users.** Any thread; guarded by `lock`.
///
/// **Always true.** A stretch in `queue` is `.requested`, and no other is. At most one is with the
/// thread: it is `.reading`, or `.givenUp`.
///
///     requested ──► reading ──► read ──────► taken, or given up: the scan has it
///         │            └──────► givenUp ───► the thread gives its memory back
///         └─────────────────────────────────► taken unread, or given up: the scan has it
final class StretchReader: @unchecked Sendable {
    private let file: any OpenFile
    private let transfer: PageTransfer
    private let scans: ScanMemory
    private let lock: Lock
    private let requested: WaitPoint
    private let finished: WaitPoint
    private let scheduler: (any Scheduler)?
    /// Guard for the rest: `lock`.
    private var thread: BackgroundThread?
    private var queue: [ComingStretch] = []
    /// The thread waits for something to do.
    private var isIdle = false
    /// Somebody waits for the stretch that is being read.
    private var isAwaited = false
    private var isStopping = false

    init(
        file: any OpenFile, transfer: PageTransfer, scans: ScanMemory,
        scheduler: (any Scheduler)?
    ) {
        self.file = file
        self.transfer = transfer
        self.scans = scans
        self.scheduler = scheduler
        lock = Lock(scheduler: scheduler)
        requested = WaitPoint(scheduler: scheduler)
        finished = WaitPoint(scheduler: scheduler)
    }

    /// Has the stretches read, one after another. Each is to be taken or given up.
    func request(_ stretches: ArraySlice<ComingStretch>) {
        lock.lock()
        defer { lock.unlock() }
        guard !isStopping else { return }
        queue += stretches
        if thread == nil {
            start()
        } else if isIdle {
            isIdle = false
            requested.wakeOne()
        }
    }

    /// Requires: `lock` is held. Where the system has no thread to give, nothing waits for one, and
    /// the next request tries again.
    private func start() {
        let started = BackgroundThread(name: "wcdb.read", scheduler: scheduler) { [weak self] in
            self?.run()
        }
        if started.isStarted { thread = started } else { queue.removeAll() }
    }

    /// Whether all that was asked for is read, for tests.
    var isAtRest: Bool {
        lock.lock()
        defer { lock.unlock() }
        return thread == nil || queue.isEmpty && isIdle
    }

    /// Takes a stretch back: its memory is the caller's again. True if it was read, which may have
    /// to be waited for; false if nobody had begun to.
    func take(_ stretch: ComingStretch) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        if stretch.progress == .reading { waitBriefly(for: stretch) }
        while stretch.progress == .reading {
            isAwaited = true
            _ = finished.wait(lock, until: nil)
        }
        if stretch.progress == .read { return true }
        queue.removeAll { $0 === stretch }
        return false
    }

    /// To sleep and be woken takes as long as reading a stretch from the system's cache: so looks
    /// again and again first, for about that long. Requires: `lock` is held; it is on return, too.
    private func waitBriefly(for stretch: ComingStretch) {
        guard scheduler == nil else { return }
        lock.unlock()
        var looks = 20_000
        while looks > 0, !stretch.isDone.load(ordering: .relaxed) { looks &-= 1 }
        lock.lock()
    }

    /// Gives up stretches that were asked for, and their memory. Waits for nothing.
    func giveUp(_ stretches: [ComingStretch]) {
        lock.lock()
        defer { lock.unlock() }
        queue.removeAll { waiting in stretches.contains { $0 === waiting } }
        for stretch in stretches {
            if stretch.progress == .reading {
                stretch.progress = .givenUp
            } else {
                scans.give(stretch.memory)
            }
        }
    }

    private func run() {
        lock.lock()
        defer { lock.unlock() }
        while !isStopping {
            guard let next = queue.first else {
                isIdle = true
                _ = requested.wait(lock, until: nil)
                continue
            }
            queue.removeFirst()
            next.progress = .reading
            lock.unlock()
            read(next)
            lock.lock()
            finish(next)
        }
    }

    /// Requires: `lock` is held.
    private func finish(_ stretch: ComingStretch) {
        guard stretch.progress == .reading else { return scans.give(stretch.memory) }
        stretch.progress = .read
        stretch.isDone.store(true, ordering: .relaxed)
        guard isAwaited else { return }
        isAwaited = false
        finished.wakeAll()
    }

    /// Reads a stretch and looks at each of its pages; what is not there, or not whole, is left to
    /// whoever asks for it.
    private func read(_ stretch: ComingStretch) {
        let pageSize = transfer.pageSize
        let buffer = UnsafeMutableRawBufferPointer(
            start: stretch.memory, count: stretch.pageCount * pageSize)
        let offset = stretch.first.offset(pageSize: pageSize)
        let byteCount = (try? FileTransfer.read(file, into: buffer, at: offset)) ?? 0
        for index in 0..<byteCount / pageSize {
            let number = PageNumber(stretch.first.rawValue &+ UInt32(index))
            let bytes = stretch.memory + index * pageSize
            guard transfer.decode(bytes, number: number, sums: stretch.sums(index)) == nil,
                PageValidation.validate(
                    bytes, pageSize: pageSize, usableSize: transfer.usableSize, number: number)
                    == nil
            else { continue }
            stretch.whole |= 1 << UInt32(index)
        }
    }

    /// Ends the thread after the stretch that it may be reading.
    func stop() {
        lock.lock()
        isStopping = true
        let running = thread
        thread = nil
        lock.unlock()
        requested.wakeAll()
        running?.join()
    }
}

/// A stretch that a scan has not come to yet.
///
/// **Users.** The transaction that asked for it, which gives its memory back, or hands it on to its
/// window; and the reader, who has it alone while it reads, and gives the memory back if it was
/// given up meanwhile. `progress` is guarded by the reader's lock.
final class ComingStretch: @unchecked Sendable {
    enum Progress { case requested, reading, read, givenUp }

    let memory: UnsafeMutableRawPointer
    let first: PageNumber
    let pageCount: Int
    /// What `Core.mainWrites` was before anything was read.
    let writes: UInt64
    /// Behind the pages of a whole stretch: their sums.
    private let sumsOffset: Int
    fileprivate(set) var progress = Progress.requested
    /// A hint that it is not `.reading` any more, for who has no lock.
    fileprivate let isDone = Atomic<Bool>(false)
    /// A bit for each page that came whole. The thread that asked sees it once it was taken.
    fileprivate(set) var whole: UInt32 = 0

    init(_ scans: ScanMemory, first: PageNumber, pageCount: Int, writes: UInt64) {
        memory = scans.take()
        self.first = first
        self.pageCount = pageCount
        self.writes = writes
        sumsOffset = scans.pageCount * scans.pageSize
    }

    /// The first page of the stretch that follows.
    var behind: PageNumber { PageNumber(first.rawValue &+ UInt32(pageCount)) }

    fileprivate func sums(_ index: Int) -> UnsafeMutablePointer<UInt64> {
        (memory + (sumsOffset + index * PageBlock.sumsSize))
            .assumingMemoryBound(to: UInt64.self)
    }
}
