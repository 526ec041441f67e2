import Testing

/// SwiftPM does not enforce declared imports: an undeclared one compiles if that module was built before.
@Suite("The import table")
struct WallTests {
  /// Each module with its allowed imports, according to ARCHITECTURE.md.
  private let table: [String: Set<String>]
  private let files: [SourceFile]

  init() throws {
    table = try Self.table(in: SourceFile.text(of: "ARCHITECTURE.md"))
    files = try SourceFile.below("Sources")
  }

  @Test("has exactly one line for every module")
  func isComplete() {
    #expect(table.keys.sorted() == Set(files.map(\.module)).sorted())
  }

  @Test("is respected: no file has other imports")
  func isHeld() {
    for file in files {
      let climbing = Set(Self.imports(of: file)).subtracting(table[file.module, default: []])
      #expect(climbing.sorted() == [], "\(file.path) imports what ARCHITECTURE.md does not allow \(file.module)")
    }
  }

  @Test("lets only the export use libgit2")
  func librariesOfExport() {
    let users = files.filter { Self.imports(of: $0).contains("CLibGit2") }.map(\.path)
    #expect(users == ["Sources/Git/Export/LibGit2Objects.swift"])
  }

  @Test("is minimal: every allowed import is used")
  func isUsed() {
    for (module, allowed) in table.sorted(by: { $0.key < $1.key }) {
      let used = Set(files.filter { $0.module == module }.flatMap(Self.imports))
      #expect(
        allowed.subtracting(used).sorted() == [], "\(module) imports none of these, but ARCHITECTURE.md lists them")
    }
  }

  @Test("matches Package.swift")
  func isDeclared() throws {
    let manifest = try SourceFile.text(of: "Package.swift")
    for (module, allowed) in table.sorted(by: { $0.key < $1.key }) {
      let declared = try Self.dependencies(of: module, in: manifest)
      #expect(declared == allowed.subtracting(Self.systemModules), "the dependencies of \(module)")
    }
  }

  @Test("is checked for every form of an import")
  func readsImports() {
    let text = """
      @preconcurrency import ArgumentParser
      package import struct Lanes.Plan
      #if canImport(Darwin)
        import Darwin
      #endif
      // import Commented
      let words = "import nothing"
      """
    #expect(
      Self.imports(of: SourceFile(path: "Sources/X/Y.swift", text: text)) == ["ArgumentParser", "Lanes", "Darwin"])
  }

  /// The lines `Module → A, B, C` of the fenced block below the table's heading.
  private static func table(in text: String) throws -> [String: Set<String>] {
    let chapter = try #require(text.firstRange(of: "\n## The wall\n")).upperBound
    let block = try #require(text[chapter...].firstMatch(of: /```\w*\n((?s).*?)```/)).output.1
    let rows = block.matches(of: /(\w+) +→ *(.*)/)
    var table: [String: Set<String>] = [:]
    for row in rows {
      table[String(row.output.1)] = Set(
        row.output.2.split(separator: ",").map { $0.replacing(" ", with: "") }.map(String.init))
    }
    return table
  }

  /// The modules of the system and of Swift.
  private static let systemModules: Set = ["Darwin", "Foundation", "FoundationEssentials", "Glibc", "Musl"]

  /// The imports of `file`.
  private static func imports(of file: SourceFile) -> [String] {
    let form = /^ *(?:@\w+ +)*(?:\w+ +)?import +(?:(?:struct|class|enum|protocol|func|var|let|typealias) +)?(\w+)/
    return file.code.matches(of: form.anchorsMatchLineEndings()).map { String($0.output.1) }
  }

  /// The dependencies of the target `name` in Package.swift.
  private static func dependencies(of name: String, in manifest: String) throws -> Set<String> {
    let target = try Regex(
      #"(?:module\(|[tT]arget\()\s*(?:name: )?"\#(name)"(,\s*(?:dependencies:\s*)?\[(?:[^\[\]]*)\])?"#)
    let match = try #require(manifest.firstMatch(of: target), "no target \(name)")
    let list = (match.output[1].substring ?? "").replacing(/package: "[^"]*"/, with: "")
    return Set(list.matches(of: /"([^"]*)"/).map { String($0.output.1) })
  }
}
