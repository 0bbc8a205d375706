import Foundation

/// The report that programs read: `{"workloads":[{"name":…,"ours_ns":…,"peer_ns":…,"ratio":…}]}`.
/// A figure that could not be measured is null, never missing.
struct JSONReport: Encodable {
    var workloads: [Entry]

    struct Entry: Encodable {
        let result: MetricResult
        let rounds: Int
        let bench: Workbench

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(result.metric.name, forKey: .name)
            try container.encode(result.question, forKey: .question)
            try container.encode(result.ours?.median, forKey: .oursNs)
            try container.encode(result.peer?.timing.median, forKey: .peerNs)
            try container.encode(result.ratio, forKey: .ratio)
            try container.encode(result.exclusive?.timing.median, forKey: .exclusiveNs)
            try container.encode(result.exclusiveRatio, forKey: .exclusiveRatio)
            try container.encode(result.metric.gate, forKey: .gate)
            try container.encode(result.metric.exclusiveGate, forKey: .exclusiveGate)
            try container.encode(result.gateNanoseconds, forKey: .gateNs)
            try container.encode(result.verdict.rawValue, forKey: .verdict)
            try container.encode(result.checksAgree, forKey: .checksAgree)
            try container.encode(result.ours?.spread, forKey: .oursSpread)
            try container.encode(result.peer?.timing.spread, forKey: .peerSpread)
            try container.encode(result.peer?.setting.rawValue, forKey: .peerSetting)
            try container.encode(settings, forKey: .settingsNs)
            try encodeSizes(into: &container)
            try container.encode(rounds, forKey: .rounds)
            try container.encode(bench.scale, forKey: .scale)
            try container.encode(bench.cacheBytes, forKey: .cacheBytes)
        }

        private func encodeSizes(into container: inout KeyedEncodingContainer<Key>) throws {
            try container.encode(result.oursOutcome?.fileBytes, forKey: .oursFileBytes)
            try container.encode(result.peerOutcome?.fileBytes, forKey: .peerFileBytes)
            try container.encode(result.oursOutcome?.logBytes, forKey: .oursLogBytes)
            try container.encode(result.peerOutcome?.logBytes, forKey: .peerLogBytes)
            try container.encode(result.oursOutcome?.peakMemoryBytes, forKey: .oursMemoryBytes)
            try container.encode(result.peerOutcome?.peakMemoryBytes, forKey: .peerMemoryBytes)
        }

        private var settings: [String: Double] {
            Dictionary(
                uniqueKeysWithValues: result.settings.map {
                    ($0.setting.rawValue, $0.timing.median)
                })
        }

        private enum Key: String, CodingKey {
            case name, question, ratio, gate, verdict, rounds, scale
            case oursNs = "ours_ns"
            case peerNs = "peer_ns"
            case exclusiveNs = "exclusive_ns"
            case exclusiveRatio = "exclusive_ratio"
            case exclusiveGate = "exclusive_gate"
            case gateNs = "gate_ns"
            case checksAgree = "checks_agree"
            case oursSpread = "ours_spread"
            case peerSpread = "peer_spread"
            case peerSetting = "peer_setting"
            case settingsNs = "settings_ns"
            case oursFileBytes = "ours_file_bytes"
            case peerFileBytes = "peer_file_bytes"
            case oursLogBytes = "ours_log_bytes"
            case peerLogBytes = "peer_log_bytes"
            case oursMemoryBytes = "ours_memory_bytes"
            case peerMemoryBytes = "peer_memory_bytes"
            case cacheBytes = "cache_bytes"
        }
    }

    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try encoder.encode(self).write(to: URL(fileURLWithPath: path))
    }
}
