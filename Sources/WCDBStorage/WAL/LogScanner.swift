/// What a log holds, found by following the chain from its header.
struct ScannedLog {
    /// A frame with a page: where it is, and whose.
    struct PageFrame {
        var number: PageNumber
        var lsn: LSN
        var offset: Int64
        var isImage: Bool
        /// A delta on the page in the main file.
        var isOnMain: Bool
        var payloadLength: Int32
    }

    /// A page that lies in the main file, with the checksum it had when it was written.
    struct DirectPage {
        var number: PageNumber
        var lsn: LSN
        var checksum: UInt64
    }

    struct Commit {
        var record: CommitRecord
        /// Behind the commit record.
        var end: Int64
        var chain: UInt64
        /// How many frames and direct pages the log has up to here.
        var frameCount: Int
        var directCount: Int
    }

    var generation: LogGeneration
    /// The chain value before the first frame.
    var firstChain: UInt64
    var frames: [PageFrame] = []
    var directPages: [DirectPage] = []
    var commits: [Commit] = []
    /// The highest LSN that a record attests to have been durable, also behind a broken chain.
    var attestedLSN: LSN = 0
    /// Bytes of this generation lie behind the last whole transaction.
    var hasTornTail = false

    /// The direct pages that somebody may ask for. A page that has a later image here needs no
    /// proof: a checkpoint may have overwritten it, and whoever reads it takes the image.
    var neededDirectPages: [DirectPage] {
        guard !directPages.isEmpty else { return [] }
        var images: [PageNumber: LSN] = [:]
        for frame in frames where frame.isImage { images[frame.number] = frame.lsn }
        let pageCount = commits.last?.record.state.pageCount ?? 0
        return directPages.filter { page in
            page.number.rawValue <= pageCount
                && images[page.number].map { $0 <= page.lsn } ?? true
        }
    }
}

/// Reads a log from its beginning to the first frame that does not belong.
///
/// Lengths are bounded by the file before anything is allocated; nothing in the file can trap.
///
/// **Users.** Recovery, and the fuzzer that feeds it arbitrary bytes.
struct LogScanner: ~Copyable {
    private let bytes: UnsafeRawBufferPointer
    private let pageSize: Int
    private var log: ScannedLog
    /// The highest page of the transaction that is being read.
    private var highestPage = PageNumber.none
    private var transactionLSN: LSN = 0
    /// No frame of the next transaction has been read yet.
    private var isFirstFrame = true

    /// `bytes` is the whole log file. Returns nil when no header slot is whole.
    static func scan(_ bytes: UnsafeRawBufferPointer, pageSize: Int) -> ScannedLog? {
        guard let (generation, checksum) = newestGeneration(in: bytes) else { return nil }
        var scanner = LogScanner(
            bytes: bytes, pageSize: pageSize,
            log: ScannedLog(generation: generation, firstChain: checksum))
        scanner.run()
        return scanner.log
    }

    private init(bytes: UnsafeRawBufferPointer, pageSize: Int, log: ScannedLog) {
        self.bytes = bytes
        self.pageSize = pageSize
        self.log = log
    }

    /// The whole header slot with the higher generation.
    static func newestGeneration(
        in bytes: UnsafeRawBufferPointer
    ) -> (generation: LogGeneration, checksum: UInt64)? {
        guard let base = bytes.baseAddress else { return nil }
        var best: (generation: LogGeneration, checksum: UInt64)?
        for parity in 0..<2 where bytes.count >= (parity + 1) * LogFormat.slotSize {
            let slot = base + parity * LogFormat.slotSize
            guard let found = LogGeneration.decode(slot, expectedParity: UInt64(parity)) else {
                continue
            }
            if best.map({ $0.generation.number < found.generation.number }) ?? true {
                best = found
            }
        }
        return best
    }

    private mutating func run() {
        guard let base = bytes.baseAddress else { return }
        var offset = Int(LogFormat.firstFrame)
        var chain = log.firstChain
        var lsn = log.generation.baseLSN
        while offset + LogFormat.Frame.payload <= bytes.count {
            let frame = base + offset
            let length = Int(UInt32(littleEndian: frame.loadUnaligned(as: UInt32.self)))
            guard length >= LogFormat.Frame.payload, length & 7 == 0,
                length <= bytes.count - offset
            else { break }
            let next = LogBuffer.chain(frame, length: length, after: chain)
            guard next == load(frame, LogFormat.Frame.checksum, as: UInt64.self),
                add(frame, length: length, at: offset, chain: next, lsn: &lsn)
            else { break }
            chain = next
            offset += length
        }
        let whole = log.commits.last
        log.frames.removeLast(log.frames.count - (whole?.frameCount ?? 0))
        log.directPages.removeLast(log.directPages.count - (whole?.directCount ?? 0))
        lookBehind(Int(whole?.end ?? LogFormat.firstFrame))
    }

