import Foundation
import Git
import Lanes
import MartletCore
import TestSupport
import Testing

@testable import Execution

@Suite("A workspace")
struct WorkspaceTests {
  private let sandbox: GitSandbox

  init() throws { sandbox = try GitSandbox() }

  private func workspace(_ changes: [String: String] = [:]) throws -> Workspace {
    try Workspace(containing: sandbox.path, environment: sandbox.environment.merging(changes) { $1 })
  }

  @Test("has git's head")
  func head() throws {
    #expect(try workspace().head() == .unborn("main"))
    let commit = try #require(ObjectID(try sandbox.commit("First", ["a": "a\n"])))
    #expect(try workspace().head() == .branch("main", commit))
    try sandbox.git("switch", "--quiet", "--create", "release/1.5")
    #expect(try workspace().head() == .branch("release/1.5", commit))
    try sandbox.git("switch", "--quiet", "--detach")
    #expect(try workspace().head() == .detached(commit))
  }

  @Test("has git's changes")
  func changes() throws {
    try sandbox.commit("First", ["a": "a\n", "b": "b\n", "c": "c\n", "d": "d\n", ".gitignore": "*.log\n"])
    #expect(try workspace().changes() == [])
    try sandbox.write("a", "changed\n")
    try sandbox.write("b", "staged\n")
    try sandbox.git("add", "b")
    try sandbox.remove("c")
    try sandbox.setMode(0o755, of: "d")
    try sandbox.write("new folder/ü", "new\n")
    try sandbox.write("x.log", "ignored\n")
    let status = try sandbox.git("-c", "core.quotePath=false", "status", "--porcelain", "--untracked-files=all", "-z")
    let expected = status.split(separator: "\0").map { String($0.dropFirst(3)) }.sorted()
    let found = try workspace().changes()
    #expect(found.map(\.path.string) == expected)
    #expect(found.filter(\.isUntracked).map(\.path) == ["new folder/ü"])
  }

  @Test("has git's tags, each with its commit")
  func tags() throws {
    let first = try sandbox.commit("First", ["a": "a\n"])
    try sandbox.git("tag", "1.0.0")
    try sandbox.git("tag", "-m", "Words", "app/1.0.0")
    try sandbox.git("tag", "-m", "Of a tag", "twice", "app/1.0.0")
    let blob = try sandbox.git("rev-parse", "HEAD:a")
    try sandbox.git("tag", "blob", blob)
    try sandbox.git("pack-refs", "--all")
    let second = try sandbox.commit("Second", ["a": "b\n"])
    try sandbox.git("tag", "1.1.0")
    let tags = try workspace().tags().mapValues(\.hex)
    #expect(tags == ["1.0.0": first, "app/1.0.0": first, "twice": first, "blob": blob, "1.1.0": second])
  }

  @Test("handles two tags with canonically equivalent names")
  func equivalentTags() throws {
    try sandbox.commit("First", ["a": "a\n"])
    let commit = try sandbox.git("rev-parse", "HEAD")
    try sandbox.write(
      ".git/packed-refs",
      "# pack-refs with: peeled fully-peeled sorted \n\(commit) refs/tags/e\u{301}\n\(commit) refs/tags/\u{E9}\n")
    #expect(try workspace().tags().count == 1)
  }

  @Test("has git's remotes, and shows their addresses without a password")
  func remotes() throws {
    #expect(try workspace().remoteNames() == [])
    try sandbox.git("remote", "add", "origin", "https://me:secret@example.com/one.git")
    try sandbox.git("remote", "add", "fork", "git@example.com:me/two.git")
    #expect(try workspace().remoteNames() == ["fork", "origin"])
    #expect(try workspace().remoteAddresses() == ["git@example.com:me/two.git", "https://example.com/one.git"])
  }

  @Test("has git's push destination")
  func pushDestination() throws {
    try sandbox.commit("First", ["a": "a\n"])
    #expect(try workspace().pushDestination(of: "main") == nil)
    try sandbox.git("remote", "add", "origin", "/nowhere")
    #expect(try workspace().pushDestination(of: "main") == .init(remote: "origin", ref: "refs/heads/main"))
    try sandbox.git("remote", "add", "fork", "/nowhere")
    try sandbox.git("config", "branch.main.remote", "fork")
    try sandbox.git("config", "branch.main.merge", "refs/heads/trunk")
    #expect(try workspace().pushDestination(of: "main") == .init(remote: "fork", ref: "refs/heads/trunk"))
    try sandbox.git("config", "remote.pushDefault", "origin")
    #expect(try workspace().pushDestination(of: "main") == .init(remote: "origin", ref: "refs/heads/main"))
  }

