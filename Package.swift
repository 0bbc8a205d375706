// swift-tools-version: 6.2
import PackageDescription

/// Settings of all targets but those that compile what a client of the library writes.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "wcdb-swift",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .executable(name: "wcdb", targets: ["wcdb"]),
        .library(name: "WCDBSwift", targets: ["WCDBSwift"]),
        .executable(name: "wcdb-demo", targets: ["wcdb-demo"]),
        .executable(name: "wcdb-fuzz", targets: ["wcdb-fuzz"]),
        .executable(name: "wcdb-bench", targets: ["wcdb-bench"]),
    ],
    targets: [
        .target(name: "WCDBStorage", swiftSettings: settings),
        .target(name: "WCDBSQL", swiftSettings: settings),
        .target(
            name: "WCDBSwift", dependencies: ["WCDBEngine", "WCDBSQL", "WCDBStorage"],
            swiftSettings: settings),
        .target(
            name: "WCDBEngine", dependencies: ["WCDBStorage", "WCDBSQL"], swiftSettings: settings),
        .target(
            name: "StorageSimulation", dependencies: ["WCDBStorage"],
            path: "Sources/Tools/Simulation", swiftSettings: settings),
        .target(
            name: "SQLSimulation",
            dependencies: ["WCDBStorage", "WCDBSQL", "WCDBEngine", "StorageSimulation"],
            path: "Sources/Tools/SQLSimulation", swiftSettings: settings),
        .target(
            name: "ObjectSimulation", dependencies: ["WCDBSwift", "StorageSimulation"],
            path: "Sources/Tools/ObjectSimulation", swiftSettings: settings),
        .executableTarget(
            name: "wcdb-demo", dependencies: ["WCDBSwift"],
            path: "Sources/Tools/Demo", swiftSettings: settings),
        .executableTarget(
            name: "wcdb-fuzz",
            dependencies: [
                "WCDBStorage", "StorageSimulation", "WCDBSQL", "SQLSimulation", "WCDBEngine",
                "ObjectSimulation",
            ],
            path: "Sources/Tools/Fuzz", swiftSettings: settings),
        .executableTarget(
            name: "wcdb", dependencies: ["WCDBEngine", "WCDBSQL", "WCDBStorage"],
            path: "Sources/Tools/Shell", swiftSettings: settings),
        .executableTarget(
            name: "wcdb-bench",
            dependencies: ["WCDBStorage", "WCDBEngine", "WCDBSwift", "StorageSimulation"],
            path: "Benchmarks", exclude: ["ANCHORS.md"], swiftSettings: settings),
        .testTarget(
            name: "WCDBStorageTests", dependencies: ["WCDBStorage", "StorageSimulation"],
            swiftSettings: settings),
        .testTarget(
            name: "WCDBEngineTests",
            dependencies: ["WCDBEngine", "WCDBSQL", "WCDBStorage", "StorageSimulation"],
            swiftSettings: settings),
        .testTarget(
            name: "WCDBSQLTests",
            dependencies: ["WCDBSQL", "WCDBStorage", "SQLSimulation", "StorageSimulation"],
            swiftSettings: settings),
        .testTarget(
            name: "ShellTests", dependencies: ["wcdb", "WCDBEngine"], swiftSettings: settings),
        .testTarget(
            name: "WCDBSwiftTests",
            dependencies: [
                "WCDBSwift", "WCDBEngine", "WCDBSQL", "WCDBStorage", "StorageSimulation",
                "ObjectSimulation",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "WINQSwift5Tests", dependencies: ["WCDBSwift"],
            swiftSettings: [.swiftLanguageMode(.v5)]),
        .testTarget(
            name: "WINQMainActorTests", dependencies: ["WCDBSwift"],
            swiftSettings: [.defaultIsolation(MainActor.self)]),
        .testTarget(
            name: "BenchmarkTests", dependencies: ["StorageSimulation", "wcdb-bench"],
            swiftSettings: settings),
        .testTarget(
            name: "FuzzTests", dependencies: ["wcdb-fuzz", "WCDBEngine"], swiftSettings: settings),
        .testTarget(
            name: "SpecTests",
            dependencies: ["WCDBSwift", "WCDBEngine", "WCDBStorage", "WCDBSQL", "SQLSimulation"],
            swiftSettings: settings),
        .testTarget(name: "TidyTests", swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
