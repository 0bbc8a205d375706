package import WCDBStorage

/// How much memory a sorter, row store or index may take, and where the rest goes.
///
/// **Users.** One value for each connection; structures copy it. `codec` is that of the database,
/// so that nothing of an encrypted database ever lies on the disk in clear.
package struct ScratchSpace: Sendable {
    /// What one structure may keep in memory, in bytes; roughly, and never less than a few blocks.
    /// Keys that are looked for may take `keyBudget`.
    package var budget: Int
    let fileSystem: any FileSystem
    /// Scratch files are made beside this path and have no name.
    let path: String
    let codec: (any PageCodec)?
    /// Keeps whoever chooses the keys from choosing which of them collide in a hash index.
    let hashSeed: UInt64

    package init(
        fileSystem: any FileSystem, path: String, codec: (any PageCodec)? = nil,
        budget: Int = 32 << 20
    ) {
        self.fileSystem = fileSystem
        self.path = path
        self.codec = codec
        self.budget = budget
        hashSeed = fileSystem.random()
    }

    /// What the keys of a set or of a join may keep in memory. More than others: they are looked
    /// for in any order, and on the disk each costs a page.
    var keyBudget: Int { budget * 4 }

    /// Whether a thread may do beforehand what comes next: it needs a processor, and a simulation
    /// has its own order of things.
    var usesThreads: Bool { fileSystem.scheduler == nil && BackgroundThread.hasProcessor }

    /// The size of the blocks that are written and read as one: small enough that a few of them
    /// fit into the budget.
    var blockSize: Int { min(max(budget / 8, 1 << 10), 1 << 16) & ~15 }

    func makeFile() -> SpillFile {
        SpillFile(fileSystem: fileSystem, path: path, codec: codec)
    }
}
