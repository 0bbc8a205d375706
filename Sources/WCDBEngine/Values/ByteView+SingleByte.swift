import WCDBStorage

/// A single byte that comes often: counted in words, and replaced without a search for each.
extension ByteView {
    /// How many of the bytes before a place are this one. Requires: the place lies within.
    func count(of byte: UInt8, before end: Int) -> Int {
        guard let base = self.start else { return 0 }
        let pattern = 0x0101_0101_0101_0101 &* UInt64(byte)
        var (position, found) = (0, 0)
        while position &+ 8 <= end {
            // Eight counters of a byte each, for as many words as they can count.
            let words = min(255, (end &- position) / 8)
            var counters: UInt64 = 0
            for _ in 0..<words {
                let word = base.little(UInt64.self, at: position) ^ pattern
                let carried = (word & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7F7F_7F7F_7F7F_7F7F
                counters &+= (~(carried | word) & 0x8080_8080_8080_8080) &>> 7
                position &+= 8
            }
            let pairs =
                (counters & 0x00FF_00FF_00FF_00FF) &+ (counters &>> 8 & 0x00FF_00FF_00FF_00FF)
            found &+= Int((pairs &* 0x0001_0001_0001_0001) &>> 48)
        }
        while position < end {
            if base.byte(at: position) == byte { found &+= 1 }
            position &+= 1
        }
        return found
    }

    /// Appends the bytes with others in the places of one. Requires: it is there `count` times.
    func append(
        to buffer: inout ByteBuffer, with new: ByteView, for byte: UInt8, count found: Int
    ) {
        let size = count &+ found &* (new.count &- 1)
        buffer.reserve(size)
        // The loops ask no bounds of every byte.
        let bytes = self.buffer
        let target = buffer.end
        switch new.count {
        case 0:
            // What is left out is written too, and overwritten.
            var place = 0
            for index in 0..<bytes.count where place < size {
                target.storeByte(bytes[index], at: place)
                place &+= bytes[index] == byte ? 0 : 1
            }
            assert(place == size, "the byte is not there as often as was said")
            buffer.advance(size)
        case 1:
            let only = new[0]
            for index in 0..<bytes.count {
                target.storeByte(bytes[index] == byte ? only : bytes[index], at: index)
            }
            buffer.advance(size)
        default:
            for index in 0..<bytes.count {
                if bytes[index] == byte {
                    buffer.append(new)
                } else {
                    buffer.appendByte(bytes[index])
                }
            }
        }
    }
}