  @Test("detects an unfinished merge")
  func unfinishedOperation() throws {
    try sandbox.commit("First", ["a": "a\n"])
    #expect(try workspace().unfinishedOperation() == nil)
    try sandbox.git("switch", "--quiet", "--create", "other")
    try sandbox.commit("Theirs", ["a": "theirs\n"])
    try sandbox.git("switch", "--quiet", "main")
    try sandbox.commit("Ours", ["a": "ours\n"])
    #expect(try !sandbox.attempt("merge", "other").succeeded)
    #expect(try workspace().unfinishedOperation() == "merge")
  }

  @Test("decodes text, and reports files that are not text")
  func source() throws {
    try sandbox.write("crlf", "a\r\nb")
    try sandbox.write("utf16", [0xFF, 0xFE, 0x61, 0x00] as [UInt8])
    try sandbox.write("broken", [0xFF, 0xFE, 0x61] as [UInt8])
    #expect(try workspace().source(at: "crlf")?.bytes == Array("a\r\nb".utf8))
    #expect(try workspace().source(at: "utf16")?.fileBytes == [0xFF, 0xFE, 0x61, 0x00])
    #expect(try workspace().source(at: "no") == nil)
    let error = #expect(throws: ExecutionError.self) { try workspace().source(at: "broken") }
    #expect(
      error?.rendered
        == "error: `broken` is not text: it begins with a UTF-16 mark, but the bytes at offset 2 are not UTF-16")
  }

  @Test("lists git's files, without ignored ones")
  func filePaths() throws {
    try sandbox.commit("First", ["b/a": "a\n", "B": "b\n", ".gitignore": "*.log\n"])
    try sandbox.write("b/new", "new\n")
    try sandbox.write("x.log", "ignored\n")
    #expect(try workspace().filePaths() == [".gitignore", "B", "b/a", "b/new"])
  }

  @Test("is found from a folder inside it, and has the name of its top folder")
  func inside() throws {
    try sandbox.commit("First", ["a/b/c": "c\n"])
    let workspace = try Workspace(containing: "\(sandbox.path)/a/b", environment: sandbox.environment)
    #expect(workspace.root == sandbox.path)
    #expect(workspace.folderName == "work")
  }

  @Test("reads the state of a linked work tree, and uses the common lock")
  func linkedWorkTree() throws {
    try sandbox.commit("First", ["a": "a\n"])
    try sandbox.git("worktree", "add", "--quiet", "-b", "side", "../side")
    let side = sandbox.at("side")
    let workspace = try Workspace(containing: side.path, environment: sandbox.environment)
    #expect(workspace.root == side.path)
    #expect(workspace.repository.commonDirectory == "\(sandbox.path)/.git")
    guard case .branch("side", _) = try workspace.head() else {
      Issue.record("not on its branch")
      return
    }
  }

  @Test("refuses a folder without a repository, and a repository without a working tree")
  func refusals() throws {
    let folder = try TemporaryFolder()
    #expect(throws: GitError.notARepository(path: folder.path)) {
      try Workspace(containing: folder.path, environment: sandbox.environment)
    }
    let bare = try sandbox.addRemote()
    let error = #expect(throws: ExecutionError.bareRepository(bare.path)) {
      try Workspace(containing: bare.path, environment: sandbox.environment)
    }
    #expect(error?.rendered == "error: `\(bare.path)` is a bare repository, expected one with a working tree")
  }

  @Test(
    "has the day in UTC, of the clock or of a variable",
    arguments: [
      ("0", "1970-01-01"), ("1767225599", "2025-12-31"), ("1767225600", "2026-01-01"), ("253402300799", "9999-12-31"),
    ])
  func day(epoch: String, day: String) throws {
    #expect(try workspace(["SOURCE_DATE_EPOCH": epoch, "TZ": "Pacific/Auckland"]).today == day)
  }

  @Test(
    "uses the clock if the variable is not a time",
    arguments: ["", "x", "-1", "9223372036854775807", "253402300800"])
  func noMoment(epoch: String) throws {
    let now = Int64(Date().timeIntervalSince1970)
    #expect(try abs(workspace(["SOURCE_DATE_EPOCH": epoch]).now - now) < 60)
  }
}
