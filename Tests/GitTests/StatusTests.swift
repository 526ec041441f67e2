import Git
import MartletCore
import TestSupport
import Testing

@Suite("The status")
struct StatusTests {
  /// A repository with every kind of change in `git status`.
  private static func sandbox() throws -> GitSandbox {
    let sandbox = try GitSandbox()
    let names = ["same", "modified", "deleted", "staged", "both", "removed", "gone", "type", "exec", "folder/kept"]
    try sandbox.commit("First", Dictionary(uniqueKeysWithValues: names.map { ($0, "\($0)\n") }))
    try sandbox.write(".gitignore", "*.log\nbuild/\n!keep.log\n")
    try sandbox.git("add", ".gitignore")
    for name in ["modified", "staged", "both"] { try sandbox.write(name, "changed \(name)\n") }
    try sandbox.git("add", "staged", "both")
    try sandbox.write("both", "changed again\n")
    try sandbox.remove("deleted")
    try sandbox.git("rm", "-q", "removed")
    try sandbox.git("rm", "-q", "--cached", "gone")
    try sandbox.remove("type")
    try sandbox.link("type", to: "same")
    try sandbox.setMode(0o755, of: "exec")
    try sandbox.write("added", "added\n")
    try sandbox.git("add", "added")
    try sandbox.write("intended", "intended\n")
    try sandbox.git("add", "--intent-to-add", "intended")
    try sandbox.write("assumed", "assumed\n")
    try sandbox.git("add", "assumed")
    try sandbox.git("update-index", "--assume-unchanged", "assumed")
    try sandbox.write("assumed", "changed behind git's back\n")
    try sandbox.write("new folder/deep/é \"quoted\".txt", "untracked\n")
    try sandbox.write("new folder/other", "untracked\n")
    try sandbox.write("folder/new", "untracked\n")
    try sandbox.write("x.log", "ignored\n")
    try sandbox.write("keep.log", "not ignored\n")
    try sandbox.write("build/out", "ignored\n")
    try sandbox.git("init", "-q", "nested")
    try sandbox.write("nested/file", "of another repository\n")
    return sandbox
  }

  /// The output of `git status --porcelain -z`, in Martlet's terms.
  static func expected(_ sandbox: GitSandbox, _ mode: String) throws -> Set<FileChange> {
    let output = try sandbox.git(
      "-c", "status.renames=false", "status", "--porcelain", "-z", "--untracked-files=\(mode)")
    return Set(
      output.split(separator: "\0").compactMap { line in
        let codes = Array(line.prefix(2))
        guard let path = RelativePath(String(line.dropFirst(3))) else { return nil }
        let state: FileChange.State =
          switch (codes[0], codes[1]) {
          case ("?", "?"): .untracked
          case ("U", _), (_, "U"), ("A", "A"), ("D", "D"): .conflicted
          default: .tracked(staged: kind(codes[0]), workTree: kind(codes[1]))
          }
        return FileChange(path: path, state: state)
      })
  }

  private static func kind(_ code: Character) -> FileChange.Kind? {
    ["A": .added, "M": .modified, "D": .deleted, "T": .typeChanged][code]
  }

  @Test(
    "matches git's", arguments: [("all", UntrackedFiles.all), ("normal", .folders), ("no", .none)])
  func sameAsGit(_ mode: (name: String, untracked: UntrackedFiles)) throws {
    let sandbox = try Self.sandbox()
    let changes = try sandbox.repository().status(untracked: mode.untracked)
    let expected = try Self.expected(sandbox, mode.name)
    #expect(Set(changes).subtracting(expected) == [])
    #expect(expected.subtracting(changes) == [])
    #expect(changes.map(\.path) == changes.map(\.path).sorted())
    #expect(changes.count > 8)
  }

  @Test("of a fresh clone is empty, with any times in the index")
  func clean() throws {
    let sandbox = try GitSandbox()
    try sandbox.commit("First", ["a.txt": "one\n"])
    try sandbox.write("a.txt", "one\n")
    #expect(try sandbox.repository().status().isEmpty)
  }

