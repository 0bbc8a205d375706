/// Header pages on their way to a file and from it.
extension DatabaseHeader {
    /// What a header page of a file says; nil if it is not there, or not whole.
    static func read(
        from file: any OpenFile, pageSize: Int, number: PageNumber
    ) throws(StorageError) -> DatabaseHeader? {
        try withZeroedBytes(pageSize) { (page) throws(StorageError) in
            let offset = number.offset(pageSize: pageSize)
            guard try FileTransfer.read(file, into: page, at: offset) == pageSize,
                let base = page.baseAddress
            else { return nil }
            return decode(base, pageSize: pageSize, number: number)
        }
    }

    /// Writes page 1 of a file, or its mirror.
    func write(to file: any OpenFile, as number: PageNumber) throws(StorageError) {
        try withZeroedBytes(pageSize) { (page) throws(StorageError) in
            guard let base = page.baseAddress else { return }
            encode(into: base, as: number)
            try FileTransfer.write(
                file, UnsafeRawBufferPointer(page), at: number.offset(pageSize: pageSize))
        }
    }
}
