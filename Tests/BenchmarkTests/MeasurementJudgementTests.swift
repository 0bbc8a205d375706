import Foundation
import Testing

@testable import wcdb_bench

@Suite struct `Judging measurements` {
    private func measured(
        ours: [Double], plain: [Double], exclusive: [Double] = [],
        checks: (UInt64, UInt64) = (1, 1),
        _ metric: Metric = Metric(name: "W1", gate: 2)
    ) -> MetricResult {
        func outcomes(_ values: [Double], _ check: UInt64) -> [Outcome] {
            values.map { Outcome([metric.name: $0], check: check) }
        }
        var measurements = Measurements(workload: BulkInsert())
        measurements.outcomes[.ours] = outcomes(ours, checks.0)
        measurements.outcomes[.peer(.plain)] = outcomes(plain, checks.1)
        measurements.outcomes[.peer(.cache)] = outcomes(plain.map { $0 * 2 }, checks.1)
        measurements.outcomes[.peer(.exclusive)] = outcomes(exclusive, checks.1)
        return measurements.result(metric)
    }

    @Test func `compares medians with the best setting`() {
        let result = measured(ours: [10, 90, 20], plain: [100, 60, 80])
        #expect(result.ratio == 4)
        #expect(result.peer?.setting == .plain)
        #expect(result.ours?.spread == 4)
    }

    @Test(arguments: [(24.0, "pass"), (40, "pass"), (41, "FAIL")])
    func `wants no more than the time that the gate allows`(ours: Double, verdict: String) {
        #expect(measured(ours: [ours], plain: [80]).verdict.rawValue == verdict)
    }

    @Test func `takes the stricter of two gates`() {
        let metric = Metric(name: "W2", gate: 5, exclusiveGate: 2)
        let result = measured(ours: [10], plain: [100], exclusive: [30], metric)
        #expect(result.gateNanoseconds == 15)
        #expect(result.exclusiveRatio == 3)
    }

    @Test func `forgives five percent at parity`() {
        let metric = Metric(name: "W15b", gate: 1)
        #expect(measured(ours: [105], plain: [100], metric).verdict == .pass)
        #expect(measured(ours: [106], plain: [100], metric).verdict == .fail)
    }

    @Test func `has no ratio when the results differ`() {
        let result = measured(ours: [10], plain: [100], checks: (1, 2))
        #expect(result.ratio == nil)
        #expect(result.verdict == .disagree)
    }

    @Test func `prints the ratios that other libraries once had`() {
        let result = measured(ours: [10], plain: [100], Metric(name: "O1-KV"))
        let lines = TableReport(results: [result]).text.split(separator: "\n")
        let head = lines.firstIndex { $0.contains("GRDB") && $0.contains("SQLite.swift") }
        let row = head.map { lines[($0 + 2)...] }?.first
        #expect(row?.hasPrefix("O1-KV") == true)
        #expect(row?.split(separator: " ").suffix(2) == ["0.19×", "0.12×"])
    }

    @Test func `writes what could not be measured as null`() throws {
        let bench = Workbench(directory: "/", scale: 1, cacheBytes: 1, sqlitePath: nil)
        let entry = JSONReport.Entry(
            result: measured(ours: [], plain: [100]), rounds: 1, bench: bench)
        let data = try JSONEncoder().encode(JSONReport(workloads: [entry]))
        let text = String(decoding: data, as: UTF8.self)
        #expect(text.hasPrefix("{\"workloads\":[{"))
        #expect(text.contains("\"ours_ns\":null"))
        #expect(text.contains("\"peer_ns\":100"))
        #expect(text.contains("\"exclusive_ratio\":null"))
    }

    @Test(arguments: [
        ("W1", ["W1"]), ("W4", ["W4a", "W4b", "W4c"]), ("w7a,W15", ["W7a", "W15"]),
        ("W13.readers", ["W13"]), ("W99", []),
    ])
    func `finds workloads by name`(filter: String, names: [String]) {
        #expect(WorkloadCatalog.matching(filter).map(\.name) == names)
    }

    @Test func `refuses arguments it does not know`() throws {
        #expect(try Options(["--rounds", "3"]).rounds == 3)
        #expect(throws: BenchmarkError.self) { try Options(["--rounds", "0"]) }
        #expect(throws: BenchmarkError.self) { try Options(["--scale"]) }
        #expect(throws: BenchmarkError.self) { try Options(["--fast"]) }
    }
}
