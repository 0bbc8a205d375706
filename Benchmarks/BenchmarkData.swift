import StorageSimulation

/// The random data of all workloads, made from fixed seeds so that any language reproduces them:
/// a pool of bytes that blobs are cut from, texts that look random, permutations and picks.
///
/// **Users.** One thread each; threads make their own, which takes a millisecond.
///
/// **Always true.** `pool` lives as long as this object; every `blob` lies inside it.
final class BenchmarkData {
    private static let poolSize = 1 << 20
    private static let overhang = 4096
    private let pool: UnsafeMutableRawPointer

    init() {
        let size = BenchmarkData.poolSize + BenchmarkData.overhang
        pool = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
        var random = SeededRandom(seed: 0x5EED_0001)
        for offset in stride(from: 0, to: size, by: 8) {
            pool.storeBytes(of: random.next().littleEndian, toByteOffset: offset, as: UInt64.self)
        }
    }

    deinit { pool.deallocate() }

    /// `count` bytes that depend on `index`. Requires: `count <= 4096`.
    @inline(__always)
    func blob(_ index: Int, count: Int = 100) -> UnsafeRawBufferPointer {
        let offset = (index &* 7919) & (BenchmarkData.poolSize &- 1)
        return UnsafeRawBufferPointer(start: pool + offset, count: count)
    }

    /// `count` draws with the seed of workload `workload` (4 for W4, and so on).
    static func picks(workload: UInt64, count: Int) -> [UInt64] {
        picks(seed: 0x5EED_0000 + workload, count: count)
    }

    static func picks(seed: UInt64, count: Int) -> [UInt64] {
        var random = SeededRandom(seed: seed)
        return (0..<count).map { _ in random.next() }
    }

    /// An index, mixed so that it looks random.
    static func mixed(_ index: Int) -> UInt64 {
        SeededRandom.mix(UInt64(truncatingIfNeeded: index))
    }

    /// The value of a permutation of `0..<count` at `index`.
    /// Requires: `factor` and `count` share no factor.
    static func permuted(_ index: Int, factor: Int = 382_939, count: Int) -> Int {
        (index * factor + 17) % count
    }
}

/// The sixteen lower-case hexadecimal digits of a mixed index: unique, and as good as random.
/// Kept as bytes in place, since workloads bind it a million times.
struct Text16 {
    private var bytes: (UInt64, UInt64) = (0, 0)

    init(_ index: Int) {
        let value = SeededRandom.mix(UInt64(truncatingIfNeeded: index) ^ 0x5EED_0002)
        withUnsafeMutableBytes(of: &bytes) { digits in
            for place in 0..<16 {
                let digit = UInt8(truncatingIfNeeded: value >> UInt64(60 - 4 * place)) & 15
                digits[place] = digit < 10 ? 48 + digit : 87 + digit
            }
        }
    }

    /// Lends the digits.
    @inline(__always)
    func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withUnsafeBytes(of: bytes, body)
    }
}