    private func load<T: FixedWidthInteger>(
        _ frame: UnsafeRawPointer, _ offset: Int, as type: T.Type
    ) -> T {
        T(littleEndian: frame.loadUnaligned(fromByteOffset: offset, as: type))
    }

    /// Takes a frame whose chain holds; false when it does not fit what came before.
    private mutating func add(
        _ frame: UnsafeRawPointer, length: Int, at offset: Int, chain: UInt64, lsn: inout LSN
    ) -> Bool {
        let kind = LogFormat.Kind(rawValue: load(frame, LogFormat.Frame.kind, as: UInt8.self))
        let frameLSN = load(frame, LogFormat.Frame.lsn, as: UInt64.self)
        let page = PageNumber(load(frame, LogFormat.Frame.page, as: UInt32.self))
        let payload = length - LogFormat.Frame.payload
        // All frames of a transaction carry the number that its commit record makes true.
        guard isFirstFrame || frameLSN == transactionLSN else { return false }
        isFirstFrame = kind == .pad || kind == .commit
        transactionLSN = frameLSN
        switch kind {
        case .image, .delta:
            let back = load(frame, LogFormat.Frame.back, as: UInt32.self)
            let age = kind == .image ? LSN(back) : 0
            guard page > .none, age <= frameLSN else { return false }
            highestPage = max(highestPage, page)
            log.frames.append(
                .init(
                    number: page, lsn: frameLSN &- age, offset: Int64(offset),
                    isImage: kind == .image, isOnMain: kind == .delta && back == 0,
                    payloadLength: Int32(truncatingIfNeeded: payload)))
        case .direct:
            let count = payload / 8
            guard page > .none, count > 0,
                UInt64(page.rawValue) + UInt64(count) <= UInt64(UInt32.max)
            else { return false }
            highestPage = max(highestPage, PageNumber(page.rawValue + UInt32(count - 1)))
            for index in 0..<count {
                let sum = load(frame, LogFormat.Frame.payload + index * 8, as: UInt64.self)
                log.directPages.append(
                    .init(
                        number: PageNumber(page.rawValue + UInt32(index)), lsn: frameLSN,
                        checksum: sum))
            }
        case .pad: break
        case .commit:
            return addCommit(frame, length: length, at: offset, chain: chain, lsn: &lsn)
        case .prepare, .decide, nil: return false
        }
        return true
    }

    private mutating func addCommit(
        _ frame: UnsafeRawPointer, length: Int, at offset: Int, chain: UInt64, lsn: inout LSN
    ) -> Bool {
        guard
            let record = CommitRecord.decode(
                frame, length: length, at: Int64(offset), generation: log.generation)
        else { return false }
        // One after the other; a checkpoint's record repeats the LSN before it.
        guard record.state.lsn == lsn &+ (record.isMaintenance ? 0 : 1),
            highestPage.rawValue <= record.state.pageCount
        else { return false }
        highestPage = .none
        lsn = record.state.lsn
        log.attestedLSN = max(log.attestedLSN, record.syncedLSN)
        log.commits.append(
            .init(
                record: record, end: Int64(offset + length), chain: chain,
                frameCount: log.frames.count, directCount: log.directPages.count))
        return true
    }

    /// Behind the last whole transaction: commit records that prove themselves tell whether what
    /// is missing before them was durable once.
    private mutating func lookBehind(_ start: Int) {
        guard let base = bytes.baseAddress else { return }
        var offset = start
        while offset + LogFormat.Commit.length <= bytes.count {
            let frame = base + offset
            if load(frame, 0, as: UInt32.self) == UInt32(LogFormat.Commit.length),
                load(frame, LogFormat.Frame.kind, as: UInt8.self)
                    == LogFormat.Kind.commit.rawValue,
                let record = CommitRecord.decode(
                    frame, length: LogFormat.Commit.length, at: Int64(offset),
                    generation: log.generation)
            {
                log.attestedLSN = max(log.attestedLSN, record.syncedLSN)
                log.hasTornTail = true
            }
            offset += 8
        }
    }
}
