import Synchronization
import WCDBSwift

/// What a database reports while it is watched, as text.
final class Notices: Sendable {
    private let found = Mutex<[String]>([])
    private let path: String

    var all: [String] { found.withLock { $0 } }

    init(_ database: Database) {
        path = database.path
        database.traceError { [self] error in
            let place = [error.extInfos["Table"], error.extInfos["Column"]]
                .compactMap { $0?.stringValue }.joined(separator: ".")
            found.withLock { $0.append("\(error.message ?? ""): \(place)") }
        }
    }
}
