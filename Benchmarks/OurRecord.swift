import WCDBStorage

/// Rows as records of our engine. Making and reading them is part of the measured time, as it is
/// in SQLite.
enum OurRecord {
    /// Makes records in memory that is used again: a record is good until the next one.
    struct Writer: ~Copyable {
        private var writer = RecordWriter()

        mutating func keyed(
            _ key: Int64, _ blob: UnsafeRawBufferPointer
        ) -> UnsafeRawBufferPointer {
            guard let base = blob.baseAddress else { return blob }
            writer.begin(columnCount: 2)
            writer.appendInteger(key)
            writer.append(.blob(base, count: blob.count))
            return writer.finish()
        }

        mutating func texted(
            _ text: UnsafeRawBufferPointer, _ blob: UnsafeRawBufferPointer
        ) -> UnsafeRawBufferPointer {
            guard let base = blob.baseAddress, let start = text.baseAddress else { return blob }
            writer.begin(columnCount: 3)
            writer.append(.null)
            writer.append(.text(start, count: text.count))
            writer.append(.blob(base, count: blob.count))
            return writer.finish()
        }
    }

    /// The columns of a record made by `keyed`.
    @inline(__always)
    static func readKeyed(
        _ payload: UnsafeRawBufferPointer
    ) -> (key: Int64, blob: UnsafeRawBufferPointer) {
        guard let base = payload.baseAddress else { return (0, payload) }
        var reader = RecordReader(validated: base, count: payload.count)
        let key = reader.next()?.integer ?? 0
        return (key, reader.next()?.bytes ?? payload)
    }

    /// The columns of a record made by `texted`.
    @inline(__always)
    static func readTexted(
        _ payload: UnsafeRawBufferPointer
    ) -> (text: UnsafeRawBufferPointer, blob: UnsafeRawBufferPointer) {
        guard let base = payload.baseAddress else { return (payload, payload) }
        var reader = RecordReader(validated: base, count: payload.count)
        let text = reader.column(at: 1)?.bytes ?? payload
        return (text, reader.column(at: 2)?.bytes ?? payload)
    }
}
