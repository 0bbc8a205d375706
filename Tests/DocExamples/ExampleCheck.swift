import Foundation

/// A function with an example, and where that stands.
struct CheckedExample: Sendable {
    let path: String
    let line: UInt
    let body: @Sendable () async throws -> Void
}

/// How many statements gave something else than their comment says.
nonisolated(unsafe) private var failureCount = 0
/// Whether the one that is wrong on purpose was noticed.
nonisolated(unsafe) private var noticesMistakes = false

/// Compares what a statement of an example gives with what the comment behind it says. An
/// optional counts as the value in it.
func check<Value>(
    _ value: Value?, is expected: String, file: String = #filePath, line: UInt = #line
) {
    let text = value.map { String(describing: $0) } ?? "nil"
    if text != expected { complain("this gives: \(text)", file, line) }
}

private func complain(_ message: String, _ file: String, _ line: UInt) {
    if file.hasSuffix("/WrongExample.swift") {
        noticesMistakes = true
        return
    }
    print("\(file):\(line): error: \(message)")
    failureCount += 1
}

/// Runs each example that says what it gives, in a world of its own.
@main struct ExampleRun {
    static func main() async {
        for example in checkedExamples {
            ExampleWorld.begin()
            do {
                try await example.body()
            } catch {
                complain("this throws \(error)", example.path, example.line)
            }
        }
        ExampleWorld.begin()
        if !noticesMistakes { print("error: the wrong example was not noticed") }
        print("\(checkedExamples.count) examples ran, \(failureCount) of their lines are wrong")
        exit(failureCount == 0 && noticesMistakes ? 0 : 1)
    }
}