  @Test("of an unborn branch lists what is staged")
  func unborn() throws {
    let sandbox = try GitSandbox()
    try sandbox.write("a.txt", "one\n")
    try sandbox.write("b.txt", "one\n")
    try sandbox.git("add", "a.txt")
    #expect(
      try sandbox.repository().status() == [
        FileChange(path: "a.txt", state: .tracked(staged: .added, workTree: nil)),
        FileChange(path: "b.txt", state: .untracked),
      ])
  }

  @Test("shows conflicts, and unfinished operations")
  func conflict() throws {
    let sandbox = try GitSandbox()
    try sandbox.commit("First", ["a.txt": "one\n"])
    try sandbox.git("checkout", "-q", "-b", "side")
    try sandbox.commit("Side", ["a.txt": "side\n"])
    try sandbox.git("checkout", "-q", "main")
    try sandbox.commit("Main", ["a.txt": "main\n"])
    #expect(try sandbox.repository().ongoingOperation == nil)
    _ = try sandbox.attempt("merge", "side")
    #expect(try sandbox.repository().status() == [FileChange(path: "a.txt", state: .conflicted)])
    #expect(try sandbox.repository().ongoingOperation == .merge)
    try sandbox.git("merge", "--abort")
    _ = try sandbox.attempt("cherry-pick", "side")
    #expect(try sandbox.repository().ongoingOperation == .cherryPick)
    try sandbox.git("cherry-pick", "--abort")
    _ = try sandbox.attempt("rebase", "side")
    #expect(try sandbox.repository().ongoingOperation == .rebase)
    try sandbox.git("rebase", "--abort")
    try sandbox.git("bisect", "start")
    #expect(try sandbox.repository().ongoingOperation == .bisect)
  }

  @Test("shows a submodule with a moved commit or changed files")
  func submodule() throws {
    let library = try GitSandbox()
    try library.commit("First", ["l.txt": "one\n"])
    let sandbox = try GitSandbox()
    try sandbox.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", library.path, "lib")
    try sandbox.commit("With a submodule", ["a.txt": "one\n"])
    #expect(try sandbox.repository().status().isEmpty)
    #expect(try sandbox.repository().filePaths() == [".gitmodules", "a.txt"])
    try sandbox.write("lib/l.txt", "two\n")
    #expect(try Set(sandbox.repository().status()) == Self.expected(sandbox, "all"))
    #expect(try sandbox.repository().status().map(\.path) == ["lib"])
    try sandbox.at("work/lib").git("commit", "-q", "-a", "-m", "Moved")
    #expect(try Set(sandbox.repository().status()) == Self.expected(sandbox, "all"))
    #expect(try sandbox.repository().status().map(\.path) == ["lib"])
  }

  @Test("does not write the index")
  func readOnly() throws {
    let sandbox = try Self.sandbox()
    let before = sandbox.folder.bytes(of: "work/.git/index")
    _ = try sandbox.repository().status()
    _ = try sandbox.repository().filePaths()
    #expect(sandbox.folder.bytes(of: "work/.git/index") == before)
  }

  @Test("runs only content filters of a hostile configuration, like git")
  func hostile() throws {
    let sandbox = try Self.sandbox()
    try sandbox.write(".gitattributes", "* filter=evil diff=evil\n")
    for (key, value) in [
      ("core.fsmonitor", "touch evil1"), ("filter.evil.clean", "touch filtered; cat"), ("alias.status", "!touch evil3"),
      ("diff.evil.textconv", "touch evil4"), ("core.sshcommand", "touch evil5"), ("core.pager", "touch evil6"),
      ("credential.helper", "!touch evil7"), ("status.submoduleSummary", "true"),
    ] {
      try sandbox.git("config", key, value)
    }
    // Written again, so that git must compare the contents, however fast the files were created.
    try sandbox.write("same", "same\n")
    let repository = try sandbox.repository()
    _ = try repository.status()
    _ = try repository.filePaths()
    _ = try repository.tags()
    _ = try repository.commit(try sandbox.id("HEAD"))
    #expect(sandbox.has("filtered"))
    #expect((1...7).allSatisfy { !sandbox.has("evil\($0)") })
  }

  @Test("lists files without tracked and new links, even to folders")
  func links() throws {
    let sandbox = try GitSandbox()
    try sandbox.commit("First", ["folder/a.txt": "one\n"])
    try sandbox.link("tracked", to: "folder")
    try sandbox.link("folder/tracked", to: "a.txt")
    try sandbox.git("add", "--all")
    try sandbox.link("new", to: "folder")
    let repository = try sandbox.repository()
    #expect(try repository.plainFilePaths() == ["folder/a.txt"])
    #expect(try repository.filePaths() == ["folder/a.txt", "folder/tracked", "new", "tracked"])
  }

  @Test("matches `git ls-files` with the list of files")
  func files() throws {
    let sandbox = try Self.sandbox()
    let listed = try sandbox.git("ls-files", "-z", "-co", "--exclude-standard").split(separator: "\0").map(String.init)
    let expected = Set(listed.filter { !$0.hasSuffix("/") }).compactMap { RelativePath($0) }.sorted()
    #expect(try sandbox.repository().filePaths() == expected)
    #expect(expected.contains("keep.log") && expected.contains("folder/new"))
  }
}
