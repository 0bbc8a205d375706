/// Reads one version of one page out of the log by walking from its frame back to an image, or to
/// the page in the main file.
///
/// **Users.** One call of `LogFile.readVersion`.
struct LogVersionReader: ~Copyable {
    private let log: LogFile
    private let main: any OpenFile
    private let number: PageNumber
    private let lsn: LSN
    private let frame: UnsafeMutableRawBufferPointer

    init(log: LogFile, main: any OpenFile, number: PageNumber, lsn: LSN) {
        self.log = log
        self.main = main
        self.number = number
        self.lsn = lsn
        let overhead = log.transfer.codec?.logOverhead ?? 0
        frame = .allocate(
            byteCount: LogFormat.Frame.payload + 16 + log.transfer.pageSize + overhead,
            alignment: 16)
    }

    deinit { frame.deallocate() }

    private struct FrameHead {
        var kind: LogFormat.Kind
        var length: Int
        var rangeCount: Int
        /// In units of eight bytes; of an image, its age in commits.
        var back: UInt32
        var lsn: LSN
    }

    mutating func read(at offset: Int64, into block: UnsafeMutableRawPointer)
        throws(StorageError)
    {
        var deltas: [Int64] = []
        var position = offset
        while true {
            let head = try readFrame(at: position)
            let age = head.kind == .image ? LSN(head.back) : 0
            guard position != offset || head.lsn == lsn &+ age else {
                throw corrupt("the frame is of another commit")
            }
            if head.kind == .image {
                try decodeImage(head, into: block)
                break
            }
            deltas.append(position)
            if head.back == 0 {
                try readMain(into: block)
                break
            }
            position -= Int64(head.back) * 8
            guard position >= LogFormat.firstFrame, deltas.count <= LogFormat.maxDeltas
            else { throw corrupt("the chain of deltas is broken") }
        }
        for position in deltas.reversed() {
            let head = try readFrame(at: position)
            try applyDelta(head, at: position, to: block)
        }
        if let corruption = log.transfer.verify(block, number: number) {
            throw .corrupt(corruption)
        }
        guard PageBlock.lsn(block) == lsn else { throw corrupt("the version is of another commit") }
    }

    private func corrupt(_ detail: String) -> StorageError {
        .corrupt(Corruption(.log, page: number, detail))
    }

    private func readFrame(at offset: Int64) throws(StorageError) -> FrameHead {
        let count = try FileTransfer.read(log.file, into: frame, at: offset)
        guard count >= LogFormat.Frame.payload, let base = frame.baseAddress else {
            throw corrupt("the frame is not there")
        }
        let kind = base.load(fromByteOffset: LogFormat.Frame.kind, as: UInt8.self)
        let length = UInt32(littleEndian: base.load(as: UInt32.self))
        let page = UInt32(
            littleEndian: base.load(fromByteOffset: LogFormat.Frame.page, as: UInt32.self))
        guard let kind = LogFormat.Kind(rawValue: kind), kind == .image || kind == .delta,
            page == number.rawValue, length >= LogFormat.Frame.payload + 8, length <= count
        else { throw corrupt("the frame is not of this page") }
        return FrameHead(
            kind: kind, length: Int(length),
            rangeCount: Int(
                UInt16(
                    littleEndian: base.load(
                        fromByteOffset: LogFormat.Frame.count, as: UInt16.self))),
            back: UInt32(
                littleEndian: base.load(fromByteOffset: LogFormat.Frame.back, as: UInt32.self)),
            lsn: UInt64(
                littleEndian: base.load(fromByteOffset: LogFormat.Frame.lsn, as: UInt64.self)))
    }

    /// What the deltas are laid over: the version that the first one was made from, or what a
    /// checkpoint has made of it since, whole or torn. The deltas bring every byte that any version
    /// up to theirs has changed, so only the result can be, and is, proven.
    private func readMain(into block: UnsafeMutableRawPointer) throws(StorageError) {
        let pageSize = log.transfer.pageSize
        let target = UnsafeMutableRawBufferPointer(start: block, count: pageSize)
        let offset = number.offset(pageSize: pageSize)
        guard try FileTransfer.read(main, into: target, at: offset) == pageSize else {
            throw corrupt("the file ends before the page that a delta was made from")
        }
    }

    private func decodeImage(_ head: FrameHead, into block: UnsafeMutableRawPointer)
        throws(StorageError)
    {
        let payload = UnsafeRawBufferPointer(frame)[LogFormat.Frame.payload..<head.length]
        guard
            LogImage.decode(
                UnsafeRawBufferPointer(rebasing: payload), into: block,
                pageSize: log.transfer.pageSize)
        else { throw corrupt("the image does not fit the page") }
        // A sealed image is the page as the main file would hold it.
        if log.transfer.codec != nil, let corruption = log.transfer.decode(block, number: number) {
            throw .corrupt(corruption)
        }
    }

    private func applyDelta(
        _ head: FrameHead, at offset: Int64, to block: UnsafeMutableRawPointer
    ) throws(StorageError) {
        let payload = UnsafeMutableRawBufferPointer(
            rebasing: frame[LogFormat.Frame.payload..<head.length])
        if let codec = log.transfer.codec {
            guard codec.open(logPayload: payload, lsn: head.lsn, offset: offset) else {
                throw corrupt("the delta cannot be decoded")
            }
        }
        guard
            DeltaWriter.apply(
                UnsafeRawBufferPointer(payload), rangeCount: head.rangeCount, to: block,
                pageSize: log.transfer.pageSize)
        else { throw corrupt("the delta does not fit the page") }
    }
}

/// The payload of an image frame: lengths of head and tail, head, tail; zeros between.
enum LogImage {
    static func decode(
        _ payload: UnsafeRawBufferPointer, into page: UnsafeMutableRawPointer, pageSize: Int
    ) -> Bool {
        guard payload.count >= 8, let base = payload.baseAddress else { return false }
        let head = Int(UInt32(littleEndian: base.loadUnaligned(as: UInt32.self)))
        let tail = Int(
            UInt32(littleEndian: base.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
        guard head + tail <= pageSize, 8 + head + tail <= payload.count else { return false }
        page.copyMemory(from: base + 8, byteCount: head)
        (page + head).initializeMemory(
            as: UInt8.self, repeating: 0, count: pageSize - head - tail)
        (page + pageSize - tail).copyMemory(from: base + 8 + head, byteCount: tail)
        return true
    }
}
