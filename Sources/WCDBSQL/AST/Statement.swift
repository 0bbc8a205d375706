/// Any statement: what the parser yields, what a builder builds, what is compiled.
///
/// Trees may be unfinished while a builder works on them; such a tree renders as the empty text.
/// The parser yields finished ones only.
package indirect enum Statement: Hashable, Sendable {
    case select(SelectStatement)
    case insert(InsertStatement)
    case update(UpdateStatement)
    case delete(DeleteStatement)
    case createTable(CreateTableStatement)
    case createIndex(CreateIndexStatement)
    case createView(CreateViewStatement)
    case createTrigger(CreateTriggerStatement)
    case createVirtualTable(CreateVirtualTableStatement)
    case alterTable(AlterTableStatement)
    case drop(DropStatement)
    case pragma(PragmaStatement)
    case attach(AttachStatement)
    case detach(DetachStatement)
    case transaction(TransactionStatement)
    case upkeep(UpkeepStatement)
    case explain(ExplainStatement)
}
