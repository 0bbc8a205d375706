import Foundation

/// What the system says about this process's memory.
enum ProcessMemory {
    /// The most that was ever resident; nil where the system does not tell. Not `ru_maxrss`,
    /// which carries the parent's size over.
    static var peak: Int64? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else {
            return nil
        }
        for line in status.split(separator: "\n") where line.hasPrefix("VmHWM:") {
            let digits = line.filter(\.isNumber)
            return Int64(digits).map { $0 * 1024 }
        }
        return nil
    }
}
