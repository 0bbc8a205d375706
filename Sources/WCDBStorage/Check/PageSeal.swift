/// Repairs the checksum of a page in the bytes of a main file: for fuzzing what lies behind it.
package enum PageSeal {
    /// Requires: `bytes` is a whole main file, and `page` (counted from 0) is one of its pages.
    package static func reseal(_ bytes: inout [UInt8], page: Int, pageSize: Int) {
        bytes.withUnsafeMutableBytes { buffer in
            guard let base = buffer.baseAddress, (page + 1) * pageSize <= buffer.count else {
                return
            }
            let target = base + page * pageSize
            if page < 2 { return resealHeader(target, pageSize: pageSize) }
            guard
                let header = DatabaseHeader.decode(
                    base, pageSize: pageSize, number: DatabaseHeader.pageNumber)
            else { return }
            withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Checksum.segmentCount) {
                guard let sums = $0.baseAddress else { return }
                let sum = Checksum.page(
                    target, pageSize: pageSize, seed: header.fileID.pageSeed, sums: sums)
                target.storeInteger(sum, at: 0)
            }
        }
    }

    /// A header page says itself which file it belongs to.
    private static func resealHeader(_ page: UnsafeMutableRawPointer, pageSize: Int) {
        let bytes = UnsafeRawBufferPointer(start: page, count: pageSize)
        let fileID = FileID(
            high: bytes.integer(at: DatabaseHeader.Offset.fileID + 8),
            low: bytes.integer(at: DatabaseHeader.Offset.fileID))
        let sum = DatabaseHeader.checksum(of: page, pageSize: pageSize, fileID: fileID)
        page.storeInteger(sum, at: DatabaseHeader.Offset.pageHeader + PageHeader.checksum)
    }
}

extension UnsafeMutableRawPointer {
    fileprivate func storeInteger(_ value: UInt64, at offset: Int) {
        let bytes = UnsafeMutableRawBufferPointer(start: self, count: offset + 8)
        for index in 0..<8 { bytes[offset + index] = UInt8(value >> (8 * index) & 0xFF) }
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func integer(at offset: Int) -> UInt64 {
        (0..<8).reduce(0) { $0 | UInt64(self[offset + $1]) << (8 * $1) }
    }
}
