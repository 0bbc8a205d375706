/// All outcomes of one workload, and what follows from them.
struct Measurements {
    let workload: any Workload
    var outcomes: [Contestant: [Outcome]] = [:]
    var failures: [String] = []

    init(workload: any Workload) { self.workload = workload }

    /// Whether everybody read or wrote the same; without that no ratio means anything.
    var checksAgree: Bool { Set(outcomes.values.joined().map(\.check)).count <= 1 }

    func result(_ metric: Metric) -> MetricResult {
        let settings = PeerSetting.allCases.compactMap { setting in
            timing(.peer(setting), metric).map { (setting: setting, timing: $0) }
        }
        func best(exclusive: Bool) -> (setting: PeerSetting, timing: Timing)? {
            settings.filter { $0.setting.isExclusive == exclusive }
                .min { $0.timing.median < $1.timing.median }
        }
        return MetricResult(
            metric: metric, question: workload.question, ours: timing(.ours, metric),
            settings: settings, peer: best(exclusive: false), exclusive: best(exclusive: true),
            checksAgree: checksAgree, oursOutcome: outcomes[.ours]?.last,
            peerOutcome: best(exclusive: false).flatMap { outcomes[.peer($0.setting)]?.last })
    }

    private func timing(_ contestant: Contestant, _ metric: Metric) -> Timing? {
        Timing((outcomes[contestant] ?? []).compactMap { $0.nanoseconds[metric.name] })
    }
}

/// Several measurements of the same thing.
struct Timing {
    let median: Double
    /// From the least to the most, as a part of the median.
    let spread: Double

    init?(_ values: [Double]) {
        let sorted = values.sorted()
        guard let first = sorted.first, let last = sorted.last else { return nil }
        median = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
        spread = (last - first) / median
    }
}

/// A metric, measured and judged.
struct MetricResult {
    let metric: Metric
    let question: String
    let ours: Timing?
    let settings: [(setting: PeerSetting, timing: Timing)]
    /// The best setting without exclusive locking.
    let peer: (setting: PeerSetting, timing: Timing)?
    /// The best setting with it.
    let exclusive: (setting: PeerSetting, timing: Timing)?
    let checksAgree: Bool
    let oursOutcome: Outcome?
    let peerOutcome: Outcome?

    var ratio: Double? { ratio(to: peer?.timing) }
    var exclusiveRatio: Double? { ratio(to: exclusive?.timing) }

    /// The time the gates allow: the stricter one where exclusive locking has a gate as well.
    var gateNanoseconds: Double? {
        let limits =
            [limit(peer?.timing, metric.gate)]
            + [limit(exclusive?.timing, metric.exclusiveGate)]
        return limits.compactMap { $0 }.min()
    }

    enum Verdict: String {
        /// Within the time that the gates allow.
        case pass
        case fail = "FAIL"
        /// The check values differ: no figure counts.
        case disagree = "DISAGREE"
        /// There is nothing to compare, or no gate.
        case none = "-"
    }

    var verdict: Verdict {
        guard checksAgree else { return .disagree }
        guard let ours, let gateNanoseconds else { return .none }
        return ours.median <= gateNanoseconds ? .pass : .fail
    }

    private func ratio(to timing: Timing?) -> Double? {
        guard checksAgree, let ours, let timing else { return nil }
        return timing.median / ours.median
    }

    /// Gates of parity pass at 0.95: the device decides, and it is not that even.
    private func limit(_ timing: Timing?, _ gate: Double?) -> Double? {
        guard let timing, let gate else { return nil }
        return timing.median / (gate == 1 ? 0.95 : gate)
    }
}
