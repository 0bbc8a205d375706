import Synchronization

/// Changing pages: a writer has private copies of them until it commits, takes free pages by the
/// space map or at the end of the file, and gives pages back.
extension Transaction {
    // MARK: Private copies

    /// The private copy of a page if there is one, brought back into memory if need be.
    @inline(__always)
    func dirtyBytes(_ number: PageNumber) throws(StorageError) -> UnsafeMutableRawPointer? {
        let index = view.pointee.dirty.index(of: number)
        guard index >= 0, !view.pointee.dirty[index].isFreed else { return nil }
        if case .memory(let block) = view.pointee.dirty[index].place { return block }
        return try bringBack(index)
    }

    /// Reads a spilled or directly written private page again.
    private func bringBack(_ index: Int) throws(StorageError) -> UnsafeMutableRawPointer {
        let page = view.pointee.dirty[index]
        let block = core.pool.take()
        do throws(StorageError) {
            switch page.place {
            case .memory(let present): return present
            case .spilled(let slot): try readSpilled(slot, number: page.number, into: block)
            case .direct(let checksum):
                try readDirect(page.number, checksum: checksum, into: block)
            }
        } catch {
            core.pool.give(block)
            throw error
        }
        // What was logged or synced of it is unknown: everything counts as changed.
        PageBlock.touched(block, pageSize: pageSize).pointee = ~0
        if case .spilled(let slot) = page.place { spillFile?.free(slot) }
        view.pointee.dirty[index].place = .memory(block)
        countResident(1)
        return block
    }

    /// Private pages and clean ones share the budget: a transaction that only appends loads
    /// nothing, so it is here that clean pages make way for its own.
    func countResident(_ change: Int) {
        view.pointee.residentPages &+= change
        core.cache.addPrivate(change)
        if change > 0, core.cache.isOverBudget { core.makeRoom() }
    }

    private func mutable(_ block: UnsafeMutableRawPointer, _ number: PageNumber) -> MutablePage {
        MutablePage(
            memory: block, touched: PageBlock.touched(block, pageSize: pageSize),
            pageSize: pageSize, number: number)
    }

    /// The private copy of a page, made on the first call.
    package func modifyPage(_ number: PageNumber, tree: TreeID)
        throws(StorageError) -> MutablePage
    {
        guard isWritable else { throw .misuse("the transaction cannot write") }
        let index = view.pointee.dirty.index(of: number)
        if index >= 0, !view.pointee.dirty[index].isFreed {
            return try modifyDirty(index, tree: tree)
        }
        let source = try readPage(number, tree: tree)
        try requireApart(source, number, tree)
        let block = privateBlock(source, number)
        PageBlock.setApart(block, pageSize: pageSize, to: true)
        PageBlock.touched(block, pageSize: pageSize).pointee = 0
        if !savepoints.isEmpty { undo.append(UndoEntry(number: number, before: nil)) }
        put(
            DirtyPages.Page(
                number: number, place: .memory(block), depth: savepoints.count, isFresh: false,
                stretch: view.pointee.stretch))
        view.pointee.counters.countChange(of: block)
        countResident(1)
        return mutable(block, number)
    }

    /// Throws if cells of a page overlap. Asked once of a page that came from elsewhere.
    func requireApart(
        _ source: UnsafeRawPointer, _ number: PageNumber, _ tree: TreeID
    ) throws(StorageError) {
        // What lies in the window has nothing behind it that tells.
        let isInWindow =
            !window.isEmpty
            && window.place(of: number).map { UnsafeRawPointer($0.bytes) == source } ?? false
        if !isInWindow, PageBlock.isApart(source, pageSize: pageSize) { return }
        guard let places = CellPlaces(source, usableSize: usableSize), places.overlap else {
            return
        }
        throw .corrupt(Corruption(.cell, page: number, tree: tree, "cells overlap"))
    }

    /// Memory for the private copy of a page, with its bytes and the sums of its segments. A large
    /// transaction takes over what the cache has of the page; a small one leaves that to readers.
    private func privateBlock(
        _ source: UnsafeRawPointer, _ number: PageNumber
    ) -> UnsafeMutableRawPointer {
        if view.pointee.dirty.count >= core.options.takeOverThreshold,
            core.takeOver(source, of: number, but: slot)
        {
            return UnsafeMutableRawPointer(mutating: source)
        }
        let block = core.pool.take()
        if !window.isEmpty, let place = window.place(of: number), place.bytes == source {
            block.copyMemory(from: source, byteCount: pageSize)
            PageBlock.sums(block, pageSize: pageSize)
                .update(from: place.sums, count: Checksum.segmentCount)
        } else {
            block.copyMemory(from: source, byteCount: pageSize + PageBlock.sumsSize)
        }
        return block
    }

