/// Memory that is all zero, for as long as `body` runs: pages and slots on their way to a file or
/// from it. It comes from the system each time, so this is not for hot paths.
func withZeroedBytes<Outcome>(
    _ count: Int, _ body: (UnsafeMutableRawBufferPointer) throws(StorageError) -> Outcome
) throws(StorageError) -> Outcome {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    defer { bytes.deallocate() }
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
    return try body(bytes)
}
