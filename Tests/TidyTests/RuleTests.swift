import Testing

/// The rules themselves, on small samples: a rule that never fires protects nothing.
@Suite struct `Tidy rules` {
    private func module(_ text: String, _ path: String = "WCDBStorage/Page/A.swift") -> SwiftSource
    {
        SwiftSource(path: "Sources/" + path, text: text)
    }

    @Test func `code in comments and strings is not seen`() {
        let source = module(
            #"""
            // fatalError("a")
            /* as! /* nested */ try! */
            let a = "print(\(b + "c)")) fatalError"
            let d = ##"raw " \(fatalError) "# print("##
            func `as! a name`() {}
            """#)
        #expect(WordRules.bannedCalls(source).isEmpty)
        #expect(source.tokens.contains { $0.text == "b" && $0.line == 3 })
        #expect(source.matches(["func", "x", "(", ")"], at: source.tokens.count - 6))
    }

    @Test func `traps are found with their line`() {
        let findings = WordRules.bannedCalls(module("let a = 1\nlet b = try! c() as! D"))
        #expect(findings.map(\.line) == [2, 2])
    }

    @Test func `long functions are found, requirements are not`() {
        let body = String(repeating: "    a()\n", count: 59)
        let text = "protocol P {\n    func a()\n    init()\n}\nfunc b(\n) throws {\n\(body)}\n"
        #expect(LengthRules.functions(module(text)).map(\.line) == [5])
        let short = String(repeating: "    a()\n", count: 58)
        #expect(LengthRules.functions(module("init() {\n\(short)}\n")).isEmpty)
    }

    @Test func `long lines and files are found`() {
        let line = String(repeating: "é", count: 101)
        #expect(LengthRules.lines(module("a\n" + line)).map(\.line) == [2])
        #expect(LengthRules.lines(module(String(line.dropLast()))).isEmpty)
        let document = Document(path: "A.md", text: "\(line)\n| \(line) |\n```\n\(line)\n```\n")
        #expect(LengthRules.lines(document).map(\.line) == [1])
        #expect(LengthRules.files(module(String(repeating: "\n", count: 501))).count == 1)
        #expect(LengthRules.files(module(String(repeating: "\n", count: 500))).isEmpty)
    }

    @Test func `imports go downwards only`() {
        #expect(ImportRules.check(module("import Foundation")).count == 1)
        #expect(ImportRules.check(module("import Glibc")).count == 1)
        #expect(ImportRules.check(module("import Glibc", "WCDBStorage/File/A.swift")).isEmpty)
        #expect(ImportRules.check(module("import struct Foundation.Data")).count == 1)
        #expect(ImportRules.check(module("package import Synchronization")).isEmpty)
        #expect(ImportRules.check(module("import Foundation", "WCDBSwift/ORM/A.swift")).isEmpty)
        #expect(ImportRules.check(module("import WCDBEngine", "WCDBSQL/AST/A.swift")).count == 1)
    }

    @Test func `a folder may not mention a later one`() {
        let late = module("struct Late { let early: Early }", "WCDBStorage/BTree/Late.swift")
        let early = module("struct Early { let late: Late }", "WCDBStorage/Bytes/Early.swift")
        #expect(FolderRules.check([late, early]).map(\.path) == [early.path])
        let unknown = module("struct A {}", "WCDBStorage/Utils/A.swift")
        #expect(FolderRules.check([unknown]).count == 1)
    }

    @Test func `raw memory is noticed`() {
        let load = "a.load(fromByteOffset: 1, as: B.self)"
        #expect(MemoryRules.check(module(load, "WCDBStorage/Check/A.swift")).count == 1)
        #expect(MemoryRules.check(module("a.load(ordering: .relaxed)")).isEmpty)
        #expect(MemoryRules.check(module("a.pointee", "WCDBStorage/Bytes/A.swift")).isEmpty)
    }

    @Test func `an undocumented main type is found`() {
        #expect(CommentRules.check(module("struct A {}")).count == 1)
        #expect(CommentRules.check(module("/// An A.\n@frozen\npackage struct A {}")).isEmpty)
        #expect(CommentRules.check(module("struct B {}\n/// An A.\nstruct A {}")).isEmpty)
        #expect(CommentRules.check(module("extension A {}")).isEmpty)
    }

    @Test func `a public member without an example is found`() {
        func findings(_ text: String, _ path: String = "WCDBSwift/WINQ/A.swift") -> [Int] {
            ExampleRules.check([module(text, path)]).map(\.line)
        }
        #expect(findings("/// An A.\npublic struct A {}") == [2])
        #expect(findings("struct A {}").isEmpty)
        #expect(findings("public struct A {}", "WCDBSQL/A.swift").isEmpty)
        let example = "/// An A.\n///\n/// ```swift\n/// A()\n/// ```\n@frozen\n"
        #expect(findings(example + "public struct A {\n    public init() {}\n}").isEmpty)
        #expect(
            findings(example + "public enum A {\n    case a\n    public static let b = 1\n}")
                .isEmpty)
        #expect(findings(example + "public enum A {\n    public static func b() {}\n}") == [8])
        #expect(findings("public protocol A {\n    var b: Int { get }\n}") == [1, 2])
        #expect(findings("public import A\npublic private(set) var b = 1") == [2])
        let overloads = example + "public func f(a: Int) {}\npublic func f(a: Bool) {}"
        #expect(findings(overloads) == [8])
        let requirement = example + "public protocol A {\n    func f(_ a: Int, in b: [A: B])\n}\n"
        #expect(findings(requirement) == [8])
        #expect(findings(requirement + example + "public func f(_ b: Int, in c: Int)").isEmpty)
        #expect(findings(requirement + example + "public func f(_ b: Int)") == [8])
    }

    @Test func `documents are read outside of code`() {
        let text = "# A\n```\n# not a title\n```\n[a](#b-c) `[x](y)` [b](../no.md)\n## B, c\n"
        let document = Document(path: "Spec/a.md", text: text)
        #expect(DocumentRules.titles(document).isEmpty)
        #expect(document.links.map(\.target) == ["#b-c", "../no.md"])
        #expect(document.anchors == ["a", "b-c"])
        #expect(DocumentRules.resolve("../x/./y.md", from: "Spec/a.md") == "x/y.md")
    }
}
