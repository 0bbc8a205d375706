/// The layout of the write-ahead log. Spec/wal.md tells what the parts are for.
///
/// Two header slots of 4 KiB, used in turn by the parity of the generation; frames from 8 KiB on,
/// each a multiple of eight bytes long. The numbers in memory are offsets from the frame's start:
///
///      0        4      5       6       8      12     16    24          32
///     ┌────────┬──────┬───────┬───────┬──────┬──────┬─────┬──────────┬─────────
///     │ length │ kind │ flags │ count │ page │ back │ LSN │ checksum │ payload
///     └────────┴──────┴───────┴───────┴──────┴──────┴─────┴──────────┴─────────
package enum LogFormat {
    package static let magic: UInt64 = 0x0A1A_0A0D_4757_4C8A
    package static let version: UInt32 = 2
    package static let slotSize = 4096
    package static let firstFrame: Int64 = 8192

    /// Whether a sector may be one of a slot that was being written over zeros: the first one
    /// begins as the slot does, the last one ends with the checksum, and nothing is between them.
    static func maySlotSector(_ sector: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        let place = offset % slotSize
        guard place == 0 else {
            return sector.prefix(Slot.checksum - place).allSatisfy { $0 == 0 }
        }
        return withUnsafeBytes(of: magic.littleEndian) { magic in
            zip(sector, magic).allSatisfy { $0 == 0 || $0 == $1 }
        }
    }

    package enum Slot {
        package static let magic = 0
        package static let version = 8
        package static let features = 12
        package static let pageSize = 16
        package static let fileID = 24
        package static let generation = 40
        package static let saltLow = 48
        package static let saltHigh = 56
        package static let baseLSN = 64
        package static let keyBlock = 72
        package static let checksum = 4088
    }

    package enum Frame {
        package static let length = 0
        package static let kind = 4
        package static let flags = 5
        package static let count = 6
        package static let page = 8
        package static let back = 12
        package static let lsn = 16
        package static let checksum = 24
        package static let payload = 32
    }

    package enum Commit {
        package static let pageCount = 32
        package static let freeCount = 36
        package static let schemaCookie = 40
        package static let userVersion = 44
        package static let applicationID = 48
        package static let nextTreeID = 52
        package static let autoVacuum = 56
        package static let frameCount = 60
        package static let changeCounter = 64
        package static let byteCount = 72
        package static let syncedLSN = 80
        package static let syncLevel = 88
        package static let countedTrees = 96
        package static let countChanges = 112
        package static let chainBefore = 144
        package static let selfCheck = 152
        package static let length = 160
    }

    package enum Kind: UInt8, Sendable {
        /// The bytes of a page, with its widest gap of zeros left out.
        case image = 1
        /// Ranges of bytes to be laid over the page's previous version: the one in the log that
        /// lies `back` before it, or, when that is 0, the one in the main file.
        case delta = 2
        /// The end of a transaction: everything since the one before counts now.
        case commit = 3
        /// Nothing; fills a sector.
        case pad = 4
        /// Pages that were written straight to the main file, by their checksums.
        case direct = 5
        /// Reserved for transactions over two files.
        case prepare = 6
        case decide = 7
    }

    package enum Flags {
        /// A commit record that belongs to a checkpoint: it repeats the LSN before it.
        package static let maintenance: UInt8 = 1
    }

    /// Deltas of one page since its last image; more, and the next frame is an image.
    package static let maxDeltas = 32
}
