import MartletCore
import TestSupport
import Testing

@testable import Execution
@testable import Lanes

@Suite("The files that a command has built")
struct BuiltArtifactsTests {
  private let sandbox: GitSandbox
  private let workspace: Workspace

  init() throws {
    sandbox = try GitSandbox()
    try sandbox.commit("First", ["VERSION": "1.5.0\n", ".gitignore": "dist\n"])
    workspace = try Workspace(containing: sandbox.path, environment: sandbox.environment)
  }

  /// The folder of a run that begins now.
  private func runFolder() throws -> RunFolder {
    _ = try RunLock(in: workspace.repository.commonDirectory, holder: "test")
    let id = try #require(RunID(beginningAt: "2026-11-21T18:30:00Z"))
    return try RunStore(of: workspace.repository).makeFolder(of: id)
  }

  private func keep(_ patterns: String..., in folder: RunFolder) throws -> [String] {
    try BuiltArtifacts(patterns, in: workspace).keep(in: folder).map(\.path)
  }

  @Test("are kept by their patterns, each once")
  func kept() throws {
    let folder = try runFolder()
    try sandbox.write("dist/b.txt", "b")
    try sandbox.write("dist/a.txt", "a")
    #expect(try keep("dist/*.txt", "dist/a.txt", in: folder) == ["dist/a.txt", "dist/b.txt"])
    for text in ["a", "b"] {
      let digest = ContentDigest(of: Array(text.utf8))
      #expect(folder.holds(ArtifactContents(size: 1, digest: digest)))
    }
  }

  @Test("must be newer than the run: those of the last release may still be there")
  func old() throws {
    try sandbox.write("dist/a.txt", "a")
    // The clock of a file system may be as coarse as a few milliseconds, which these processes take.
    for _ in 1...5 { try sandbox.git("status") }
    let folder = try runFolder()
    try sandbox.write("dist/b.txt", "b")
    #expect(throws: Failure.oldArtifacts(["dist/a.txt"])) { try keep("dist/*", in: folder) }
    #expect(try keep("dist/b.txt", in: folder) == ["dist/b.txt"])
  }

  @Test("must not be empty, not two with one name, and whole archives")
  func refused() throws {
    let folder = try runFolder()
    try sandbox.write("dist/empty.txt", "")
    #expect(throws: Failure.emptyArtifact("dist/empty.txt")) { try keep("dist/empty.txt", in: folder) }
    try sandbox.write("dist/a.txt", "a")
    try sandbox.write("dist/more/a.txt", "b")
    #expect(throws: Failure.repeatedArtifact("dist/a.txt", "dist/more/a.txt")) {
      try keep("dist/a.txt", "dist/more/a.txt", in: folder)
    }
    try sandbox.write("dist/tool.zip", "not a zip")
    #expect(throws: Failure.brokenArchive("dist/tool.zip", "zip")) { try keep("dist/tool.zip", in: folder) }
    #expect(throws: Failure.noArtifact("dist/*.pkg")) { try keep("dist/*.pkg", in: folder) }
  }

  @Test("are not read through a link out of the repository, not even into a folder whose name begins like its own")
  func outside() throws {
    try sandbox.folder.write("work-other/a.txt", "a")
    try sandbox.link("out", to: "../work-other")
    #expect(throws: ExecutionError.outside("out/a.txt")) { try workspace.artifact(at: "out/a.txt") }
  }

  @Test("from another folder are those that were shown, even if they change during the run")
  func supplied() throws {
    try sandbox.folder.write("built/a.txt", "a")
    let path = "\(sandbox.folder.path)/built"
    workspace.artifactsFolder = path
    let shown = try workspace.artifact(at: "\(path)/a.txt")
    try sandbox.folder.write("built/a.txt", "changed")
    #expect(try workspace.artifact(at: "\(path)/a.txt") == shown)
  }

  @Test("published over an executable file of the branch stay executable")
  func mode() throws {
    let object = try #require(ObjectID(sandbox.git("rev-parse", "HEAD:VERSION")))
    func mode(over old: String) throws -> String {
      try TreeSource.text("new").contents(over: TreeFile(mode: old, object: object), in: workspace).mode
    }
    #expect(try mode(over: "100755") == "100755")
    #expect(try mode(over: "100644") == "100644")
    #expect(try TreeSource.text("new").contents(over: nil, in: workspace).mode == "100644")
  }
}
