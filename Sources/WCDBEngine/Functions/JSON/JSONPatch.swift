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

    /// A part of that list.
    struct Batch {
        let first: Int
        let end: Int
    }

    init() {}

    /// Writes the target as the patch makes it.
    mutating func apply(
        _ patch: JSONDocument, to target: JSONDocument, _ output: inout ByteBuffer
    ) {
        guard patch.kind(0) == .object, target.kind(0) == .object else {
            return JSONPatch.writeWithoutNulls(0, of: patch, to: &output)
        }
        changes.removeAll()
        changes.append(0)
        merge(patch, Batch(first: 0, end: 1), into: 0, of: target, &output)
    }

    /// Writes an object of the target with the objects of the patch that `list` is, all of which
    /// go into it.
    private mutating func merge(
        _ patch: JSONDocument, _ list: Batch, into object: Int, of target: JSONDocument,
        _ output: inout ByteBuffer
    ) {
        var listing = JSONListing(hasKeys: true)
        output.appendByte(UInt8(ascii: "{"))
        let end = target.end(object)
        var node = object &+ 1
        while node < end {
            let value = node &+ 1
            let mark = changes.count
            collectChanges(of: target.view(node), from: patch, list)
            let isFirst = changes.count == mark || target.member(object, target.view(node)) == value
            if changes.count == mark || !isFirst {
                listing.keep(value)
            } else {
                change(value, of: target, by: patch, mark, &listing, &output)
            }
            changes.truncate(to: mark)
            node = target.end(value)
        }
        add(patch, list, to: object, of: target, &listing, &output)
        listing.end(target, &output)
        output.appendByte(UInt8(ascii: "}"))
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

    /// Writes what becomes of a value by the changes from `first` on, of which there is one.
    private mutating func change(
        _ value: Int, of target: JSONDocument, by patch: JSONDocument, _ first: Int,
        _ listing: inout JSONListing, _ output: inout ByteBuffer
    ) {
        var last: Int? = changes[first]
        if target.kind(value) == .object {
            // Objects go into it until something else takes its place.
            last = (first..<changes.count).first { patch.kind(changes[$0]) != .object }.map {
                changes[$0]
            }
        }
        if let last, patch.kind(last) == .null { return listing.end(target, &output) }
        listing.begin(target, &output)
        target.write(value &- 1, to: &output)
        output.appendByte(UInt8(ascii: ":"))
        if let last {
            JSONPatch.writeWithoutNulls(last, of: patch, to: &output)
        } else {
            let list = Batch(first: first, end: changes.count)
            merge(patch, list, into: value, of: target, &output)
        }
    }

    /// Writes the members of a patch that the target does not have.
    private func add(
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
                    JSONPatch.writeWithoutNulls(value, of: patch, to: &output)
                }
                node = patch.end(value)
            }
            if hasAdded { return }
        }
    }

    /// Writes a value; an object without members that are NULL, and so the objects in it.
    private static func writeWithoutNulls(
        _ value: Int, of document: JSONDocument, to output: inout ByteBuffer
    ) {
        guard document.kind(value) == .object else { return document.write(value, to: &output) }
        var listing = JSONListing(hasKeys: true)
        output.appendByte(UInt8(ascii: "{"))
        let end = document.end(value)
        var node = value &+ 1
        while node < end {
            switch document.kind(node &+ 1) {
            case .null: listing.end(document, &output)
            case .object:
                listing.begin(document, &output)
                document.write(node, to: &output)
                output.appendByte(UInt8(ascii: ":"))
                writeWithoutNulls(node &+ 1, of: document, to: &output)
            default: listing.keep(node &+ 1)
            }
            node = document.end(node &+ 1)
        }
        listing.end(document, &output)
        output.appendByte(UInt8(ascii: "}"))
    }
}