    private func modifyDirty(_ index: Int, tree: TreeID) throws(StorageError) -> MutablePage {
        let block: UnsafeMutableRawPointer
        if case .memory(let present) = view.pointee.dirty[index].place {
            block = present
        } else {
            block = try bringBack(index)
        }
        let page = view.pointee.dirty[index]
        guard PageBlock.tree(block) == tree else {
            throw .corrupt(
                Corruption(.treeID, page: page.number, tree: tree, "the page is of another tree"))
        }
        if page.stretch != view.pointee.stretch {
            view.pointee.dirty[index].stretch = view.pointee.stretch
            view.pointee.counters.countChange(of: block)
        }
        guard page.depth < savepoints.count else { return mutable(block, page.number) }
        if core.options.plants(.ignoreSavepointDepth) {
            return mutable(block, page.number)
        }
        keepCopy(of: block, page)
        view.pointee.dirty[index].depth = savepoints.count
        return mutable(block, page.number)
    }

    /// The copy is for the savepoint, and the page stays where it is: cursors and rows may look at
    /// it, and nobody looks at the copy, so that its memory can be given back.
    private func keepCopy(of block: UnsafeMutableRawPointer, _ page: DirtyPages.Page) {
        let copy = core.pool.take()
        copy.copyMemory(from: block, byteCount: pageSize + PageBlock.sumsSize)
        PageBlock.touched(copy, pageSize: pageSize).pointee =
            PageBlock.touched(block, pageSize: pageSize).pointee
        var before = page
        before.place = .memory(copy)
        undo.append(UndoEntry(number: page.number, before: before))
        countResident(1)
    }

    /// Adds a dirty page, or puts it in the place of its tombstone.
    private func put(_ page: DirtyPages.Page) {
        let index = view.pointee.dirty.index(of: page.number)
        if index >= 0 { view.pointee.dirty[index] = page } else { _ = view.pointee.dirty.add(page) }
    }

    // MARK: Allocation

    /// A page that is all zero but for its header. `near` is where it should lie, if possible;
    /// `.none` asks for the end of the file.
    package func allocatePage(
        _ kind: PageKind, level: UInt8, tree: TreeID, near: PageNumber
    ) throws(StorageError) -> MutablePage {
        do throws(StorageError) {
            guard isWritable else { throw .misuse("the transaction cannot write") }
            let number = try takePageNumber(near: near)
            return addFreshPage(number, kind: kind, level: level, tree: tree)
        } catch {
            throw self.doubt(error)
        }
    }

    func addFreshPage(
        _ number: PageNumber, kind: PageKind, level: UInt8, tree: TreeID
    ) -> MutablePage {
        let block = core.pool.take()
        block.initializeMemory(as: UInt8.self, repeating: 0, count: pageSize)
        block.storeBytes(
            of: number.rawValue.littleEndian, toByteOffset: PageHeader.pageNumber, as: UInt32.self)
        block.storeBytes(
            of: tree.rawValue.littleEndian, toByteOffset: PageHeader.tree, as: UInt32.self)
        block.storeBytes(of: kind.rawValue, toByteOffset: PageHeader.kind, as: UInt8.self)
        block.storeBytes(of: level, toByteOffset: PageHeader.level, as: UInt8.self)
        PageBlock.touched(block, pageSize: pageSize).pointee = ~0
        PageBlock.setApart(block, pageSize: pageSize, to: true)
        let index = view.pointee.dirty.index(of: number)
        if !savepoints.isEmpty {
            undo.append(
                UndoEntry(number: number, before: index >= 0 ? view.pointee.dirty[index] : nil))
        }
        put(
            DirtyPages.Page(
                number: number, place: .memory(block), depth: savepoints.count,
                isFresh: true, stretch: view.pointee.stretch))
        view.pointee.counters.countChange(of: block)
        countResident(1)
        return mutable(block, number)
    }

    private func takePageNumber(near: PageNumber) throws(StorageError) -> PageNumber {
        if state.freeCount > 0 {
            if near > .none, !allocatesLow, let page = try findFree(from: near.rawValue) {
                return page
            }
            if let page = try findFree(from: allocationHint) {
                allocationHint = page.rawValue
                return page
            }
            let first = DatabaseHeader.firstSpaceMap.rawValue
            if allocationHint > first, let page = try findFree(from: first) { return page }
            throw .corrupt(
                Corruption(
                    .spaceMap, page: DatabaseHeader.firstSpaceMap,
                    "\(state.freeCount) pages should be free, and none is"))
        }
        return try extend()
    }

