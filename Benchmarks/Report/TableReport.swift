/// The table that people read: one line for each metric, then SQLite's settings side by side.
struct TableReport {
    let results: [MetricResult]

    var text: String {
        var lines = ["Time in ns per row or operation, median (spread)."]
        lines += table(
            ["metric", "ours", "SQLite", "best setting", "ratio", "gate", "gate ns", "verdict"],
            results.map(mainRow))
        lines += ["", "SQLite in each setting, and what the ratio is against exclusive locking."]
        let names = PeerSetting.allCases.map(\.rawValue)
        lines += table(["metric"] + names + ["excl. ratio", "gate"], results.map(settingsRow))
        let recorded = results.filter { RecordedLibraries.byMetric[$0.metric.name] != nil }
        if !recorded.isEmpty {
            lines += ["", "The ratio to raw SQLite beside those that other libraries once had."]
            lines += table(
                ["metric", "ours", "GRDB", "SQLite.swift"], recorded.map(recordedRow))
        }
        let sizes = results.filter { $0.oursOutcome?.fileBytes ?? $0.peerOutcome?.fileBytes != nil }
        if !sizes.isEmpty {
            lines += ["", "Bytes when the clock stopped, and the most memory, in MB."]
            lines += table(
                [
                    "metric", "file ours", "SQLite", "log ours", "SQLite", "memory ours", "SQLite",
                ], sizes.map(sizeRow))
        }
        return lines.joined(separator: "\n")
    }

    private func mainRow(_ result: MetricResult) -> [String] {
        [
            result.metric.name, timing(result.ours), timing(result.peer?.timing),
            result.peer?.setting.rawValue ?? "-", ratio(result.ratio), ratio(result.metric.gate),
            number(result.gateNanoseconds), result.verdict.rawValue,
        ]
    }

    private func settingsRow(_ result: MetricResult) -> [String] {
        let columns = PeerSetting.allCases.map { setting in
            timing(result.settings.first { $0.setting == setting }?.timing)
        }
        return [result.metric.name] + columns
            + [ratio(result.exclusiveRatio), ratio(result.metric.exclusiveGate)]
    }

    private func recordedRow(_ result: MetricResult) -> [String] {
        let recorded = RecordedLibraries.byMetric[result.metric.name]
        return [
            result.metric.name, ratio(result.ratio), ratio(recorded?.grdbRatio),
            ratio(recorded?.sqliteSwiftRatio),
        ]
    }

    private func sizeRow(_ result: MetricResult) -> [String] {
        let (ours, peer) = (result.oursOutcome, result.peerOutcome)
        return [
            result.metric.name, megabytes(ours?.fileBytes), megabytes(peer?.fileBytes),
            megabytes(ours?.logBytes), megabytes(peer?.logBytes),
            megabytes(ours?.peakMemoryBytes), megabytes(peer?.peakMemoryBytes),
        ]
    }

    private func timing(_ timing: Timing?) -> String {
        guard let timing else { return "-" }
        return number(timing.median) + " (\(Int((timing.spread * 100).rounded())) %)"
    }

    /// Three digits are enough, and a decimal below a hundred.
    private func number(_ value: Double?) -> String {
        guard let value else { return "-" }
        if value >= 100 { return String(Int(value.rounded())) }
        return fixed(value, decimals: 1)
    }

    private func ratio(_ value: Double?) -> String {
        value.map { fixed($0, decimals: 2) + "×" } ?? "-"
    }

    private func megabytes(_ value: Int64?) -> String {
        value.map { fixed(Double($0) / 1e6, decimals: 1) } ?? "-"
    }

    private func fixed(_ value: Double, decimals: Int) -> String {
        let unit = decimals == 1 ? 10 : 100
        let scaled = Int((value * Double(unit)).rounded())
        let fraction = String(scaled % unit)
        return "\(scaled / unit)."
            + String(repeating: "0", count: decimals - fraction.count) + fraction
    }

    /// Names to the left, figures to the right.
    private func table(_ head: [String], _ rows: [[String]]) -> [String] {
        let widths = head.indices.map { column in
            ([head] + rows).map { $0[column].count }.max() ?? 0
        }
        func line(_ cells: [String]) -> String {
            cells.enumerated().map { column, cell in
                let padding = String(repeating: " ", count: widths[column] - cell.count)
                return column == 0 ? cell + padding : padding + cell
            }.joined(separator: "  ")
        }
        let rule = widths.map { String(repeating: "─", count: $0) }.joined(separator: "  ")
        return [line(head), rule] + rows.map(line)
    }
}
