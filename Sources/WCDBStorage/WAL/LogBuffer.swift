/// Frames on their way to the log: bytes in memory, chained as they are added.
///
/// **Users.** The holder of the append lock.
///
/// **Always true.** `chain` is the checksum of the last frame added; the buffer's first byte lies
/// at `offset` in the log.
struct LogBuffer: ~Copyable {
    private(set) var memory: UnsafeMutableRawPointer
    private var capacity: Int
    private(set) var count = 0
    /// Where in the log the first byte of the buffer goes.
    private(set) var offset: Int64 = LogFormat.firstFrame
    private(set) var chain: UInt64 = 0

    init() {
        capacity = 16384
        memory = .allocate(byteCount: capacity, alignment: 16)
    }

    deinit { memory.deallocate() }

    /// Where the next frame begins in the log.
    var end: Int64 { offset + Int64(count) }

    mutating func begin(at offset: Int64, chain: UInt64) {
        self.offset = offset
        self.chain = chain
        count = 0
    }

    /// Requires: there are as many bytes.
    func first(_ length: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: memory, count: min(length, count))
    }

    /// The first bytes went to the log; the chain goes on. Requires: there are as many.
    mutating func didWrite(_ length: Int) {
        let length = min(length, count)
        offset += Int64(length)
        count &-= length
        memory.copyMemory(from: memory + length, byteCount: count)
    }

    private mutating func reserve(_ length: Int) -> UnsafeMutableRawPointer {
        if count &+ length > capacity {
            var larger = capacity &* 2
            while larger < count &+ length { larger &*= 2 }
            let fresh = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
            fresh.copyMemory(from: memory, byteCount: count)
            memory.deallocate()
            memory = fresh
            capacity = larger
        }
        return memory + count
    }

    private func writeHeader(
        _ frame: UnsafeMutableRawPointer, length: Int, kind: LogFormat.Kind, flags: UInt8 = 0,
        count: UInt16 = 0, page: PageNumber, back: UInt32, lsn: LSN
    ) {
        func store<T: FixedWidthInteger>(_ value: T, _ offset: Int) {
            frame.storeBytes(of: value.littleEndian, toByteOffset: offset, as: T.self)
        }
        store(UInt32(truncatingIfNeeded: length), LogFormat.Frame.length)
        store(kind.rawValue, LogFormat.Frame.kind)
        store(flags, LogFormat.Frame.flags)
        store(count, LogFormat.Frame.count)
        store(page.rawValue, LogFormat.Frame.page)
        store(back, LogFormat.Frame.back)
        store(lsn, LogFormat.Frame.lsn)
    }

    private mutating func close(_ frame: UnsafeMutableRawPointer, length: Int) {
        chain = LogBuffer.chain(frame, length: length, after: chain)
        frame.storeBytes(
            of: chain.littleEndian, toByteOffset: LogFormat.Frame.checksum, as: UInt64.self)
        count &+= length
    }

    /// The chain value of a frame: covers everything but the field it is stored in.
    static func chain(_ frame: UnsafeRawPointer, length: Int, after previous: UInt64) -> UInt64 {
        let head = Checksum.sum(frame, count: LogFormat.Frame.checksum, seed: previous)
        return Checksum.sum(
            frame + LogFormat.Frame.payload, count: length &- LogFormat.Frame.payload, seed: head)
    }

    /// Adds the image of a page, without its widest run of zeros when `elidesGap`. The page may
    /// be `age` commits older than its frame.
    mutating func addImage(
        _ page: UnsafeRawPointer, pageSize: Int, number: PageNumber, lsn: LSN, age: UInt32 = 0,
        elidesGap: Bool
    ) {
        let gap = elidesGap ? widestGap(page, pageSize: pageSize) : pageSize..<pageSize
        let tail = pageSize &- gap.upperBound
        let length = (LogFormat.Frame.payload &+ 8 &+ gap.lowerBound &+ tail &+ 7) & ~7
        let frame = reserve(length)
        writeHeader(frame, length: length, kind: .image, page: number, back: age, lsn: lsn)
        let payload = frame + LogFormat.Frame.payload
        payload.storeBytes(of: UInt32(gap.lowerBound).littleEndian, as: UInt32.self)
        payload.storeBytes(of: UInt32(tail).littleEndian, toByteOffset: 4, as: UInt32.self)
        (payload + 8).copyMemory(from: page, byteCount: gap.lowerBound)
        (payload + 8 + gap.lowerBound).copyMemory(from: page + gap.upperBound, byteCount: tail)
        zeroPadding(frame, from: LogFormat.Frame.payload &+ 8 &+ gap.lowerBound &+ tail, length)
        close(frame, length: length)
    }

    private func zeroPadding(_ frame: UnsafeMutableRawPointer, from start: Int, _ length: Int) {
        var index = start
        while index < length {
            frame.storeBytes(of: 0, toByteOffset: index, as: UInt8.self)
            index &+= 1
        }
    }

    /// The widest run of zero words, if it is worth leaving out. A run that is wider than the best
    /// so far contains a word that far behind its start, so that most words are never looked at.
    private func widestGap(_ page: UnsafeRawPointer, pageSize: Int) -> Range<Int> {
        func isZero(_ offset: Int) -> Bool { page.little(UInt64.self, at: offset) == 0 }
        var best = pageSize..<pageSize
        var wanted = LogBuffer.narrowestGap
        var start = 0
        while start &+ wanted <= pageSize {
            var last = start &+ wanted &- 8
            while last >= start, isZero(last) { last &-= 8 }
            if last >= start {
                start = last &+ 8
                continue
            }
            var end = start &+ wanted
            while end < pageSize, isZero(end) { end &+= 8 }
            best = start..<end
            wanted = best.count &+ 8
            start = end &+ 8
        }
        return best
    }

    private static let narrowestGap = 64

    /// Adds the difference between two versions of a page, looking only at lines in `touched`;
    /// without the old one, these lines as they are. A `back` of 0 means the main file's version.
    /// Returns the frame's length, or nil (and adds nothing) when it would exceed `limit`.
    mutating func addDelta(
        from old: UnsafeRawPointer?, to new: UnsafeRawPointer, touched: UInt64, pageSize: Int,
        number: PageNumber, back: UInt32, lsn: LSN, limit: Int, sealing: Sealing?
    ) -> Int? {
        let overhead = sealing?.codec.logOverhead ?? 0
        // Eight bytes of slack per range beyond the limit, checked range by range.
        let frame = reserve(LogFormat.Frame.payload &+ limit &+ pageSize &+ overhead &+ 16)
        var writer = DeltaWriter(target: frame + LogFormat.Frame.payload, limit: limit)
        let fits =
            if let old {
                writer.write(from: old, to: new, touched: touched, pageSize: pageSize)
            } else {
                writer.writeLines(of: new, touched: touched, pageSize: pageSize)
            }
        guard fits else { return nil }
        let plain = (writer.count &+ 7) & ~7
        zeroPadding(
            frame, from: LogFormat.Frame.payload &+ writer.count,
            LogFormat.Frame.payload &+ plain &+ overhead)
        let length = (LogFormat.Frame.payload &+ plain &+ overhead &+ 7) & ~7
        zeroPadding(frame, from: LogFormat.Frame.payload &+ plain &+ overhead, length)
        writeHeader(
            frame, length: length, kind: .delta, count: writer.rangeCount, page: number,
            back: back, lsn: lsn)
        if let sealing {
            sealing.codec.seal(
                logPayload: UnsafeMutableRawBufferPointer(
                    start: frame + LogFormat.Frame.payload,
                    count: length &- LogFormat.Frame.payload),
                lsn: lsn, offset: end)
        }
        close(frame, length: length)
        return length
    }

    /// Carries the codec through a value-typed buffer.
    struct Sealing { let codec: any PageCodec }

    /// Adds the checksums of `count` consecutive pages that are in the main file already.
    mutating func addDirect(
        first: PageNumber, checksums: UnsafePointer<UInt64>, count pageCount: Int, lsn: LSN
    ) {
        let length = LogFormat.Frame.payload &+ pageCount &* 8
        let frame = reserve(length)
        writeHeader(frame, length: length, kind: .direct, page: first, back: 0, lsn: lsn)
        var index = 0
        while index < pageCount {
            frame.storeBytes(
                of: checksums[index].littleEndian,
                toByteOffset: LogFormat.Frame.payload &+ index &* 8, as: UInt64.self)
            index &+= 1
        }
        close(frame, length: length)
    }

    /// Ends the transaction.
    mutating func addCommit(_ record: CommitRecord, generation: LogGeneration) {
        let length = LogFormat.Commit.length
        let frame = reserve(length)
        writeHeader(
            frame, length: length, kind: .commit,
            flags: record.isMaintenance ? LogFormat.Flags.maintenance : 0,
            page: .none, back: 0, lsn: record.state.lsn)
        record.encode(into: frame, chainBefore: chain)
        let check = Checksum.sum(
            frame + LogFormat.Frame.payload,
            count: LogFormat.Commit.selfCheck &- LogFormat.Frame.payload,
            seed: generation.selfCheckSeed(at: end) ^ record.state.lsn)
        frame.storeBytes(
            of: check.littleEndian, toByteOffset: LogFormat.Commit.selfCheck, as: UInt64.self)
        close(frame, length: length)
    }

    /// Fills up to a multiple of `sector`, so that the next commit begins in a sector of its own.
    mutating func addPad(sector: Int, lsn: LSN) {
        var rest = sector &- Int(end % Int64(sector))
        guard rest < sector else { return }
        if rest < LogFormat.Frame.payload { rest &+= sector }
        let frame = reserve(rest)
        zeroPadding(frame, from: 0, rest)
        writeHeader(frame, length: rest, kind: .pad, page: .none, back: 0, lsn: lsn)
        close(frame, length: rest)
    }

    /// Adds zeros behind the frames, so that the file is written before it is needed; they are no
    /// part of the chain. Returns the bytes including them.
    mutating func zeros(upTo end: Int64) -> UnsafeRawBufferPointer {
        let extra = max(0, Int(end - self.end))
        let target = reserve(extra)
        target.initializeMemory(as: UInt8.self, repeating: 0, count: extra)
        return UnsafeRawBufferPointer(start: memory, count: count &+ extra)
    }
}
