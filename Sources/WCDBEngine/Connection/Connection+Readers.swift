/// Queries whose rows are asked for one by one, while other statements of the connection run.
extension Connection {
    func enter(_ reader: PreparedSQL) { readers.append(Unmanaged.passUnretained(reader)) }

    func leave(_ reader: PreparedSQL) {
        let left = Unmanaged.passUnretained(reader).toOpaque()
        // Mostly the last that began.
        if readers.last?.toOpaque() == left {
            readers.removeLast()
        } else if let place = readers.firstIndex(where: { $0.toOpaque() == left }) {
            readers.remove(at: place)
        }
    }

    /// The next run of the statement that is in a series is one by itself.
    func endSeries() { series?.takeUnretainedValue().endSeries() }

    /// Has all queries make the rest of their rows now: what comes next changes what they read, or
    /// ends the transaction in which they do. So they show what was there when they were asked, a
    /// change is committed when it is done, and no cursor has to find its row again.
    /// Throws where there is no memory for that, unless rows may be lost.
    func settleReaders(mayLoseRows: Bool = false) throws(EngineError) {
        endSeries()
        while let reader = readers.last {
            try reader.takeUnretainedValue().keepRest(mayLoseRows: mayLoseRows)
        }
    }
}
