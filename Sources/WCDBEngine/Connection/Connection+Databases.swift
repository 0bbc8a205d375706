/// The databases of a connection by what they are.
extension Connection {
    var mainDatabase: DatabaseFile { databases[DatabaseNumber.main] }
    var temporaryDatabase: DatabaseFile { databases[DatabaseNumber.temporary] }
    var attachedDatabases: ArraySlice<DatabaseFile> {
        databases.dropFirst(DatabaseNumber.firstAttached)
    }
}

extension DatabaseFile {
    var isTemporary: Bool { number == DatabaseNumber.temporary }
    var isAttached: Bool { number >= DatabaseNumber.firstAttached }
}
