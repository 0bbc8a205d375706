import Synchronization

/// How a page that a transaction changed gets into the log: as what differs from the version
/// before, if that is short, and else as a whole.
extension Core {
    /// A dirty page on its way into the log.
    struct LoggedPage {
        var number: PageNumber
        /// The private copy, which becomes the version's bytes; nil when it was spilled.
        var block: UnsafeMutableRawPointer?
        var source: PageVersion.Source
        var deltaCount: UInt8 = 0
        var deltaBytes: Int32 = 0
        /// Its deltas begin with the page in the main file; so did those of the version before.
        var isOnMain = false
        var wasOnMain = false
        /// The page had no frame in this generation before.
        var isFirstInLog: Bool
    }

    /// Stamps a private page with its commit and adds its delta or image to the log.
    func append(
        _ block: UnsafeMutableRawPointer, of page: DirtyPages.Page, lsn: LSN, to log: LogFile
    ) -> LoggedPage {
        let before = PageBlock.lsn(block)
        stamp(block, lsn: lsn)
        let base = table.newest(page.number)
        var logged = LoggedPage(
            number: page.number, block: block, source: .log(log.buffer.end), isFirstInLog: true)
        if let base, case .log(let offset) = base.pointee.source {
            logged.isFirstInLog = false
            logged.wasOnMain = base.pointee.isOnMain
            if appendDelta(&logged, block, base: base, at: offset, lsn: lsn, to: log) {
                return logged
            }
        } else if !page.isFresh, before <= log.generation.baseLSN,
            appendDeltaOnMain(&logged, block, base: base, lsn: lsn, to: log)
        {
            return logged
        }
        appendImage(block, number: page.number, lsn: lsn, to: log)
        return logged
    }

    /// Sets LSN and checksum of a private page that is about to be committed.
    func stamp(_ block: UnsafeMutableRawPointer, lsn: LSN) {
        let touched = PageBlock.touched(block, pageSize: pageSize)
        block.storeBytes(of: lsn.littleEndian, toByteOffset: PageHeader.lsn, as: UInt64.self)
        let shift = UInt64(truncatingIfNeeded: pageSize.trailingZeroBitCount &- 6)
        touched.pointee |= 1 | 1 &<< (UInt64(PageHeader.lsn) &>> shift)
        var segments: UInt8 = 0
        var index: UInt64 = 0
        while index < 8 {
            if touched.pointee &>> (index &* 8) & 0xFF != 0 { segments |= 1 &<< UInt8(index) }
            index &+= 1
        }
        let sums = PageBlock.sums(block, pageSize: pageSize)
        Checksum.updateSegments(
            of: block, pageSize: pageSize, seed: transfer.seed, segments: segments, into: sums)
        let sum = Checksum.combine(sums, seed: transfer.seed)
        block.storeBytes(of: sum.littleEndian, as: UInt64.self)
    }

    /// Adds a delta on the page's version in the log; false when it must be an image.
    private func appendDelta(
        _ logged: inout LoggedPage, _ block: UnsafeRawPointer, base: VersionPointer,
        at baseOffset: Int64, lsn: LSN, to log: LogFile
    ) -> Bool {
        guard options.logMode == .deltas, base.pointee.deltaCount < LogFormat.maxDeltas,
            let old = base.pointee.bytes.load(ordering: .acquiring)
        else { return false }
        let limit = min(pageSize / 2, pageSize - Int(base.pointee.deltaBytes))
        let distance = (log.buffer.end - baseOffset) / 8
        guard limit > 0, distance > 0, distance <= Int64(UInt32.max),
            let length = log.buffer.addDelta(
                from: old, to: block, touched: loggedLines(of: block), pageSize: pageSize,
                number: logged.number, back: UInt32(distance), lsn: lsn, limit: limit,
                sealing: options.codec.map(LogBuffer.Sealing.init))
        else { return false }
        logged.isOnMain = base.pointee.isOnMain
        logged.deltaCount = base.pointee.deltaCount + 1
        logged.deltaBytes = base.pointee.deltaBytes + Int32(length)
        return true
    }

    /// Adds a delta on the page in the main file; false when it must be an image. What a codec
    /// seals is not, byte for byte, what it was sealed from, so that gives no base.
    ///
    /// Requires: the file holds the version that was changed, durably, since before this
    /// generation of the log. Until there is an image, no checkpoint overwrites it.
    private func appendDeltaOnMain(
        _ logged: inout LoggedPage, _ block: UnsafeRawPointer, base: VersionPointer?, lsn: LSN,
        to log: LogFile
    ) -> Bool {
        guard options.logMode == .deltas, options.codec == nil,
            let length = log.buffer.addDelta(
                from: base?.pointee.bytes.load(ordering: .acquiring), to: block,
                touched: loggedLines(of: block), pageSize: pageSize, number: logged.number,
                back: 0, lsn: lsn, limit: pageSize / 2, sealing: nil)
        else { return false }
        logged.isOnMain = true
        logged.deltaCount = 1
        logged.deltaBytes = Int32(length)
        return true
    }

    /// The lines of a private page that may differ from the version before.
    private func loggedLines(of block: UnsafeRawPointer) -> UInt64 {
        let block = UnsafeMutableRawPointer(mutating: block)
        let touched = PageBlock.touched(block, pageSize: pageSize).pointee
        guard options.plants(.deltaMissesLine) else { return touched }
        return touched & ~(1 << (63 - UInt64(touched.leadingZeroBitCount)))
    }

    private func appendImage(
        _ block: UnsafeMutableRawPointer, number: PageNumber, lsn: LSN, to log: LogFile
    ) {
        guard options.codec != nil else {
            log.buffer.addImage(
                block, pageSize: pageSize, number: number, lsn: lsn, elidesGap: true)
            return
        }
        let sealed = UnsafeMutableRawPointer.allocate(byteCount: pageSize, alignment: 16)
        defer { sealed.deallocate() }
        transfer.encode(block, number: number, into: sealed)
        log.buffer.addImage(
            sealed, pageSize: pageSize, number: number, lsn: lsn, elidesGap: false)
    }
}
