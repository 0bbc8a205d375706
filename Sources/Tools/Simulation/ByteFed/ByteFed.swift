/// A part of the engine that reads bytes from outside: whatever they are, it must neither trap,
/// nor hang, nor take much memory, nor take them for what they are not.
///
/// **Users.** The fuzz runner, with inputs from a seed, and a coverage-guided fuzzer, with its own.
package protocol ByteFed: Sendable {
    var name: String { get }
    /// Takes one input. Throws a `Contradiction` when the engine took it for something it is not.
    func feed(_ input: [UInt8]) throws -> ByteVerdict
    /// An input that reaches far: mostly right, with something wrong in it.
    func makeInput(_ random: inout SeededRandom) -> [UInt8]
    /// The bytes that the engine reads for an input of this length, files around it included.
    func size(ofInput count: Int) -> Int
}

/// How an input was taken.
package enum ByteVerdict: String, Sendable {
    /// An error said what is wrong.
    case refused
    /// Nothing is wrong with it, or nothing that counts.
    case accepted
    /// A checksum was repaired after the change, and what came out is possible, if not what was
    /// written.
    case plausible
}

/// Everything that can be fed.
package enum ByteFedCatalog {
    package static let pages: any ByteFed = PageBytes()
    package static let log: any ByteFed = LogBytes()
    package static let keys: any ByteFed = KeyBytes()
    package static let records: any ByteFed = RecordBytes()
    package static let all = [pages, log, keys, records]
}
