/// The numbers that a database keeps for programs. They change with the transaction.
extension Transaction {
    package func setUserVersion(_ version: UInt32) throws(StorageError) {
        try requireWriter()
        state.userVersion = version
    }

    package func setApplicationID(_ id: UInt32) throws(StorageError) {
        try requireWriter()
        state.applicationID = id
    }

    package func setSchemaCookie(_ cookie: UInt32) throws(StorageError) {
        try requireWriter()
        state.schemaCookie = cookie
    }

    private func requireWriter() throws(StorageError) {
        guard isActive, isWritable else { throw .misuse("only a writer changes a number") }
    }
}
