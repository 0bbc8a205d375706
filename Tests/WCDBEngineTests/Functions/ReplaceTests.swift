import Testing
import WCDBStorage

@testable import WCDBEngine

/// `replace` counts before it writes, and takes another way where a single byte comes often: what
/// both write is what a search from the left finds.
@Suite struct `Replacing in texts` {
    /// Letters that come so often, one in `rarity`, among others.
    private static func text(_ count: Int, rarity: Int, seed: Int) -> String {
        var state = UInt64(seed &+ 1) &* 0x9E37_79B9_7F4A_7C15
        let letters = (0..<count).map { _ -> Character in
            state = state &* 6_364_136_223_846_793_005 &+ 1
            return Int(state >> 33) % rarity == 0 ? "a" : "é"
        }
        return String(letters)
    }

    private static func expected(_ text: String, _ searched: String, _ new: String) -> String {
        text.split(separator: searched, omittingEmptySubsequences: false).joined(separator: new)
    }

    @Test(arguments: [1, 2, 5, 23, 40, 400])
    func `gives what a search from the left finds`(rarity: Int) throws {
        let connection = try Connection.memory()
        for count in [0, 1, 7, 8, 9, 63, 64, 65, 300, 1023, 1024, 1025, 2041, 5000, 30_000] {
            let text = Self.text(count, rarity: rarity, seed: count)
            for (searched, new) in [
                ("a", ""), ("a", "e"), ("a", "ö"), ("a", "aaa"), ("é", "a"), ("aa", "a"), ("z", ""),
            ] {
                let rows = try connection.rows("SELECT replace('\(text)', '\(searched)', '\(new)')")
                let isRight = rows == [Self.expected(text, searched, new)]
                #expect(isRight, "\(count) letters, \(searched) by \(new)")
            }
        }
    }

    /// More words than a counter of one byte can count.
    @Test func `counts every byte`() {
        for count in [0, 7, 8, 255 * 8, 255 * 8 + 1, 256 * 8 + 3, 100_003] {
            let bytes = [UInt8](repeating: 0x80, count: count)
            bytes.withUnsafeBytes {
                #expect(ByteView($0).count(of: 0x80, before: count) == count)
                #expect(ByteView($0).count(of: 0, before: count) == 0)
                #expect(ByteView($0).count(of: 0x81, before: count) == 0)
            }
        }
    }
}
