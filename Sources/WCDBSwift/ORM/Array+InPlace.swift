extension Array {
    /// Each element where it lies: a loop over the array copies every one, and with it counts the
    /// references of all of its texts.
    @inline(__always)
    func forEachInPlace(_ body: (Element) throws -> Void) rethrows {
        try withUnsafeBufferPointer { buffer in
            guard let first = buffer.baseAddress else { return }
            for index in 0..<buffer.count { try body((first + index).pointee) }
        }
    }
}
