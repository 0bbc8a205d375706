import Foundation

/// The checked-out repository, as the tidy tests read it: found from the place of this file.
enum Repository {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Every Swift file of the package, with comments and strings told apart from code.
    static let sources: [SwiftSource] = {
        let paths = ["Package.swift"] + ["Sources", "Tests", "Benchmarks"].flatMap(files)
        return paths.filter { $0.hasSuffix(".swift") }.compactMap { path in
            text(of: path).map { SwiftSource(path: path, text: $0) }
        }
    }()

    /// Every document: the papers of the house, the specification, and notes beside the code.
    static let documents: [Document] = {
        let top = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
        let nested = ["Sources", "Tests", "Benchmarks", "Spec"].flatMap(files)
        return (top.sorted() + nested).filter { $0.hasSuffix(".md") }.compactMap { path in
            text(of: path).map { Document(path: path, text: $0) }
        }
    }()

    static func text(of path: String) -> String? {
        try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
    }

    /// The paths of all files below `folder`, relative to the root, in a stable order.
    static func files(in folder: String) -> [String] {
        let base = root.appendingPathComponent(folder).path
        return (FileManager.default.enumerator(atPath: base)?.allObjects ?? [])
            .compactMap { $0 as? String }.sorted().map { folder + "/" + $0 }
    }
}
