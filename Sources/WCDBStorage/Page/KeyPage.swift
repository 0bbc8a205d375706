/// Reading key pages. All functions require a validated page and hold pointers only while they
/// run; they are hot.
///
/// All keys of a page begin with its prefix, which lies at the usable end; slots and cells speak
/// of what follows it, the *rest* of a key.
///
///      40       42        44            48
///     ┌────────┬─────────┬─────────────┬───────────┬──────┬───────┬────────┐
///     │ prefix │         │ right child │ slots …   │ free │ cells │ prefix │
///     └────────┴─────────┴─────────────┴───────────┴──────┴───────┴────────┘
///
/// A leaf slot is *head* (4 bytes), offset (2) and length (2); an inner slot has the child (4) as
/// well. The head is the first four bytes of the rest, as a number whose order is theirs, padded
/// with zeros: most steps of a search compare heads and touch no cell. The length is that of the
/// rest in the cell; its two top bits say what follows there.
enum KeyPage {
    static let leafSlot = 8
    static let innerSlot = 12
    /// In a slot's length: the key, its value or both lie in an overflow chain.
    static let chainFlag: UInt16 = 0x8000
    /// In a slot's length: a value follows the key.
    static let valueFlag: UInt16 = 0x4000
    static let lengthMask: UInt16 = 0x3FFF

    @inline(__always)
    static func prefixCount(_ page: UnsafeRawPointer) -> Int {
        Int(UInt16(littleEndian: page.load(fromByteOffset: TreePage.prefix, as: UInt16.self)))
    }

    @inline(__always)
    static func slotSize(level: UInt8) -> Int { level == 0 ? leafSlot : innerSlot }

    @inline(__always)
    static func head(_ page: UnsafeRawPointer, _ index: Int, slotSize: Int) -> UInt32 {
        UInt32(
            littleEndian: page.load(
                fromByteOffset: TreePage.slots &+ index &* slotSize, as: UInt32.self))
    }

    @inline(__always)
    static func offset(_ page: UnsafeRawPointer, _ index: Int, slotSize: Int) -> Int {
        Int(
            UInt16(
                littleEndian: page.load(
                    fromByteOffset: TreePage.slots &+ index &* slotSize &+ 4, as: UInt16.self)))
    }

    /// The length field of a slot, flags included.
    @inline(__always)
    static func length(_ page: UnsafeRawPointer, _ index: Int, slotSize: Int) -> UInt16 {
        UInt16(
            littleEndian: page.load(
                fromByteOffset: TreePage.slots &+ index &* slotSize &+ 6, as: UInt16.self))
    }

    /// Where the number of child `index` lies; index `count` is the right child.
    @inline(__always)
    static func childOffset(_ page: UnsafeRawPointer, _ index: Int) -> Int {
        index == TreePage.count(page)
            ? TreePage.rightChild : TreePage.slots &+ index &* innerSlot &+ 8
    }

    @inline(__always)
    static func child(_ page: UnsafeRawPointer, _ index: Int) -> PageNumber {
        PageNumber(
            UInt32(
                littleEndian: page.load(
                    fromByteOffset: childOffset(page, index), as: UInt32.self)))
    }

    /// The first four bytes of a rest as a number, zeros behind its end.
    @inline(__always)
    static func head(of rest: UnsafeRawPointer, count: Int) -> UInt32 {
        if count >= 4 { return rest.big(UInt32.self, at: 0) }
        var head: UInt32 = 0
        var index = 0
        while index < count {
            head |= UInt32(rest.byte(at: index)) &<< UInt32(24 &- 8 &* index)
            index &+= 1
        }
        return head
    }

    /// The largest cell (key and value) that stays in its page: a page has room for four.
    static func maxLocal(usableSize: Int) -> Int { (usableSize - TreePage.slots) / 4 - 24 }

    /// The bytes of a key that are kept in its page when the key goes into a chain.
    static func localKeyCount(_ count: Int, usableSize: Int) -> Int {
        min(count, maxLocal(usableSize: usableSize) - chainReference)
    }

    /// The longest prefix: of a key that goes on in a chain it leaves enough for a whole head, or
    /// heads would not tell their order.
    static func maxPrefix(usableSize: Int) -> Int {
        maxLocal(usableSize: usableSize) - chainReference - 4
    }

    /// What a cell in a chain has behind its local key: first page, key's and value's length.
    static let chainReference = 12
}

/// One cell of a key page.
struct KeyCell {
    /// Where the rest of the key begins, and how much of it is here.
    var offset: Int
    var restCount: Int
    /// The value, if it is here.
    var valueOffset: Int
    var valueCount: Int
    /// Bytes of the whole cell.
    var size: Int
    /// If the cell is the front of one in a chain: its first page, and the key's whole length.
    var chain: PageNumber
    var keyCount: Int

    /// Reads cell `index` of a validated page.
    @inline(__always)
    static func read(_ page: UnsafeRawPointer, _ index: Int, slotSize: Int) -> KeyCell {
        let offset = KeyPage.offset(page, index, slotSize: slotSize)
        let length = KeyPage.length(page, index, slotSize: slotSize)
        let rest = Int(length & KeyPage.lengthMask)
        var cell = KeyCell(
            offset: offset, restCount: rest, valueOffset: offset &+ rest, valueCount: 0,
            size: rest, chain: .none, keyCount: 0)
        if length & (KeyPage.chainFlag | KeyPage.valueFlag) != 0 { cell.readTail(page, length) }
        return cell
    }

    /// A cell of which only the reference to its chain is at hand.
    init(chainReference tail: UnsafeRawPointer) {
        self.init(
            offset: 0, restCount: 0, valueOffset: 0,
            valueCount: Int(tail.little(UInt32.self, at: 8)), size: 0,
            chain: PageNumber(tail.little(UInt32.self, at: 0)),
            keyCount: Int(tail.little(UInt32.self, at: 4)))
    }

    /// A cell of which only the chain and the size of the key are known.
    init(chain: PageNumber, keyCount: Int) {
        self.init(
            offset: 0, restCount: 0, valueOffset: 0, valueCount: 0, size: 0, chain: chain,
            keyCount: keyCount)
    }

    private init(
        offset: Int, restCount: Int, valueOffset: Int, valueCount: Int, size: Int,
        chain: PageNumber, keyCount: Int
    ) {
        self.offset = offset
        self.restCount = restCount
        self.valueOffset = valueOffset
        self.valueCount = valueCount
        self.size = size
        self.chain = chain
        self.keyCount = keyCount
    }

    private mutating func readTail(_ page: UnsafeRawPointer, _ length: UInt16) {
        let tail = offset &+ restCount
        if length & KeyPage.chainFlag != 0 {
            chain = PageNumber(page.little(UInt32.self, at: tail))
            keyCount = Int(page.little(UInt32.self, at: tail &+ 4))
            valueCount = Int(page.little(UInt32.self, at: tail &+ 8))
            size = restCount &+ KeyPage.chainReference
            return
        }
        let first = page.byte(at: tail)
        if first < 0x80 {
            valueCount = Int(first)
            valueOffset = tail &+ 1
        } else {
            // Validation has bounded it to 14 bits.
            valueCount = Int(first & 0x7F) | Int(page.byte(at: tail &+ 1)) &<< 7
            valueOffset = tail &+ 2
        }
        size = valueOffset &- offset &+ valueCount
    }

    var isInChain: Bool { chain != .none }
}
