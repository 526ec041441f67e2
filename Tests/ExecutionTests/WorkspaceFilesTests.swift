import MartletCore
import TestSupport
import Testing

@testable import Execution

@Suite("The files of a workspace")
struct WorkspaceFilesTests {
  @Test("are listed below a folder, including ignored ones, without nested repositories and linked folders")
  func belowAFolder() throws {
    let sandbox = try GitSandbox()
    for name in ["Pods/b/c.txt", "Pods/a.txt", "Pods/.hidden", "Pods/Nested/.git/HEAD", "Pods/Nested/x", "Other/d.txt"]
    {
      try sandbox.write(name, "x")
    }
    try sandbox.write(".gitignore", "Pods\n")
    try sandbox.link("Pods/file", to: "../Other/d.txt")
    try sandbox.link("Pods/folder", to: "../Other")
    try sandbox.link("Pods/nothing", to: "nowhere")
    try sandbox.link("Outside", to: "/")
    let workspace = try Workspace(containing: sandbox.path, environment: sandbox.environment)
    #expect(
      try workspace.filePaths(below: "Pods").map(\.string) == [
        "Pods/.hidden", "Pods/a.txt", "Pods/b/c.txt", "Pods/file",
      ])
    #expect(try workspace.filePaths(below: "Pods/b").map(\.string) == ["Pods/b/c.txt"])
    for folder in ["Missing", "Outside", "Pods/a.txt", "Outside/tmp"] as [RelativePath] {
      #expect(try workspace.filePaths(below: folder).isEmpty)
    }
    #expect(try workspace.filePaths().map(\.string) == [".gitignore", "Other/d.txt"])
  }

  @Test("may be in a folder, or in every one if not all tracked files are checked out")
  func mayBe() throws {
    let sandbox = try GitSandbox()
    try sandbox.commit("First", ["Changes/a.md": "x", "Other/b.md": "x"])
    let workspace = try Workspace(containing: sandbox.path, environment: sandbox.environment)
    #expect(try workspace.mayHaveFiles(below: "Changes"))
    #expect(try !workspace.mayHaveFiles(below: "Missing"))
    try sandbox.git("sparse-checkout", "set", "Other")
    let sparse = try Workspace(containing: sandbox.path, environment: sandbox.environment)
    #expect(try sparse.mayHaveFiles(below: "Changes"))
  }

  @Test("are ignored as git ignores them")
  func ignored() throws {
    let sandbox = try GitSandbox()
    try sandbox.write("Pods/kept.txt", "x")
    try sandbox.git("add", "--force", "Pods/kept.txt")
    try sandbox.commit("First", [".gitignore": "Pods/\n*.log\n!keep.log\n", "a/.gitignore": "b\n"])
    let workspace = try Workspace(containing: sandbox.path, environment: sandbox.environment)
    for name in ["Pods/x", "Pods/kept.txt", "Podsx", "x.log", "a/keep.log", "a/b", "b", "a/b/c", ".gitignore"] {
      let path = try #require(RelativePath(name))
      let isIgnored = try sandbox.attempt("check-ignore", "--quiet", name).succeeded
      #expect(try workspace.isIgnored(path) == isIgnored, "\(name)")
    }
  }

  @Test(
    "have git's composed names on a disk with decomposed ones",
    .disabled(if: CaselessDisk.obstacle != nil, "\(CaselessDisk.obstacle ?? "")"))
  func composed() throws {
    let disk = try CaselessDisk()
    defer { withExtendedLifetime(disk) {} }
    let sandbox = try GitSandbox(in: disk.path)
    try sandbox.commit("First", ["n/gro\u{308}\u{df}e.md": "x", "n/a.md": "x"])
    func names() throws -> [String] {
      let workspace = try Workspace(containing: sandbox.path, environment: sandbox.environment)
      return try (workspace.filePaths() + workspace.filePaths(below: "n")).map { "\(Array($0.string.unicodeScalars))" }
    }
    let plain = "n/a.md".unicodeScalars
    let (decomposed, composed) = ("n/gro\u{308}\u{df}e.md".unicodeScalars, "n/gr\u{f6}\u{df}e.md".unicodeScalars)
    try sandbox.git("config", "core.precomposeunicode", "false")
    #expect(try names() == [plain, decomposed, plain, decomposed].map { "\(Array($0))" })
    try sandbox.git("config", "core.precomposeunicode", "true")
    #expect(try names() == [plain, composed, plain, composed].map { "\(Array($0))" })
  }
}
