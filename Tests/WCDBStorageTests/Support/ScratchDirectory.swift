import Foundation

/// A directory of its own for one test; gone with the object.
final class ScratchDirectory: Sendable {
    let name: String
    private let url: URL

    init() throws {
        name = "storage-tests-" + UUID().uuidString
        url = FileManager.default.temporaryDirectory.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ component: String) -> String { url.path + "/" + component }
}
