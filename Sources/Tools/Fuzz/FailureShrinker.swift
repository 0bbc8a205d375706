/// Makes a failing run smaller as long as it fails, and says how to see it again.
struct FailureShrinker {
    private let target: any FuzzTarget
    private let seed: UInt64
    private var effort: Int
    private var omitted: Set<Int>
    private var message: String

    init(
        _ target: any FuzzTarget, seed: UInt64, effort: Int, _ omitted: Set<Int>,
        _ error: any Error
    ) {
        self.target = target
        self.seed = seed
        self.effort = effort
        self.omitted = omitted
        message = "\(error)"
    }

    consuming func report() -> String {
        lowerEffort()
        leaveOutParts()
        return """
            failure: \(message)
            reproduce: \(FailureShrinker.command(target, seed: seed, effort: effort, omitted))
            """
    }

    /// The command that does one run again.
    static func command(
        _ target: any FuzzTarget, seed: UInt64, effort: Int, _ omitted: Set<Int>
    ) -> String {
        var words = "--seed 0x\(String(seed, radix: 16)) --runs 1 --effort \(effort)"
        if !omitted.isEmpty {
            words += " --without " + omitted.sorted().map(String.init).joined(separator: ",")
        }
        return "swift run -c release wcdb-fuzz \(target.name) \(words)"
    }

    private mutating func lowerEffort() {
        var step = target.shrinks ? effort / 2 : 0
        while step > 0 {
            guard effort > step, stillFails(effort - step, omitted) else {
                step /= 2
                continue
            }
            effort -= step
        }
    }

    private mutating func leaveOutParts() {
        for part in 0..<target.partCount where !omitted.contains(part) {
            let fewer = omitted.union([part])
            if stillFails(effort, fewer) { omitted = fewer }
        }
    }

    private mutating func stillFails(_ effort: Int, _ omitted: Set<Int>) -> Bool {
        do {
            _ = try target.run(seed: seed, effort: effort, omitting: omitted)
            return false
        } catch {
            message = "\(error)"
            return true
        }
    }
}
