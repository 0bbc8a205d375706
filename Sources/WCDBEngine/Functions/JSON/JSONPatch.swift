import WCDBStorage

/// `json_patch`, RFC 7396: members of the patch take the place of those of the target, NULLs remove
/// them. The result is written as the target is gone through.
///
/// Where a key comes twice in the patch, it is as in SQLite: the first of them settles a member of
/// the target, unless both are objects, which are merged one after the other. What the target does
/// not have is added each time; of several objects that are merged into one, only the last that
/// adds something does.
struct JSONPatch: ~Copyable {
    /// Values of the patch that go into one of the target, one list behind the other.
    private var changes = ScratchArray<Int>()

    /// The objects around the one that is gone through.
    private var outerLevels = ScratchArray<Level>()

    /// A part of the list of changes.
    struct Batch: BitwiseCopyable {
        let first: Int
        let end: Int
    }

    /// An object of the target while it is written, with the objects of the patch that `list` is,
    /// all of which go into it: documents may be deeper than a stack.
    struct Level: BitwiseCopyable {
        let object: Int
        let list: Batch
        let end: Int
        /// The next key.
        var next: Int
        var listing = JSONListing(hasKeys: true)

        init(_ object: Int, of target: JSONDocument, _ list: Batch) {
            self.object = object
            self.list = list
            end = target.end(object)
            next = object &+ 1
        }
    }

    init() {}

    /// Writes the target as the patch makes it.
    mutating func apply(
        _ patch: JSONDocument, to target: JSONDocument, _ output: inout ByteBuffer
    ) {
        guard patch.kind(0) == .object, target.kind(0) == .object else {
            return writeWithoutNulls(0, of: patch, to: &output)
        }
        changes.removeAll()
        changes.append(0)
        output.appendByte(UInt8(ascii: "{"))
        var level = Level(0, of: target, Batch(first: 0, end: 1))
        while true {
            if level.next < level.end {
                if let inner = mergeNext(in: &level, patch, target, &output) {
                    outerLevels.append(level)
                    level = inner
                }
            } else {
                end(&level, patch, target, &output)
                guard outerLevels.count > 0 else { return }
                level = outerLevels.removeLast()
            }
        }
    }

    /// Writes the next member of an object, or how it begins if objects go into it.
    private mutating func mergeNext(
        in level: inout Level, _ patch: JSONDocument, _ target: JSONDocument,
        _ output: inout ByteBuffer
    ) -> Level? {
        let key = target.view(level.next)
        let value = level.next &+ 1
        level.next = target.end(value)
        let mark = changes.count
        collectChanges(of: key, from: patch, level.list)
        if changes.count > mark, target.member(level.object, key) == value {
            let inner = change(value, of: target, by: patch, mark, &level.listing, &output)
            if let inner { return inner }
        } else {
            level.listing.keep(value)
        }
        changes.truncate(to: mark)
        return nil
    }

    /// Writes what is added to an object, and its end.
    private mutating func end(
        _ level: inout Level, _ patch: JSONDocument, _ target: JSONDocument,
        _ output: inout ByteBuffer
    ) {
        add(patch, level.list, to: level.object, of: target, &level.listing, &output)
        level.listing.end(target, &output)
        output.appendByte(UInt8(ascii: "}"))
        changes.truncate(to: level.list.first)
    }

    private mutating func collectChanges(
        of key: ByteView, from patch: JSONDocument, _ list: Batch
    ) {
        for place in list.first..<list.end {
            let end = patch.end(changes[place])
            var node = changes[place] &+ 1
            while node < end {
                if patch.isKey(node, key) { changes.append(node &+ 1) }
                node = patch.end(node &+ 1)
            }
        }
    }

    /// Writes what becomes of a value by the changes from `first` on, of which there is one; of an
    /// object that others go into only how it begins.
    private mutating func change(
        _ value: Int, of target: JSONDocument, by patch: JSONDocument, _ first: Int,
        _ listing: inout JSONListing, _ output: inout ByteBuffer
    ) -> Level? {
        var last: Int? = changes[first]
        if target.kind(value) == .object {
            // Objects go into it until something else takes its place.
            last = (first..<changes.count).first { patch.kind(changes[$0]) != .object }.map {
                changes[$0]
            }
        }
        if let last, patch.kind(last) == .null {
            listing.end(target, &output)
            return nil
        }
        listing.begin(target, &output)
        target.write(value &- 1, to: &output)
        output.appendByte(UInt8(ascii: ":"))
        if let last {
            writeWithoutNulls(last, of: patch, to: &output)
            return nil
        }
        output.appendByte(UInt8(ascii: "{"))
        return Level(value, of: target, Batch(first: first, end: changes.count))
    }

    /// Writes the members of a patch that the target does not have.
    private mutating func add(
        _ patch: JSONDocument, _ list: Batch, to object: Int, of target: JSONDocument,
        _ listing: inout JSONListing, _ output: inout ByteBuffer
    ) {
        for place in (list.first..<list.end).reversed() {
            let end = patch.end(changes[place])
            var node = changes[place] &+ 1
            var hasAdded = false
            while node < end {
                let value = node &+ 1
                if patch.kind(value) != .null, target.member(object, patch.view(node)) == nil {
                    hasAdded = true
                    listing.begin(target, &output)
                    patch.write(node, to: &output)
                    output.appendByte(UInt8(ascii: ":"))
                    writeWithoutNulls(value, of: patch, to: &output)
                }
                node = patch.end(value)
            }
            if hasAdded { return }
        }
    }

    /// Writes a value; an object without members that are NULL, and so the objects in it.
    private mutating func writeWithoutNulls(
        _ value: Int, of document: JSONDocument, to output: inout ByteBuffer
    ) {
        guard document.kind(value) == .object else { return document.write(value, to: &output) }
        output.appendByte(UInt8(ascii: "{"))
        let outside = outerLevels.count
        var level = Level(value, of: document, Batch(first: 0, end: 0))
        while true {
            if level.next < level.end {
                if let inner = JSONPatch.writeNext(in: &level, of: document, to: &output) {
                    outerLevels.append(level)
                    level = inner
                }
            } else {
                level.listing.end(document, &output)
                output.appendByte(UInt8(ascii: "}"))
                guard outerLevels.count > outside else { return }
                level = outerLevels.removeLast()
            }
        }
    }

    /// Writes the next member of an object unless it is NULL, or how it begins if it is an object.
    private static func writeNext(
        in level: inout Level, of document: JSONDocument, to output: inout ByteBuffer
    ) -> Level? {
        let value = level.next &+ 1
        level.next = document.end(value)
        switch document.kind(value) {
        case .null: level.listing.end(document, &output)
        case .object:
            level.listing.begin(document, &output)
            document.write(value &- 1, to: &output)
            output.appendByte(UInt8(ascii: ":"))
            output.appendByte(UInt8(ascii: "{"))
            return Level(value, of: document, Batch(first: 0, end: 0))
        default: level.listing.keep(value)
        }
        return nil
    }
}
