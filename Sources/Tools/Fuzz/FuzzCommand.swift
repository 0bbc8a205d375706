import Foundation
import StorageSimulation

/// The command line: which target, from which seed, for how long.
struct FuzzCommand {
    var target: (any FuzzTarget)?
    var seed: UInt64 = UInt64.random(in: 1...0xFFFF_FFFF)
    var runs: Int?
    var seconds: Double?
    var effort: Int?
    /// Parts of each run that are left out.
    var omitted: Set<Int> = []
    var listsTargets = false
    /// A failing run does not end the others.
    var goesOn = false

    static let usage = """
        usage: wcdb-fuzz TARGET [--seed N] [--runs N | --seconds N] [--effort N] [--without N,N]
                                [--all]              goes on after a failure
               wcdb-fuzz --list
               wcdb-fuzz slt SCRIPTS…       sqllogictest scripts
               wcdb-fuzz sqltest FILES…     the SQL examples of documents
               wcdb-fuzz compare FILES…     scripts, run here and by SQLite
               wcdb-fuzz script SEED        the script of a seed of the sql target
        """

    /// Nil when the words are not understood.
    init?(_ words: [String]) {
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--list": listsTargets = true
            case "--all": goesOn = true
            case "--seed":
                guard let value = rest.popFirst(), let number = FuzzCommand.number(value) else {
                    return nil
                }
                seed = number
            case "--runs", "--effort":
                guard let value = rest.popFirst(), let number = Int(value), number > 0 else {
                    return nil
                }
                if word == "--runs" { runs = number } else { effort = number }
            case "--without":
                guard let value = rest.popFirst() else { return nil }
                omitted = Set(value.split(separator: ",").compactMap { Int($0) })
            case "--seconds":
                guard let value = rest.popFirst(), let number = Double(value) else { return nil }
                seconds = number
            default:
                guard let found = TargetCatalog.all.first(where: { $0.name == word }) else {
                    return nil
                }
                target = found
            }
        }
        if target == nil && !listsTargets { return nil }
    }

    private static func number(_ text: String) -> UInt64? {
        text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : UInt64(text)
    }

    /// Runs the target; returns the exit status.
    func execute() -> Int32 {
        guard let target else {
            for target in TargetCatalog.all {
                print(
                    target.name.padding(toLength: 12, withPad: " ", startingAt: 0), target.summary)
            }
            return 0
        }
        let start = Date()
        let processorStart = clock()
        let effort = effort ?? target.defaultEffort
        var total = FuzzCount()
        var done = 0
        var failures = 0
        var lastProgress = start
        while shouldGoOn(done: done, since: start) {
            let seed = seed &+ UInt64(done)
            let command = FailureShrinker.command(target, seed: seed, effort: effort, omitted)
            Watchdog.shared.setReproduction(command)
            CrashNotice.set(command)
            do {
                total = total + (try target.run(seed: seed, effort: effort, omitting: omitted))
            } catch {
                print(FailureShrinker(target, seed: seed, effort: effort, omitted, error).report())
                failures += 1
                guard goesOn else {
                    summarise(
                        target, done: done + 1, total, since: start, processorStart, failures: 1)
                    return 1
                }
            }
            done += 1
            if Date().timeIntervalSince(lastProgress) > 5 {
                lastProgress = Date()
                let line = "\(target.name): \(done) runs, \(total.cycles) cycles\n"
                FileHandle.standardError.write(Data(line.utf8))
            }
        }
        if let report = target.report(of: total) { print(report) }
        let objection = target.objection(to: total)
        if let objection {
            print("failure: \(objection)")
            failures += 1
        }
        summarise(target, done: done, total, since: start, processorStart, failures: failures)
        return failures == 0 ? 0 : 1
    }

    private func shouldGoOn(done: Int, since start: Date) -> Bool {
        if let seconds { return Date().timeIntervalSince(start) < seconds }
        return done < (runs ?? 10)
    }

    /// The rate counts twice: by the clock on the wall, and by the time of the processor, which
    /// is the same on a busy machine.
    private func summarise(
        _ target: any FuzzTarget, done: Int, _ total: FuzzCount, since start: Date,
        _ processorStart: clock_t, failures: Int
    ) {
        let seconds = max(0.001, Date().timeIntervalSince(start))
        let busy = max(0.001, Double(clock() - processorStart) / Double(CLOCKS_PER_SEC))
        let notes = total.notes.sorted { $0.key < $1.key }.map { ", \($0.value) \($0.key)" }
        print(
            "\(target.name): \(done) runs, \(total.cycles) cycles\(notes.joined()), "
                + "\(Int(Double(total.cycles) / seconds)) cycles/s, "
                + "\(Int(Double(total.cycles) / busy)) a second of processor, seed "
                + "0x\(String(seed, radix: 16)), \(failures) failures")
    }
}
