import Foundation
import StorageSimulation

/// What a child process is to do, as the one argument after `--job`: build a fixture, or make
/// one measurement. Every measurement has a process of its own, so that none inherits another's
/// memory, caches or luck.
struct Job: Codable, Sendable {
    enum Task: Codable, Sendable {
        case prepare(Side)
        case measureOurs
        case measurePeer(PeerSetting)
    }

    var task: Task
    /// The name of the workload.
    var workload: String
    var bench: Workbench

    /// Runs in the child. Returns the outcome; nil if there is none to report.
    func perform() throws -> Outcome? {
        guard let workload = WorkloadCatalog.all.first(where: { $0.name == workload }) else {
            throw BenchmarkError("there is no workload \(workload)")
        }
        var outcome: Outcome
        switch task {
        case .prepare(let side):
            try workload.prepare(bench, side: side)
            return nil
        case .measureOurs: outcome = try workload.runOurs(bench)
        case .measurePeer(let setting): outcome = try workload.runPeer(bench, setting)
        }
        outcome.peakMemoryBytes = ProcessMemory().peak.map(Int64.init)
        return outcome
    }

    /// Runs in the parent: starts a child with this job and waits for it.
    func runInChild() throws -> Outcome? {
        let child = Process()
        child.executableURL = Bundle.main.executableURL
        let text = String(decoding: try JSONEncoder().encode(self), as: UTF8.self)
        child.arguments = ["--job", text]
        let output = Pipe()
        let errors = Pipe()
        child.standardOutput = output
        child.standardError = errors
        FreeMemory.touch()
        try child.run()
        // The child prints a line or two, which fits into the pipes: no reader can block it.
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        let message = try errors.fileHandleForReading.readToEnd() ?? Data()
        child.waitUntilExit()
        guard child.terminationStatus == 0 else {
            let text = String(decoding: message, as: UTF8.self)
            throw BenchmarkError(text.trimmingCharacters(in: .whitespacesAndNewlines))
        }
        return data.isEmpty ? nil : try JSONDecoder().decode(Outcome.self, from: data)
    }
}
