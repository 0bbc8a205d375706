/// Repairs the checksum of a page in the bytes of a main file: for fuzzing what lies behind it.
package enum PageSeal {
    /// Requires: `bytes` is a whole main file, and `page` (counted from 0) is one of its pages
    /// behind the two header pages.
    package static func reseal(_ bytes: inout [UInt8], page: Int, pageSize: Int) {
        bytes.withUnsafeMutableBytes { buffer in
            guard let base = buffer.baseAddress, (page + 1) * pageSize <= buffer.count,
                let header = DatabaseHeader.decode(
                    base, pageSize: pageSize, number: DatabaseHeader.pageNumber)
            else { return }
            let target = base + page * pageSize
            withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Checksum.segmentCount) {
                guard let sums = $0.baseAddress else { return }
                let sum = Checksum.page(
                    target, pageSize: pageSize, seed: header.fileID.pageSeed, sums: sums)
                for index in 0..<8 { target.storeByte(UInt8(sum >> (8 * index) & 0xFF), index) }
            }
        }
    }
}

extension UnsafeMutableRawPointer {
    fileprivate func storeByte(_ byte: UInt8, _ offset: Int) {
        UnsafeMutableRawBufferPointer(start: self, count: offset + 1)[offset] = byte
    }
}
