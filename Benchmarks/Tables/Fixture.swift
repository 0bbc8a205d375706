import Foundation

/// A database that several workloads start from. It is built once a run and side, in one
/// transaction, checkpointed and closed, so that it is one file.
enum Fixture: Sendable {
    /// Two million rows of `TableT`.
    case t2m
    /// A million rows of `TableP`.
    case p

    var name: String {
        switch self {
        case .t2m: "T2M"
        case .p: "P"
        }
    }

    func rowCount(_ bench: Workbench) -> Int {
        switch self {
        case .t2m: bench.scaled(2_000_000)
        case .p: TableP.rowCount(bench)
        }
    }

    func build(_ bench: Workbench, _ side: Side) throws {
        let path = bench.fixturePath(self, side)
        guard !FileManager.default.fileExists(atPath: path) else { return }
        switch side {
        case .ours: try buildOurs(bench, path)
        case .peer: try buildPeer(bench, path)
        }
    }

    private func buildPeer(_ bench: Workbench, _ path: String) throws {
        let connection = try SQLiteConnection(bench, path: path, setting: .plain)
        switch self {
        case .t2m:
            try TableT.createPeer(connection)
            try TableT.fillPeer(connection, count: rowCount(bench), BenchmarkData())
        case .p:
            try TableP.fillPeer(connection, count: rowCount(bench), BenchmarkData())
        }
        try connection.checkpoint()
    }

    private func buildOurs(_ bench: Workbench, _ path: String) throws {
        let store = try OurStore(bench, path: path)
        switch self {
        case .t2m:
            try store.createTree()
            try TableT.fillOurs(store, count: rowCount(bench), BenchmarkData())
        case .p:
            try TableP.fillOurs(store, count: rowCount(bench), BenchmarkData())
        }
        try store.checkpoint()
        try store.close()
    }
}
