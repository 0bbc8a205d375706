/// Who a log belongs to and which of its lives it is in.
struct LogGeneration: Equatable, Sendable {
    var fileID: FileID
    var pageSize: Int
    /// One more at each reset. Never used again for a file.
    var number: UInt64
    var saltLow: UInt64
    var saltHigh: UInt64
    /// Everything up to this LSN is in the main file.
    var baseLSN: LSN
    var version = LogFormat.version
    var features: UInt32 = 0

    /// What this build does not know of the log, if anything.
    var unknown: String? {
        if version != LogFormat.version { return "log format \(version)" }
        return features == 0 ? nil : "log features 0x\(String(features, radix: 16))"
    }

    /// The slot's place in the log file.
    var slotOffset: Int64 { Int64(number & 1) * Int64(LogFormat.slotSize) }

    /// Writes the slot; returns its checksum, with which the chain of the generation begins.
    @discardableResult
    func encode(into slot: UnsafeMutableRawPointer) -> UInt64 {
        slot.initializeMemory(as: UInt8.self, repeating: 0, count: LogFormat.slotSize)
        func store<T: FixedWidthInteger>(_ value: T, _ offset: Int) {
            slot.storeBytes(of: value.littleEndian, toByteOffset: offset, as: T.self)
        }
        store(LogFormat.magic, LogFormat.Slot.magic)
        store(version, LogFormat.Slot.version)
        store(features, LogFormat.Slot.features)
        store(UInt32(pageSize), LogFormat.Slot.pageSize)
        store(fileID.low, LogFormat.Slot.fileID)
        store(fileID.high, LogFormat.Slot.fileID + 8)
        store(number, LogFormat.Slot.generation)
        store(saltLow, LogFormat.Slot.saltLow)
        store(saltHigh, LogFormat.Slot.saltHigh)
        store(baseLSN, LogFormat.Slot.baseLSN)
        let checksum = LogGeneration.checksum(of: slot)
        store(checksum, LogFormat.Slot.checksum)
        return checksum
    }

    static func checksum(of slot: UnsafeRawPointer) -> UInt64 {
        Checksum.sum(slot, count: LogFormat.Slot.checksum, seed: LogFormat.magic)
    }

    /// The generation that a slot describes, with its checksum, if the slot is whole.
    static func decode(_ slot: UnsafeRawPointer, expectedParity: UInt64)
        -> (generation: LogGeneration, checksum: UInt64)?
    {
        func load<T: FixedWidthInteger>(_ offset: Int, as type: T.Type) -> T {
            T(littleEndian: slot.loadUnaligned(fromByteOffset: offset, as: type))
        }
        let checksum = load(LogFormat.Slot.checksum, as: UInt64.self)
        guard load(LogFormat.Slot.magic, as: UInt64.self) == LogFormat.magic,
            checksum == LogGeneration.checksum(of: slot)
        else { return nil }
        let generation = LogGeneration(
            fileID: FileID(
                high: load(LogFormat.Slot.fileID + 8, as: UInt64.self),
                low: load(LogFormat.Slot.fileID, as: UInt64.self)),
            pageSize: Int(load(LogFormat.Slot.pageSize, as: UInt32.self)),
            number: load(LogFormat.Slot.generation, as: UInt64.self),
            saltLow: load(LogFormat.Slot.saltLow, as: UInt64.self),
            saltHigh: load(LogFormat.Slot.saltHigh, as: UInt64.self),
            baseLSN: load(LogFormat.Slot.baseLSN, as: UInt64.self),
            version: load(LogFormat.Slot.version, as: UInt32.self),
            features: load(LogFormat.Slot.features, as: UInt32.self))
        guard generation.number & 1 == expectedParity,
            generation.number <= DatabaseHeader.largestCount,
            generation.baseLSN <= DatabaseHeader.largestCount
        else { return nil }
        return (generation, checksum)
    }

    /// The seed of a commit record's self-check: a record proves itself without its chain.
    func selfCheckSeed(at offset: Int64) -> UInt64 {
        Checksum.absorb(
            Checksum.absorb(Checksum.absorb(saltLow, saltHigh), number),
            UInt64(bitPattern: offset))
    }
}
