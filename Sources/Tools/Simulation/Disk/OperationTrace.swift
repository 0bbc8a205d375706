package import WCDBStorage

/// What was done to a simulated disk, in order: enough to make the disk as it would be after a
/// crash at any call.
package struct OperationTrace: Sendable {
    package enum Operation: Sendable {
        case write(inode: UInt64, offset: Int, bytes: [UInt8])
        case setSize(inode: UInt64, size: Int)
        case sync(inode: UInt64, kind: SyncKind)
        /// What was written since the last barrier never reaches the disk, whatever is synced
        /// later: the system calls it clean, or has forgotten it.
        case failSync(inode: UInt64)
        case create(inode: UInt64, name: String)
        case remove(name: String)
        case rename(source: String, target: String)
        case syncDirectory
    }

    /// The operations that change something, each with the number of its call.
    package internal(set) var operations: [(call: Int, operation: Operation)] = []
    /// All calls, reads included.
    package internal(set) var callCount = 0

    package init() {}

    /// The calls that wrote to the file that has a name in the end.
    func writes(to name: String) -> Set<Int> {
        var inodes: [String: UInt64] = [:]
        for (_, operation) in operations {
            switch operation {
            case .create(let inode, let name): inodes[name] = inode
            case .rename(let source, let target): inodes[target] = inodes[source]
            default: break
            }
        }
        var calls: Set<Int> = []
        for (call, operation) in operations {
            if case .write(let inode, _, _) = operation, inode == inodes[name] {
                calls.insert(call)
            }
        }
        return calls
    }
}

/// The files of a disk: what is there when the machine starts again.
package struct DiskImage: Equatable, Sendable {
    package var files: [String: [UInt8]]

    package init(files: [String: [UInt8]] = [:]) { self.files = files }
}

/// What a process leaves to the next one on the same machine.
package struct ProcessCrash: Sendable {
    package var image: DiskImage
    /// The numbers of the files, as the disk knows them.
    package var inodes: [String: UInt64]
    /// No file has had this number or a higher one.
    package var nextInode: UInt64
}

/// What a crash keeps of the operations that no sync has made durable.
package enum LossModel: Int, CaseIterable, Sendable {
    /// The machine goes on; only the process dies.
    case processCrash = 0
    case nothing
    case everything
    case prefix
    case randomSubset
    case allButOne
    case onlyOne
    case sectors512
    case sectors4096
    case tornSector
    /// The sector that was being written holds neither what was there nor what was to be there.
    case brokenSector
    case sizeWithoutData
    case directory
    case epochs

    /// What may be lost at a level of durability: only EXTRA goes on without whole sectors.
    package static func possible(at level: SyncLevel) -> [LossModel] {
        allCases.filter { $0 != .brokenSector || level == .extra }
    }
}
