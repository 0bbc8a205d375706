/// Which pages are in use: one bit each, in map pages at fixed places.
///
/// The map page of group g is page 4 + g·S and covers the pages from itself to the one before the
/// next map page; its own bit is always set. Pages 1 to 3 are always in use and have no bit.
/// Freeing a free page, or taking one in use, is found the moment it happens.
struct SpaceMap {
    /// Where the bits begin in a map page.
    static let bitsOffset = 64

    /// S: the number of pages that one map page covers.
    let pagesPerMap: Int

    init(usableSize: Int) { pagesPerMap = (usableSize - SpaceMap.bitsOffset) * 8 }

    private static var first: Int { Int(DatabaseHeader.firstSpaceMap.rawValue) }

    /// The map page that holds the bit of `page`. Requires: no page before the first map.
    func mapPage(for page: PageNumber) -> PageNumber {
        let group = (Int(page.rawValue) - SpaceMap.first) / pagesPerMap
        return PageNumber(UInt32(SpaceMap.first + group * pagesPerMap))
    }

    func isMapPage(_ page: PageNumber) -> Bool {
        page >= DatabaseHeader.firstSpaceMap && bit(of: page) == 0
    }

    /// The index of the bit of `page` in its map page.
    func bit(of page: PageNumber) -> Int { (Int(page.rawValue) - SpaceMap.first) % pagesPerMap }

    static func isSet(_ bit: Int, in map: UnsafeRawPointer) -> Bool {
        let byte = map.load(fromByteOffset: bitsOffset + bit >> 3, as: UInt8.self)
        return byte >> UInt8(bit & 7) & 1 != 0
    }

    static func set(_ bit: Int, to isSet: Bool, in map: MutablePage) {
        let offset = bitsOffset + bit >> 3
        let mask = UInt8(1) << UInt8(bit & 7)
        let byte = map.bytes.load(fromByteOffset: offset, as: UInt8.self)
        map.store(isSet ? byte | mask : byte & ~mask, at: offset)
    }

    /// The first clear bit in `range`, if any.
    static func firstClear(in map: UnsafeRawPointer, _ range: Range<Int>) -> Int? {
        var bit = range.lowerBound
        while bit < range.upperBound {
            if bit & 63 == 0, bit + 64 <= range.upperBound {
                let word = map.loadUnaligned(
                    fromByteOffset: bitsOffset + bit >> 3, as: UInt64.self)
                if word == ~0 {
                    bit += 64
                    continue
                }
                return bit + (~UInt64(littleEndian: word)).trailingZeroBitCount
            }
            if !isSet(bit, in: map) { return bit }
            bit += 1
        }
        return nil
    }
}
