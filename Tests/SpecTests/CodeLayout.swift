@testable import WCDBStorage

/// A layout as the code has it: names with their offsets, and where the last field ends. Fields
/// follow one another without gaps, so a field's size is the distance to the next.
struct CodeLayout {
    var name: String
    var fields: [(name: String, offset: Int)]
    var end: Int

    var rows: [LayoutTable.Row] {
        fields.indices.map { index in
            let next = index + 1 < fields.count ? fields[index + 1].offset : end
            return LayoutTable.Row(
                offset: fields[index].offset, size: next - fields[index].offset,
                field: fields[index].name)
        }
    }

    /// Every layout that `Spec/format.md` and `Spec/wal.md` draw. Add the code's constants here
    /// when a page or a frame gets a table.
    static let all: [CodeLayout] = [
        CodeLayout(
            name: "PageHeader",
            fields: [
                ("checksum", PageHeader.checksum),
                ("pageNumber", PageHeader.pageNumber),
                ("tree", PageHeader.tree),
                ("lsn", PageHeader.lsn),
                ("kind", PageHeader.kind),
                ("level", PageHeader.level),
                ("cellCount", PageHeader.cellCount),
                ("contentStart", PageHeader.contentStart),
                ("fragmentBytes", PageHeader.fragmentBytes),
            ],
            end: PageHeader.size),
        CodeLayout(
            name: "DatabaseHeader",
            fields: [
                ("magic", DatabaseHeader.Offset.magic),
                ("formatVersion", DatabaseHeader.Offset.formatVersion),
                ("pageSize", DatabaseHeader.Offset.pageSize),
                ("incompatibleFeatures", DatabaseHeader.Offset.incompatibleFeatures),
                ("readOnlyFeatures", DatabaseHeader.Offset.readOnlyFeatures),
                ("compatibleFeatures", DatabaseHeader.Offset.compatibleFeatures),
                ("pageHeader", DatabaseHeader.Offset.pageHeader),
                ("fileID", DatabaseHeader.Offset.fileID),
                ("pageCount", DatabaseHeader.Offset.pageCount),
                ("freeCount", DatabaseHeader.Offset.freeCount),
                ("schemaCookie", DatabaseHeader.Offset.schemaCookie),
                ("userVersion", DatabaseHeader.Offset.userVersion),
                ("applicationID", DatabaseHeader.Offset.applicationID),
                ("textEncoding", DatabaseHeader.Offset.textEncoding),
                ("autoVacuum", DatabaseHeader.Offset.autoVacuum),
                ("nextTreeID", DatabaseHeader.Offset.nextTreeID),
                ("changeCounter", DatabaseHeader.Offset.changeCounter),
                ("lastCheckpointLSN", DatabaseHeader.Offset.lastCheckpointLSN),
                ("logGeneration", DatabaseHeader.Offset.logGeneration),
                ("lastGeneration", DatabaseHeader.Offset.lastGeneration),
                ("creatorVersion", DatabaseHeader.Offset.creatorVersion),
                ("reservedBytes", DatabaseHeader.Offset.reservedBytes),
                ("cipherID", DatabaseHeader.Offset.cipherID),
                ("cipherBlock", DatabaseHeader.Offset.cipherBlock),
                ("collationDigest", DatabaseHeader.Offset.collationDigest),
                ("countedTrees", DatabaseHeader.Offset.countedTrees),
                ("countChanges", DatabaseHeader.Offset.countChanges),
            ],
            end: DatabaseHeader.Offset.end),
        CodeLayout(
            name: "TreePage",
            fields: [
                ("rowCount", TreePage.rowCount),
                ("base", TreePage.base),
                ("rightChild", TreePage.rightChild),
                ("slots", TreePage.slots),
            ],
            end: TreePage.slots),
        CodeLayout(
            name: "OverflowChain",
            fields: [
                ("next", OverflowChain.next),
                ("sequence", OverflowChain.sequence),
                ("owner", OverflowChain.owner),
                ("payload", OverflowChain.payload),
            ],
            end: OverflowChain.payload),
        CodeLayout(
            name: "LogSlot",
            fields: [
                ("magic", LogFormat.Slot.magic),
                ("version", LogFormat.Slot.version),
                ("features", LogFormat.Slot.features),
                ("pageSize", LogFormat.Slot.pageSize),
                ("fileID", LogFormat.Slot.fileID),
                ("generation", LogFormat.Slot.generation),
                ("saltLow", LogFormat.Slot.saltLow),
                ("saltHigh", LogFormat.Slot.saltHigh),
                ("baseLSN", LogFormat.Slot.baseLSN),
                ("keyBlock", LogFormat.Slot.keyBlock),
                ("checksum", LogFormat.Slot.checksum),
            ],
            end: LogFormat.slotSize),
        CodeLayout(
            name: "LogFrame",
            fields: [
                ("length", LogFormat.Frame.length),
                ("kind", LogFormat.Frame.kind),
                ("flags", LogFormat.Frame.flags),
                ("count", LogFormat.Frame.count),
                ("page", LogFormat.Frame.page),
                ("back", LogFormat.Frame.back),
                ("lsn", LogFormat.Frame.lsn),
                ("checksum", LogFormat.Frame.checksum),
                ("payload", LogFormat.Frame.payload),
            ],
            end: LogFormat.Frame.payload),
        CodeLayout(
            name: "LogCommit",
            fields: [
                ("pageCount", LogFormat.Commit.pageCount),
                ("freeCount", LogFormat.Commit.freeCount),
                ("schemaCookie", LogFormat.Commit.schemaCookie),
                ("userVersion", LogFormat.Commit.userVersion),
                ("applicationID", LogFormat.Commit.applicationID),
                ("nextTreeID", LogFormat.Commit.nextTreeID),
                ("autoVacuum", LogFormat.Commit.autoVacuum),
                ("frameCount", LogFormat.Commit.frameCount),
                ("changeCounter", LogFormat.Commit.changeCounter),
                ("byteCount", LogFormat.Commit.byteCount),
                ("syncedLSN", LogFormat.Commit.syncedLSN),
                ("syncLevel", LogFormat.Commit.syncLevel),
                ("countedTrees", LogFormat.Commit.countedTrees),
                ("countChanges", LogFormat.Commit.countChanges),
                ("chainBefore", LogFormat.Commit.chainBefore),
                ("selfCheck", LogFormat.Commit.selfCheck),
            ],
            end: LogFormat.Commit.length),
    ]
}
