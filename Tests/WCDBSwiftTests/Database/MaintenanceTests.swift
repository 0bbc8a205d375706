import Foundation
import Testing
import WCDBSwift

@Suite struct `Maintenance` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }

    private func fill(_ count: Int) throws {
        try temporary.createTable()
        let text = String(repeating: "x", count: 1000)
        try database.run(transaction: { handle in
            for number in 1...count { try handle.exec(TemporaryDatabase.insert(number, text)) }
        })
    }

    @Test func `vacuuming shortens the file and tells how far it is`() throws {
        try fill(2000)
        try database.exec(StatementSQL("DELETE FROM t WHERE a > 10"))
        try database.truncateCheckpoint()
        let before = try database.getFilesSize()
        var steps: [Double] = []
        var sum = 0.0
        try database.vacuum(with: { done, more in
            steps.append(done)
            sum += more
            return true
        })
        // At once, without a checkpoint.
        #expect(try database.getFilesSize() < before / 4)
        #expect(steps.last == 1)
        #expect(steps == steps.sorted())
        #expect(abs(sum - 1) < 0.000_001)
        #expect(try temporary.rows().count == 10)
    }

    @Test func `whoever is told of the progress of vacuuming cannot write`() throws {
        try fill(500)
        var codes: Set<Int> = []
        var read = 0
        try database.vacuum(with: { done, _ in
            guard done < 1 else { return true }
            do {
                try database.exec(TemporaryDatabase.insert(1000, "late"))
            } catch let error as WCDBError {
                codes.insert(error.code.rawValue)
            } catch {}
            read = (try? temporary.rows().count) ?? 0
            return true
        })
        #expect(codes == [WCDBError.Code.Busy.rawValue] && read == 500)
        try database.exec(TemporaryDatabase.insert(1000, "later"))
        #expect(try temporary.rows().count == 501)
    }

    @Test func `vacuuming stops when it is told to`() throws {
        try fill(500)
        let error = #expect(throws: WCDBError.self) {
            try database.vacuum(with: { _, _ in false })
        }
        #expect(error?.code == .Interrupt)
        #expect(try temporary.rows().count == 500)
    }

    @Test func `gaps are closed page by page`() throws {
        try fill(1000)
        try database.exec(StatementSQL("DELETE FROM t WHERE a < 900"))
        let pages = StatementPragma().pragma(.pageCount)
        let before = try #require(try database.getValue(from: pages)?.intValue)
        try database.incrementalVacuum(pages: 50)
        let after = try #require(try database.getValue(from: pages)?.intValue)
        #expect(after < before)
        #expect(try temporary.rows().count == 101)
    }

    /// As with the pragma of this name, no number means all; it meant none.
    @Test(arguments: [0, -1] as [Int32])
    func `all gaps are closed if no number says how many`(_ pages: Int32) throws {
        try fill(1000)
        try database.exec(StatementSQL("DELETE FROM t WHERE a < 900"))
        try database.incrementalVacuum(pages: pages)
        let free = StatementPragma().pragma(.freelistCount)
        #expect(try database.getValue(from: free)?.intValue == 0)
        #expect(try temporary.rows().count == 101)
    }

    @Test func `gaps are closed by the commit that leaves them`() throws {
        let free = StatementPragma().pragma(.freelistCount)
        let pages = StatementPragma().pragma(.pageCount)
        let mode = StatementPragma().pragma(.autoVacuum)
        try fill(1000)
        let before = try #require(try database.getValue(from: pages)?.intValue)
        #expect(try database.getValue(from: mode)?.intValue == 0)
        database.enableAutoVacuum(incremental: true)
        #expect(try database.getValue(from: mode)?.intValue == 2)
        try database.exec(StatementSQL("DELETE FROM t WHERE a < 500"))
        #expect(try #require(try database.getValue(from: free)?.intValue) > 0)
        database.enableAutoVacuum(incremental: false)
        #expect(try database.getValue(from: mode)?.intValue == 1)
        // A statement that reads has made its rows before.
        let handle = try database.getHandle()
        let select = try handle.getOrCreatePreparedStatement(with: TemporaryDatabase.selectAll)
        try select.step()
        try database.exec(StatementSQL("DELETE FROM t WHERE a < 700"))
        #expect(select.columnValue(atIndex: 0, of: Int64.self) == 500)
        try select.step()
        #expect(select.columnValue(atIndex: 0, of: Int64.self) == 501)
        select.finalize()
        try database.run(transaction: { handle in
            try handle.exec(StatementSQL("DELETE FROM t WHERE a < 900"))
            let inside = try #require(try handle.getValue(from: free)?.intValue)
            #expect(inside > 0)
        })
        #expect(try database.getValue(from: free)?.intValue == 0)
        #expect(try #require(try database.getValue(from: pages)?.intValue) < before / 4)
        #expect(try temporary.rows().count == 101)
    }

    @Test func `temporary files lie where they are wanted`() throws {
        let directory = temporary.directory.appendingPathComponent("a/b").path
        #expect(Database.setDefaultTemporaryDirectory(directory))
        defer { Database.setDefaultTemporaryDirectory("") }
        var isDirectory: ObjCBool = false
        #expect(FileManager.default.fileExists(atPath: directory, isDirectory: &isDirectory))
        #expect(isDirectory.boolValue)
        try fill(100)
        #expect(try temporary.rows().count == 100)
        #expect(!Database.setDefaultTemporaryDirectory(database.path + "/below a file"))
        #expect(Database.setDefaultTemporaryDirectory(""))
    }

    @Test func `checkpoints empty the log`() throws {
        try fill(100)
        try database.passiveCheckpoint()
        try database.truncateCheckpoint()
        let log = FileManager.default.contents(atPath: database.path + "-wal") ?? Data()
        #expect(log.count < 8192)
        #expect(try temporary.rows().count == 100)
        try Database.createInMemoryDatabase().truncateCheckpoint()
    }

    @Test func `a copy is a database of its own`() throws {
        try fill(100)
        let path = temporary.directory.appendingPathComponent("copy.db").path
        try database.copy(toPath: path)
        try database.exec(StatementSQL("DELETE FROM t"))
        let copy = Database(at: path)
        #expect(try copy.getRows(from: TemporaryDatabase.selectAll).count == 100)
        #expect(throws: WCDBError.self) { try database.copy(toPath: path) }
    }

    @Test func `lite mode closes the database and still rolls back`() throws {
        try fill(1)
        database.setLiteMode(enable: true)
        #expect(!database.isOpened)
        try database.run(controllableTransaction: { handle in
            try handle.exec(TemporaryDatabase.insert(2, "b"))
            return false
        })
        #expect(try temporary.rows().count == 1)
        #expect(
            try database.getValue(from: StatementPragma().pragma(.synchronous))?.intValue == 0)
        database.setLiteMode(enable: false)
        #expect(
            try database.getValue(from: StatementPragma().pragma(.synchronous))?.intValue == 1)
    }
}

