import Foundation

/// How much memory of this process is resident, and how much was at most. Not `ru_maxrss`, which
/// carries the size of the parent over. Linux tells; elsewhere everything is nil.
///
/// **Users.** Any thread.
package struct ProcessMemory: Sendable {
    private let status: Int32
    private let reset: Int32

    package init() {
        status = open("/proc/self/status", O_RDONLY)
        reset = open("/proc/self/clear_refs", O_WRONLY)
    }

    /// The most that was resident since `restartPeak`.
    package var peak: Int? { value(of: "VmHWM:") }

    /// Lets the peak begin anew; returns what is resident now.
    package func restartPeak() -> Int? {
        guard status >= 0, reset >= 0, pwrite(reset, "5", 1, 0) == 1 else { return nil }
        return peak
    }

    private func value(of field: String) -> Int? {
        guard status >= 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 2048)
        let count = pread(status, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        let text = String(decoding: bytes[..<count], as: UTF8.self)
        for line in text.split(separator: "\n") where line.hasPrefix(field) {
            return Int(line.filter(\.isNumber)).map { $0 * 1024 }
        }
        return nil
    }
}
