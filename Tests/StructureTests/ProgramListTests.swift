import Foundation
import Testing

/// `scripts/setup tests` installs what `Tests/Programs` lists. `scripts/test programs` compares the list with what really starts; this is
/// what can be seen in the sources.
@Suite("The list of programs that tests start")
struct ProgramListTests {
  /// What every system with git, make and a toolchain of Swift has.
  private static let everywhere: Set = [
    "bash", "cat", "cmp", "cp", "diff", "dd", "echo", "env", "false", "find", "git", "gzip", "ls", "make", "mkfifo",
    "mount", "printf",
    "pwd", "setpriv", "sh", "sha256sum", "swift", "swiftc", "tar", "true", "umount", "unshare", "yes", "clang", "docc",
    "llvm-ar",
    // Made by the tests themselves, and of macOS.
    "tool",
    "shasum", "xcrun", "hdiutil",
  ]

  @Test("has each program that a test names")
  func programs() throws {
    let listed = try Self.listed()
    let patterns = [
      #"\b(?:Command|ReferenceProgram)\(\s*"([a-z][\w.-]*)""#, #"LoopbackServer\.path\(of: "([a-z][\w.-]*)"\)"#,
      #"\bsandbox\.run\("([a-z][\w.-]*)""#,
    ]
    for file in try SourceFile.below("Tests") where !file.path.hasPrefix("Tests/StructureTests/") {
      let bytes = Array(file.text.utf8)
      for match in patterns.flatMap({
        TestCode.matches(of: $0, in: String(decoding: bytes.map { min($0, 127) }, as: UTF8.self))
      }) {
        let name = String(decoding: bytes[match[1]], as: UTF8.self)
        let isKnown = listed.contains(name) || Self.everywhere.contains(name) || name.hasPrefix("no-such")
        #expect(isKnown, "\(file.path) starts `\(name)`: add it to Tests/Programs")
      }
    }
  }

  @Test("has each module of Python that a test's server imports, except Python's own")
  func modules() throws {
    let listed = try Self.listed()
    let own: Set = [
      "base64", "collections", "copy", "datetime", "email", "fnmatch", "hashlib", "hmac", "html", "http", "io",
      "itertools",
      "json",
      "os", "pathlib", "plistlib", "re", "secrets", "shutil", "signal", "socket", "socketserver", "ssl", "struct",
      "subprocess", "sys", "tempfile", "threading", "time", "types", "typing", "unicodedata", "errno", "urllib",
      "zipfile", "zlib",
    ]
    // One server imports a module of another one. `validate.py` is started by `scripts/peers` only.
    let tests = SourceFile.package.appendingPathComponent("Tests").path
    let files = try ["ForgeServer", "AppStoreServer", "PipelineRunner"].flatMap { folder in
      let names = try FileManager.default.contentsOfDirectory(atPath: "\(tests)/\(folder)")
      return names.filter { $0.hasSuffix(".py") && $0 != "validate.py" }.map { "\(folder)/\($0)" }
    }
    let local = files.compactMap { $0.split(separator: "/").last?.dropLast(3) }
    try #require(files.count > 10)
    for file in files.sorted() {
      let text = try SourceFile.text(of: "Tests/\(file)")
      for match in text.matches(of: /^(?:import|from) (\w+)/.anchorsMatchLineEndings()) {
        let name = match.output.1
        let isKnown = own.contains(String(name)) || local.contains(name) || listed.contains("python:\(name)")
        #expect(isKnown, "Tests/\(file) imports `\(name)`: add it to Tests/Programs")
      }
    }
  }

  /// The names in the first column.
  private static func listed() throws -> Set<String> {
    let lines = try SourceFile.text(of: "Tests/Programs").split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(lines.allSatisfy { $0.split(separator: " ").count == 3 }, "expected three columns")
    return Set(lines.compactMap { $0.split(separator: " ").first.map(String.init) })
  }
}
