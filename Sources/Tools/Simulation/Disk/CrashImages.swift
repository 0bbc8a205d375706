import WCDBStorage

/// The disk as it would be after a crash at any call of a recorded run, without running again.
///
/// Calls are asked for in ascending order: what was durable is kept and grows, so one image costs
/// the operations that were pending, not the whole run.
///
/// **Users.** One thread.
///
/// **Always true.** `files` and `names` hold what a sync made durable; `pending` what none did, in
/// the order of the calls.
package struct CrashImages {
    private struct Pending {
        var operation: OperationTrace.Operation
        var inode: UInt64
        /// Operations behind a barrier have a higher epoch.
        var epoch: Int
    }

    private var trace: OperationTrace
    private var next = 0
    private var files: [UInt64: [UInt8]] = [:]
    private var names: [String: UInt64] = [:]
    private var pending: [Pending] = []
    private var pendingNames: [OperationTrace.Operation] = []
    private var epoch = 0
    private var nextInode: UInt64 = 1
    /// Each barrier: the file, and the epoch that it ended.
    private var barriers: [(inode: UInt64, epoch: Int)] = []

    package init(trace: OperationTrace, initial: DiskImage = DiskImage()) {
        self.trace = trace
        // The numbers that a file system gives to the files of an image.
        for name in initial.files.keys.sorted() {
            files[nextInode] = initial.files[name]
            names[name] = nextInode
            nextInode += 1
        }
    }

    /// The disk after a crash right before call `call` would have happened.
    package mutating func image(
        before call: Int, model: LossModel, random: inout SeededRandom
    ) -> DiskImage {
        while next < trace.operations.count, trace.operations[next].call < call {
            advance(trace.operations[next].operation)
            next += 1
        }
        var files = files
        for piece in survivors(model, random: &random) { CrashImages.apply(piece, to: &files) }
        var names = names
        for operation in survivingNames(model, random: &random) {
            CrashImages.apply(operation, to: &names)
        }
        var image = DiskImage()
        for (name, inode) in names { image.files[name] = files[inode] ?? [] }
        return image
    }

    /// The process dies right before call `call`; the machine goes on. Afterwards `follow` adds
    /// what the next process did.
    package mutating func crashProcess(before call: Int) -> ProcessCrash {
        var random = SeededRandom(seed: 0)
        let image = image(before: call, model: .processCrash, random: &random)
        var names = names
        for operation in pendingNames { CrashImages.apply(operation, to: &names) }
        return ProcessCrash(image: image, inodes: names, nextInode: nextInode)
    }

    /// The calls of the next process on the machine come after those so far.
    package mutating func follow(_ trace: OperationTrace) {
        self.trace = trace
        next = 0
    }

    // MARK: Following the run

    private mutating func advance(_ operation: OperationTrace.Operation) {
        switch operation {
        case .write(let inode, _, _), .setSize(let inode, _):
            pending.append(Pending(operation: operation, inode: inode, epoch: epoch))
        case .sync(let inode, let kind):
            // A barrier promises order, not durability.
            if kind == .barrier {
                barriers.append((inode, epoch))
                epoch += 1
            } else {
                settle(inode)
            }
        case .failSync(let inode):
            // What a barrier has passed on is no longer in the system's hands.
            let passed = barriers.filter { $0.inode == inode }.map(\.epoch).max() ?? -1
            pending.removeAll { $0.inode == inode && $0.epoch > passed }
        case .create(let inode, _):
            nextInode = max(nextInode, inode + 1)
            if files[inode] == nil { files[inode] = [] }
            pendingNames.append(operation)
        case .remove, .rename: pendingNames.append(operation)
        case .syncDirectory:
            for operation in pendingNames { CrashImages.apply(operation, to: &names) }
            pendingNames.removeAll()
        }
    }

    /// Everything of a file becomes durable, and what barriers put before it.
    private mutating func settle(_ inode: UInt64) {
        let last = pending.last { $0.inode == inode }?.epoch ?? -1
        let ordered = Set(barriers.filter { $0.epoch < last }.map(\.inode)).union([inode])
        var rest: [Pending] = []
        for item in pending {
            let isOrdered = barriers.contains {
                $0.inode == item.inode && $0.epoch >= item.epoch && $0.epoch < last
            }
            if item.inode == inode || (ordered.contains(item.inode) && isOrdered) {
                CrashImages.apply(item.operation, to: &files)
            } else {
                rest.append(item)
            }
        }
        pending = rest
        if pending.isEmpty { barriers.removeAll() }
    }

    // MARK: Choosing what survives

    /// The operations, or pieces of them, that a crash keeps.
    private func survivors(
        _ model: LossModel, random: inout SeededRandom
    ) -> [OperationTrace.Operation] {
        let count = pending.count
        var keeps: [Bool]
        switch model {
        case .processCrash, .everything: keeps = .init(repeating: true, count: count)
        case .nothing: keeps = .init(repeating: false, count: count)
        case .prefix:
            let length = random.below(count + 1)
            keeps = (0..<count).map { $0 < length }
        case .tornSector, .brokenSector:
            // What tears is mostly the write that was under way.
            let length = random.oneIn(2) ? count : random.below(count + 1)
            keeps = (0..<count).map { $0 < length }
        case .randomSubset, .sectors512, .sectors4096, .sizeWithoutData, .directory:
            keeps = (0..<count).map { _ in random.oneIn(2) }
        case .allButOne:
            let lost = random.below(max(1, count))
            keeps = (0..<count).map { $0 != lost }
        case .onlyOne:
            let kept = random.below(max(1, count))
            keeps = (0..<count).map { $0 == kept }
        case .epochs:
            let cut = random.below(epoch + 2)
            keeps = pending.map { $0.epoch < cut || ($0.epoch == cut && random.oneIn(2)) }
        }
        keepOrder(&keeps)
        return pieces(keeps, model, random: &random)
    }

    /// No write behind a barrier survives unless everything before it (of that file) does.
    private func keepOrder(_ keeps: inout [Bool]) {
        for barrier in barriers.reversed() {
            let isPassed = zip(pending, keeps).contains { $0.epoch > barrier.epoch && $1 }
            guard isPassed else { continue }
            for index in pending.indices
            where pending[index].inode == barrier.inode && pending[index].epoch <= barrier.epoch {
                keeps[index] = true
            }
        }
    }

    /// Whether an operation lies before a barrier that something kept has passed: then it is whole.
    private func isOrdered(_ index: Int, _ keeps: [Bool]) -> Bool {
        barriers.contains { barrier in
            pending[index].inode == barrier.inode && pending[index].epoch <= barrier.epoch
                && zip(pending, keeps).contains { $0.epoch > barrier.epoch && $1 }
        }
    }

    private func pieces(
        _ keeps: [Bool], _ model: LossModel, random: inout SeededRandom
    ) -> [OperationTrace.Operation] {
        var result: [OperationTrace.Operation] = []
        let last = keeps.lastIndex(of: true)
        for index in pending.indices where keeps[index] {
            let operation = pending[index].operation
            guard !isOrdered(index, keeps) else {
                result.append(operation)
                continue
            }
            switch model {
            case .sectors512: result += CrashImages.sectors(operation, 512, &random)
            case .sectors4096: result += CrashImages.sectors(operation, 4096, &random)
            case .tornSector where index == last:
                result += CrashImages.torn(operation, &random)
            case .brokenSector where index == last:
                result += CrashImages.broken(operation, &random)
            case .sizeWithoutData where random.oneIn(2):
                result += CrashImages.sizeOnly(operation)
            default: result.append(operation)
            }
        }
        return result
    }

    /// A write as those of its sectors that reached the disk.
    private static func sectors(
        _ operation: OperationTrace.Operation, _ sector: Int, _ random: inout SeededRandom
    ) -> [OperationTrace.Operation] {
        guard case .write(let inode, let offset, let bytes) = operation else { return [operation] }
        var result: [OperationTrace.Operation] = []
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, (offset + start) / sector * sector + sector - offset)
            if random.oneIn(2) {
                result.append(
                    .write(
                        inode: inode, offset: offset + start, bytes: Array(bytes[start..<end])))
            }
            start = end
        }
        return result
    }

    /// A write that stopped in its middle.
    private static func torn(
        _ operation: OperationTrace.Operation, _ random: inout SeededRandom
    ) -> [OperationTrace.Operation] {
        guard case .write(let inode, let offset, let bytes) = operation, !bytes.isEmpty else {
            return [operation]
        }
        // Headers of pages and frames, where most depends on a few bytes, get half of the tears.
        let length = random.below(random.oneIn(2) ? min(160, bytes.count) : bytes.count)
        return [.write(inode: inode, offset: offset, bytes: Array(bytes[..<length]))]
    }

    /// A write that stopped in a sector and left nothing of use there.
    private static func broken(
        _ operation: OperationTrace.Operation, _ random: inout SeededRandom
    ) -> [OperationTrace.Operation] {
        guard case .write(let inode, let offset, let bytes) = operation, !bytes.isEmpty else {
            return [operation]
        }
        let sector = (offset + random.below(bytes.count)) / 512 * 512
        let written = bytes[..<max(0, sector - offset)]
        let noise = (0..<512).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        return [
            .write(inode: inode, offset: offset, bytes: Array(written)),
            .write(inode: inode, offset: sector, bytes: noise),
        ]
    }

    /// The file grew, but the bytes did not come: zeros.
    private static func sizeOnly(
        _ operation: OperationTrace.Operation
    ) -> [OperationTrace.Operation] {
        guard case .write(let inode, let offset, let bytes) = operation, !bytes.isEmpty else {
            return [operation]
        }
        return [.write(inode: inode, offset: offset + bytes.count, bytes: [])]
    }

    private func survivingNames(
        _ model: LossModel, random: inout SeededRandom
    ) -> [OperationTrace.Operation] {
        switch model {
        case .processCrash, .everything: return pendingNames
        case .nothing: return []
        case .directory:
            // Independent entries may come in any order; those of one name keep theirs.
            let cut = random.below(pendingNames.count + 1)
            return Array(pendingNames[..<cut])
        default:
            return Array(pendingNames[..<random.below(pendingNames.count + 1)])
        }
    }

    // MARK: Applying

    private static func apply(
        _ operation: OperationTrace.Operation, to files: inout [UInt64: [UInt8]]
    ) {
        switch operation {
        case .write(let inode, let offset, let bytes):
            let end = offset + bytes.count
            let size = files[inode, default: []].count
            if size < end {
                files[inode, default: []].append(contentsOf: repeatElement(0, count: end - size))
            }
            files[inode, default: []].replaceSubrange(offset..<end, with: bytes)
        case .setSize(let inode, let size):
            let current = files[inode, default: []].count
            if current > size {
                files[inode, default: []].removeLast(current - size)
            } else {
                files[inode, default: []].append(
                    contentsOf: repeatElement(0, count: size - current))
            }
        case .sync, .failSync, .create, .remove, .rename, .syncDirectory: break
        }
    }

    private static func apply(
        _ operation: OperationTrace.Operation, to names: inout [String: UInt64]
    ) {
        switch operation {
        case .create(let inode, let name): names[name] = inode
        case .remove(let name): names[name] = nil
        case .rename(let source, let target):
            if let inode = names.removeValue(forKey: source) { names[target] = inode }
        case .write, .setSize, .sync, .failSync, .syncDirectory: break
        }
    }
}
