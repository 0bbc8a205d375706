/// The arguments of the benchmark.
struct Options {
    var isList = false
    var isHelp = false
    var filter: String?
    var rounds = 5
    var scale = 1.0
    var cacheBytes = 256 << 20
    var sqlitePath: String?
    var jsonPath: String?
    var directory: String?
    /// Set in child processes only.
    var job: String?

    static let help = """
        wcdb-bench measures our engine and SQLite in turn, each measurement in its own process.

          --list            the workloads and their gates
          --filter A,B      only these: W4 selects W4a, W4b, W4c
          --rounds N        measurements of each side (5)
          --scale X         multiplies row counts (1)
          --cache MIB       page cache on both sides (256)
          --sqlite PATH     the SQLite library (the system's)
          --json FILE       writes the results for programs
          --directory DIR   where the databases lie (a temporary directory)

        wcdb-bench winq.build [COUNT] times the query builder alone.
        """

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        func value<Value>(_ name: String, _ convert: (String) -> Value?) throws -> Value {
            guard let text = rest.popFirst() else { throw BenchmarkError("\(name) needs a value") }
            guard let value = convert(text) else {
                throw BenchmarkError("\(name) cannot be \(text)")
            }
            return value
        }
        while let name = rest.popFirst() {
            switch name {
            case "--list": isList = true
            case "--help", "-h": isHelp = true
            case "--filter": filter = try value(name) { $0 }
            case "--rounds": rounds = try value(name) { Int($0).flatMap { $0 > 0 ? $0 : nil } }
            case "--scale": scale = try value(name) { Double($0).flatMap { $0 > 0 ? $0 : nil } }
            case "--cache": cacheBytes = try value(name) { Int($0).flatMap(Options.mebibytes) }
            case "--sqlite": sqlitePath = try value(name) { $0 }
            case "--json": jsonPath = try value(name) { $0 }
            case "--directory": directory = try value(name) { $0 }
            case "--job": job = try value(name) { $0 }
            default: throw BenchmarkError("there is no option \(name)")
            }
        }
    }

    private static func mebibytes(_ count: Int) -> Int? {
        (1...65_536).contains(count) ? count << 20 : nil
    }
}
