/// Measures workloads: prepares both sides, then rounds of ours and each SQLite setting in turn,
/// so that whatever disturbs the machine disturbs all of them alike.
struct Runner {
    let bench: Workbench
    let rounds: Int
    let hasPeer: Bool
    /// Called with a line about progress.
    let note: (String) -> Void

    func run(_ workload: any Workload) -> Measurements {
        var measurements = Measurements(workload: workload)
        do {
            _ = try job(.prepare(.ours), workload).runInChild()
            if hasPeer { _ = try job(.prepare(.peer), workload).runInChild() }
        } catch {
            measurements.failures.append("\(error)")
            return measurements
        }
        for round in 1...rounds {
            note("\(workload.name): round \(round) of \(rounds)")
            measure(.ours, .measureOurs, workload, &measurements)
            for setting in PeerSetting.allCases
            where hasPeer && (workload.needsOneConnection || !setting.isExclusive) {
                measure(.peer(setting), .measurePeer(setting), workload, &measurements)
            }
        }
        return measurements
    }

    private func measure(
        _ contestant: Contestant, _ task: Job.Task, _ workload: any Workload,
        _ measurements: inout Measurements
    ) {
        do {
            guard let outcome = try job(task, workload).runInChild() else { return }
            measurements.outcomes[contestant, default: []].append(outcome)
        } catch {
            measurements.failures.append("\(contestant.label): \(error)")
        }
    }

    private func job(_ task: Job.Task, _ workload: any Workload) -> Job {
        Job(task: task, workload: workload.name, bench: bench)
    }
}

/// Who made a measurement.
enum Contestant: Hashable, Sendable {
    case ours
    case peer(PeerSetting)

    var label: String {
        switch self {
        case .ours: "ours"
        case .peer(let setting): setting.rawValue
        }
    }
}
