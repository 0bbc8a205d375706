/// A path as the directory that holds it and its last component; slashes at the end do not count.
package struct PathName: Equatable, Sendable {
    package let directory: String
    package let last: String

    package init(_ path: String) {
        var rest = Substring(path)
        while rest.utf8.count > 1, rest.utf8.last == UInt8(ascii: "/") { rest.removeLast() }
        guard let slash = rest.utf8.lastIndex(of: UInt8(ascii: "/")) else {
            directory = "."
            last = String(rest)
            return
        }
        last = String(rest[rest.utf8.index(after: slash)...])
        var parent = rest[..<slash]
        while parent.utf8.last == UInt8(ascii: "/") { parent.removeLast() }
        directory = parent.isEmpty ? "/" : String(parent)
    }

    /// The path from the root without empty components, `.` and `..`, links not considered.
    package static func normalized(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." {
                _ = parts.popLast()
            } else {
                parts.append(part)
            }
        }
        return "/" + parts.joined(separator: "/")
    }
}