    /// Takes the first free page at or behind `start`, if there is one.
    private func findFree(from start: UInt32) throws(StorageError) -> PageNumber? {
        var number = max(DatabaseHeader.firstSpaceMap.rawValue, start)
        while number <= state.pageCount {
            let mapNumber = core.spaceMap.mapPage(for: PageNumber(number))
            let last = min(
                UInt64(mapNumber.rawValue) + UInt64(core.spaceMap.pagesPerMap) - 1,
                UInt64(state.pageCount))
            let map = try readPage(mapNumber, tree: .none)
            let first = Int(number - mapNumber.rawValue)
            let end = Int(last - UInt64(mapNumber.rawValue)) + 1
            if let bit = SpaceMap.firstClear(in: map, first..<end) {
                let page = PageNumber(mapNumber.rawValue + UInt32(bit))
                try markUsed(page, isFree: true)
                return page
            }
            guard last < UInt64(UInt32.max) else { return nil }
            number = UInt32(last) + 1
        }
        return nil
    }

    /// Makes the file one page longer, map pages included.
    private func extend() throws(StorageError) -> PageNumber {
        guard state.pageCount < PageNumber.maxCount else {
            throw .limit("\(PageNumber.maxCount) pages")
        }
        let hasMap = core.spaceMap.isMapPage(PageNumber(state.pageCount + 1))
        guard state.pageCount + (hasMap ? 2 : 1) <= maxPageCount else {
            throw .diskFull(path: core.path)
        }
        state.pageCount += 1
        if hasMap {
            let number = PageNumber(state.pageCount)
            let map = addFreshPage(number, kind: .spaceMap, level: 0, tree: .none)
            SpaceMap.set(0, to: true, in: map)
            state.pageCount += 1
        }
        let page = PageNumber(state.pageCount)
        try markUsed(page, isFree: false)
        return page
    }

    private func markUsed(_ page: PageNumber, isFree: Bool) throws(StorageError) {
        let mapNumber = core.spaceMap.mapPage(for: page)
        let map = try modifyPage(mapNumber, tree: .none)
        let bit = core.spaceMap.bit(of: page)
        let index = view.pointee.dirty.index(of: page)
        guard !SpaceMap.isSet(bit, in: map.bytes),
            index < 0 || view.pointee.dirty[index].isFreed
        else {
            throw .corrupt(Corruption(.spaceMap, page: page, "a new page is in use already"))
        }
        SpaceMap.set(bit, to: true, in: map)
        if isFree { state.freeCount -= 1 }
    }

    /// Gives a page back. Its bytes are forgotten.
    package func freePage(_ number: PageNumber, tree: TreeID) throws(StorageError) {
        do throws(StorageError) {
            guard isWritable else { throw .misuse("the transaction cannot write") }
            guard number > DatabaseHeader.firstSpaceMap, number.rawValue <= state.pageCount,
                !core.spaceMap.isMapPage(number)
            else {
                throw .corrupt(
                    Corruption(.childPointer, page: number, tree: tree, "cannot be freed"))
            }
            if !core.options.plants(.freeWithoutMap) {
                let map = try modifyPage(core.spaceMap.mapPage(for: number), tree: .none)
                let bit = core.spaceMap.bit(of: number)
                guard SpaceMap.isSet(bit, in: map.bytes) else {
                    throw .corrupt(
                        Corruption(.spaceMap, page: number, tree: tree, "the page is free already"))
                }
                SpaceMap.set(bit, to: false, in: map)
            }
            guard state.freeCount < state.pageCount else {
                throw .corrupt(Corruption(.count, page: number, tree: tree, "all pages are free"))
            }
            if !core.options.plants(.forgetFreeCount) { state.freeCount += 1 }
            allocationHint = min(allocationHint, number.rawValue)
            forget(number)
        } catch {
            throw self.doubt(error)
        }
    }

    /// Leaves a tombstone in the place of a dirty page.
    func forget(_ number: PageNumber) {
        let index = view.pointee.dirty.index(of: number)
        guard index >= 0, !view.pointee.dirty[index].isFreed else { return }
        let page = view.pointee.dirty[index]
        if page.depth < savepoints.count {
            undo.append(UndoEntry(number: number, before: page))
        } else {
            release(page)
        }
        view.pointee.dirty[index].isFreed = true
        view.pointee.dirty[index].depth = savepoints.count
        view.pointee.dirty[index].place = .spilled(slot: -1)
    }

    /// Gives back the memory, or the slot, of a private copy.
    func release(_ page: DirtyPages.Page) {
        guard !page.isFreed else { return }
        switch page.place {
        case .memory(let block):
            countResident(-1)
            retirePrivate(block)
        case .spilled(let slot): spillFile?.free(slot)
        case .direct: break
        }
    }

    package func allocateTreeID() throws(StorageError) -> TreeID {
        guard isWritable else { throw .misuse("the transaction cannot write") }
        guard state.nextTreeID < UInt32.max else { throw .limit("2³² trees") }
        defer { state.nextTreeID += 1 }
        return TreeID(state.nextTreeID)
    }
}
