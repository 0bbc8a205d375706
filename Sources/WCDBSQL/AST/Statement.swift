/// Any statement: what the parser yields, what a builder builds, what is compiled.
///
/// Trees may be unfinished while a builder works on them; such a tree renders as the empty text.
/// The parser yields finished ones only.
package enum Statement: Hashable, Sendable {
    case select(SelectStatement)
    case insert(InsertStatement)
    case update(UpdateStatement)
    case delete(DeleteStatement)
    indirect case createTable(CreateTableStatement)
    indirect case createIndex(CreateIndexStatement)
    indirect case createView(CreateViewStatement)
    indirect case createTrigger(CreateTriggerStatement)
    indirect case createVirtualTable(CreateVirtualTableStatement)
    indirect case alterTable(AlterTableStatement)
    indirect case drop(DropStatement)
    indirect case pragma(PragmaStatement)
    indirect case attach(AttachStatement)
    indirect case detach(DetachStatement)
    indirect case transaction(TransactionStatement)
    indirect case upkeep(UpkeepStatement)
    indirect case explain(ExplainStatement)
}
