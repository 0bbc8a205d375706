/// Turns pages into what lies on the disk and back: the seam for encryption.
///
/// A codec sees bytes 8 to the end of a page; the first eight are the checksum of what lies on the
/// disk, so that scrubbing and transport checks need no key. It may keep a nonce and a tag in the
/// last `reservedBytes` of the page, which no other code uses. Log frames other than images are
/// sealed as one piece with `logOverhead` extra bytes.
///
/// **Users.** Any thread; a codec has no state that changes.
package protocol PageCodec: AnyObject, Sendable {
    /// Stored in the header page, so that a file is never opened with the wrong codec.
    var cipherID: UInt8 { get }
    var reservedBytes: Int { get }
    var logOverhead: Int { get }
    /// Replaces the plain bytes of a page (from its ninth byte on) by what is stored.
    func seal(page bytes: UnsafeMutableRawBufferPointer, number: PageNumber)
    /// Undoes `seal`; false when the bytes were not sealed by this codec for this page.
    func open(page bytes: UnsafeMutableRawBufferPointer, number: PageNumber) -> Bool
    /// Seals the payload of a log frame in place; the last `logOverhead` bytes are free for use.
    func seal(logPayload bytes: UnsafeMutableRawBufferPointer, lsn: LSN, offset: Int64)
    func open(logPayload bytes: UnsafeMutableRawBufferPointer, lsn: LSN, offset: Int64) -> Bool
}

/// Pages between memory and disk: checksums, identity, codec and validation in one place.
///
/// **Users.** Any thread.
struct PageTransfer: Sendable {
    let pageSize: Int
    let usableSize: Int
    let seed: UInt64
    let codec: (any PageCodec)?

    init(pageSize: Int, fileID: FileID, codec: (any PageCodec)?) {
        self.pageSize = pageSize
        usableSize = pageSize - (codec?.reservedBytes ?? 0)
        seed = fileID.pageSeed
        self.codec = codec
    }

    /// Copies a committed page to where it can be written from.
    func encode(
        _ page: UnsafeRawPointer, number: PageNumber, into target: UnsafeMutableRawPointer
    ) {
        target.copyMemory(from: page, byteCount: pageSize)
        guard let codec, number.isBehindHeaders else { return }
        codec.seal(
            page: UnsafeMutableRawBufferPointer(start: target + 8, count: pageSize - 8),
            number: number)
        let sum = checksum(of: target)
        target.storeBytes(of: sum.littleEndian, as: UInt64.self)
    }

    private func checksum(of page: UnsafeRawPointer) -> UInt64 {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Checksum.segmentCount) { sums in
            guard let base = sums.baseAddress else { return 0 }
            return Checksum.page(page, pageSize: pageSize, seed: seed, sums: base)
        }
    }

    /// Checks that the bytes in `block`, fresh from the disk, are this page and whole, and makes
    /// them the page in memory: decoded, and with its segments' sums behind it.
    func decode(_ block: UnsafeMutableRawPointer, number: PageNumber) -> Corruption? {
        decode(block, number: number, sums: PageBlock.sums(block, pageSize: pageSize))
    }

    /// As `decode`, of a page whose segments' sums go elsewhere.
    func decode(
        _ block: UnsafeMutableRawPointer, number: PageNumber, sums: UnsafeMutablePointer<UInt64>
    ) -> Corruption? {
        let stored = UInt64(littleEndian: block.load(as: UInt64.self))
        guard Checksum.page(block, pageSize: pageSize, seed: seed, sums: sums) == stored else {
            return Corruption(.checksum, page: number, "the page's checksum does not match")
        }
        if let codec, number.isBehindHeaders {
            let bytes = UnsafeMutableRawBufferPointer(start: block + 8, count: pageSize - 8)
            guard codec.open(page: bytes, number: number) else {
                return Corruption(.checksum, page: number, "the page cannot be decoded")
            }
            let plain = Checksum.page(block, pageSize: pageSize, seed: seed, sums: sums)
            block.storeBytes(of: plain.littleEndian, as: UInt64.self)
        }
        return checkIdentity(block, number: number)
    }

    /// Checks a page that was put together from an image and deltas in memory.
    func verify(_ block: UnsafeMutableRawPointer, number: PageNumber) -> Corruption? {
        let sums = PageBlock.sums(block, pageSize: pageSize)
        let stored = UInt64(littleEndian: block.load(as: UInt64.self))
        guard Checksum.page(block, pageSize: pageSize, seed: seed, sums: sums) == stored else {
            return Corruption(.checksum, page: number, "the page's checksum does not match")
        }
        return checkIdentity(block, number: number)
    }

    /// Whether the bytes fresh from the disk are this page, with this checksum in memory.
    func holds(_ page: UnsafeMutableRawPointer, number: PageNumber, checksum: UInt64) -> Bool {
        guard self.checksum(of: page) == UInt64(littleEndian: page.load(as: UInt64.self)),
            checkIdentity(page, number: number) == nil || codec != nil
        else { return false }
        guard let codec, number.isBehindHeaders else {
            return UInt64(littleEndian: page.load(as: UInt64.self)) == checksum
        }
        let bytes = UnsafeMutableRawBufferPointer(start: page + 8, count: pageSize - 8)
        return codec.open(page: bytes, number: number) && self.checksum(of: page) == checksum
            && checkIdentity(page, number: number) == nil
    }

    private func checkIdentity(_ page: UnsafeRawPointer, number: PageNumber) -> Corruption? {
        let found = PageNumber(
            UInt32(littleEndian: page.load(fromByteOffset: PageHeader.pageNumber, as: UInt32.self)))
        guard found == number else {
            return Corruption(
                .pageNumber, page: number, "the page says that it is page \(found.rawValue)")
        }
        return nil
    }
}
