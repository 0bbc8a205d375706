import Foundation
import StorageSimulation

/// What a coverage-guided fuzzer calls: one input for the part that `WCDB_FUZZ_TARGET` names.
/// Built by `libfuzzer.sh` only, never by the package.
@_cdecl("LLVMFuzzerTestOneInput")
public func feedOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    do {
        _ = try Entry.fed.feed(input)
    } catch {
        // The fuzzer keeps the input of a process that dies.
        fatalError("\(error)")
    }
    return 0
}

/// Changes an input in place: mostly as the fuzzer would, sometimes to one that reaches far.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(
    _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ capacity: Int, _ seed: UInt32
) -> Int {
    guard seed % 16 == 0 else { return fuzzerMutate(bytes, count, capacity) }
    var random = SeededRandom(seed: UInt64(seed))
    let input = Entry.fed.makeInput(&random).prefix(capacity)
    return UnsafeMutableBufferPointer(start: bytes, count: capacity).update(fromContentsOf: input)
}

@_silgen_name("LLVMFuzzerMutate")
private func fuzzerMutate(
    _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ capacity: Int
) -> Int

private enum Entry {
    static let fed: any ByteFed = {
        let name = ProcessInfo.processInfo.environment["WCDB_FUZZ_TARGET"] ?? ""
        guard let fed = ByteFedCatalog.all.first(where: { $0.name == name }) else {
            fatalError("WCDB_FUZZ_TARGET is none of \(ByteFedCatalog.all.map(\.name))")
        }
        return fed
    }()
}
