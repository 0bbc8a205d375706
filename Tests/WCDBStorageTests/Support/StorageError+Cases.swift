@testable import WCDBStorage

/// What an error says, for tests that expect one of its cases and look at what is in it: where
/// another case has come, `#require` shows it.
extension StorageError {
    /// What is damaged.
    var corruption: Corruption? {
        if case .corrupt(let corruption) = self { corruption } else { nil }
    }

    /// The call that failed.
    var failure: IOFailure? {
        if case .io(let failure) = self { failure } else { nil }
    }

    /// Why a log is missing that the file needs.
    var missingLog: (path: String, reason: String)? {
        if case .missingLog(let path, let reason) = self { (path, reason) } else { nil }
    }

    /// Why the log beside the file is not its own.
    var foreignLog: (path: String, reason: String)? {
        if case .foreignLog(let path, let reason) = self { (path, reason) } else { nil }
    }

    /// Whether a commit may or may not be there.
    var isOutcomeUnknown: Bool {
        if case .outcomeUnknown = self { true } else { false }
    }

    /// Whether only opening the file again helps.
    var isFailStopped: Bool {
        if case .failStopped = self { true } else { false }
    }
}