@Suite struct `Corruption` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }

    /// Fills the table, closes the database, and damages the middle of the file.
    private func damage() throws {
        try temporary.createTable()
        try database.run(transaction: { handle in
            for number in 1...3000 {
                try handle.exec(TemporaryDatabase.insert(number, "row \(number)"))
            }
        })
        database.close()
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: database.path))
        let size = try file.seekToEnd()
        for offset in stride(from: 4096 * 6, to: size, by: 4096) {
            try file.seek(toOffset: offset + 600)
            try file.write(contentsOf: Data(repeating: 0xA5, count: 64))
        }
        try file.close()
    }

    @Test func `a sound file is sound`() throws {
        try temporary.createTable()
        #expect(!database.checkIfCorrupted())
        #expect(!database.isAlreadyCorrupted())
    }

    @Test func `damage is found, told once, and gone with the file`() throws {
        let errors = Collected<WCDBError>()
        let told = Collected<Bool>()
        database.traceError { errors.add($0) }
        defer { database.traceError(nil) }
        try damage()
        database.setNotification(whenCorrupted: { damaged in
            told.add(damaged.isBlockaded)
            try? damaged.removeFiles()
        })
        let error = #expect(throws: WCDBError.self) { try temporary.rows() }
        #expect(error?.code == .Corrupt)
        #expect(told.waits { $0 })
        #expect(
            errors.all.contains {
                $0.level == .Warning && $0.infos[.type]?.stringValue == "Integrity"
            })
        // The files are new: nothing is known against them.
        try temporary.createTable()
        #expect(!database.isAlreadyCorrupted())
        #expect(try temporary.rows().isEmpty)
        #expect(told.all.count == 1)
    }

    /// What the program has set for the case was not called: only errors did that, and the check
    /// meets none.
    @Test func `the check can be asked for`() throws {
        try damage()
        let told = Collected<Bool>()
        database.setNotification(whenCorrupted: { told.add($0.checkIfCorrupted()) })
        #expect(!database.isAlreadyCorrupted())
        do {
            let handle = try database.getHandle()
            #expect(handle.getDatabase().checkIfCorrupted())
            #expect(database.isAlreadyCorrupted())
        }
        #expect(told.waits { $0 })
        #expect(database.checkIfCorrupted())
        #expect(told.all.count == 1)
    }

    /// Who asks has the answer: the file was checked, and the program notified, all the same.
    @Test func `the question whether it can be opened is no reason to check`() throws {
        try Data(repeating: 0x2E, count: 9000).write(to: URL(fileURLWithPath: database.path))
        let told = Collected<String>()
        let reason = Collected<String>()
        database.setNotification(whenCorrupted: { _ in told.add(reason.all.last ?? "") })
        reason.add("asked")
        #expect(!database.canOpen)
        // Time in which the check would be done.
        Thread.sleep(forTimeInterval: 0.2)
        reason.add("used")
        let error = #expect(throws: WCDBError.self) { try temporary.rows() }
        #expect(error?.code == .NotADatabase)
        #expect(told.waits { _ in true })
        #expect(told.all == ["used"])
    }

    /// What was known against it stayed, since the file had kept its number.
    @Test(arguments: [false, true])
    func `a file whose content was put back is sound`(isWhileClosed: Bool) throws {
        try damage()
        let url = URL(fileURLWithPath: database.path)
        #expect(database.checkIfCorrupted())
        let sound = TemporaryDatabase()
        try sound.createTable()
        sound.database.close()
        let content = try Data(contentsOf: URL(fileURLWithPath: sound.database.path))
        func putBack() throws {
            let file = try FileHandle(forWritingTo: url)
            try file.write(contentsOf: content)
            try file.truncate(atOffset: UInt64(content.count))
            try file.close()
        }
        if isWhileClosed {
            try database.close(onClosed: putBack)
        } else {
            database.close()
            try putBack()
            #expect(!database.checkIfCorrupted())
        }
        #expect(!database.isAlreadyCorrupted())
        #expect(try temporary.rows().isEmpty)
    }

    /// To open and close it again changes the time of the file.
    @Test func `damage stays known when the file is looked at while it is closed`() throws {
        try damage()
        #expect(database.checkIfCorrupted())
        try database.close { _ = database.checkIfCorrupted() }
        #expect(database.isAlreadyCorrupted())
    }

    /// The one that closed waited until all of the file was read.
    @Test func `who closes stops a check, which begins again`() throws {
        try damage()
        let (isIn, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let waits = Collected<Bool>()
        // A check that has its connection, and reads soon.
        database.setConfig(
            named: "wait",
            withInvocation: { _ in
                guard waits.all.isEmpty else { return }
                waits.add(true)
                isIn.signal()
                mayGoOn.wait()
            })
        let told = Collected<WCDBError>()
        database.traceError { told.add($0) }
        defer { database.traceError(nil) }
        let events = Collected<String>()
        Thread { [database] in
            events.add(database.checkIfCorrupted() ? "damaged" : "sound")
        }.start()
        isIn.wait()
        Thread { [database] in
            try? database.close { events.add("closed") }
        }.start()
        Thread.sleep(forTimeInterval: 0.3)
        mayGoOn.signal()
        #expect(events.waits { $0 == "damaged" })
        #expect(events.all == ["closed", "damaged"])
        #expect(told.all.filter { $0.level == .Ignore }.map(\.code) == [.Interrupt])
        #expect(!told.all.contains { $0.level == .Error })
    }

    /// To look at the file that was there, the check opened what it made thereby.
    @Test func `a check makes no file in the place of one that was removed`() throws {
        try temporary.createTable()
        let answers = Collected<Bool>()
        database.blockade()
        Thread { [database] in answers.add(database.checkIfCorrupted()) }.start()
        Thread.sleep(forTimeInterval: 0.3)
        try database.removeFiles()
        database.unblockade()
        #expect(answers.waits { !$0 })
        #expect(!FileManager.default.fileExists(atPath: database.path))
    }
}
