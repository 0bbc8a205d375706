import Foundation

/// What the program does with its arguments. Exit codes: 0 measured, 1 something failed or the
/// check values disagree, 2 wrong arguments. Slowness is not a failure: the table judges it.
enum Command {
    static func run(_ arguments: [String]) -> Int32 {
        if arguments.first == BuilderBenchmark.name {
            return BuilderBenchmark.run(Array(arguments.dropFirst()))
        }
        let options: Options
        do {
            options = try Options(arguments)
        } catch {
            warn("\(error)\n\n\(Options.help)")
            return 2
        }
        let workloads = WorkloadCatalog.matching(options.filter)
        if options.isHelp {
            print(Options.help)
        } else if options.isList {
            list(workloads)
        } else if workloads.isEmpty {
            warn("no workload is called \(options.filter ?? "so"); --list shows them")
            return 2
        } else {
            return reportingErrors {
                guard let job = options.job else { return try measure(workloads, options) }
                return try perform(job)
            }
        }
        return 0
    }

    private static func reportingErrors(_ body: () throws -> Int32) -> Int32 {
        do {
            return try body()
        } catch {
            warn("\(error)")
            return 1
        }
    }

    private static func list(_ workloads: [any Workload]) {
        for workload in workloads {
            let metrics = workload.metrics.map { metric in
                guard let gate = metric.gate else { return "\(metric.name)" }
                let exclusive = metric.exclusiveGate.map { ", \($0)× exclusive" } ?? ""
                return "\(metric.name) (\(gate)×\(exclusive))"
            }
            print("\(workload.question)\n    \(metrics.joined(separator: ", "))")
        }
    }

    /// In a child process: does the job and prints its outcome for the parent.
    private static func perform(_ text: String) throws -> Int32 {
        let job = try JSONDecoder().decode(Job.self, from: Data(text.utf8))
        if let outcome = try job.perform() {
            try FileHandle.standardOutput.write(contentsOf: JSONEncoder().encode(outcome))
        }
        return 0
    }

    private static func measure(_ workloads: [any Workload], _ options: Options) throws -> Int32 {
        let library = try SQLiteLibrary.load(path: options.sqlitePath)
        introduce(library)

        let (directory, isTemporary) = try workDirectory(options)
        defer { if isTemporary { try? FileManager.default.removeItem(atPath: directory) } }
        let bench = Workbench(
            directory: directory, scale: options.scale, cacheBytes: options.cacheBytes,
            sqlitePath: options.sqlitePath)
        let runner = Runner(
            bench: bench, rounds: options.rounds, hasPeer: library != nil, note: warn)
        let measurements = workloads.map(runner.run)
        let results = measurements.flatMap { measured in
            measured.workload.metrics.map(measured.result)
        }
        print(TableReport(results: results).text)
        if let path = options.jsonPath {
            let entries = results.map {
                JSONReport.Entry(result: $0, rounds: options.rounds, bench: bench)
            }
            try JSONReport(workloads: entries).write(to: path)
        }
        return complain(measurements)
    }

    private static func introduce(_ library: SQLiteLibrary?) {
        if let library {
            let version = library.version().map { String(cString: $0) } ?? "of unknown version"
            print("SQLite \(version)")
        } else {
            print("SQLite cannot be loaded: our figures only.")
        }
    }

    /// Prints what went wrong; returns the exit code.
    private static func complain(_ measurements: [Measurements]) -> Int32 {
        var code: Int32 = 0
        for measured in measurements {
            for failure in Set(measured.failures).sorted() {
                warn("\(measured.workload.name) failed: \(failure)")
                code = 1
            }
            if !measured.checksAgree {
                warn("\(measured.workload.name): the check values disagree, no ratio counts")
                code = 1
            }
        }
        return code
    }

    private static func workDirectory(_ options: Options) throws -> (String, isTemporary: Bool) {
        let path =
            options.directory
            ?? FileManager.default.temporaryDirectory
            .appendingPathComponent("wcdb-bench-\(ProcessInfo.processInfo.processIdentifier)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return (path, options.directory == nil)
    }

    private static func warn(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
    }
}
