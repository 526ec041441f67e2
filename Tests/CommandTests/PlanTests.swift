import Foundation
import Processes
import TestSupport
import Testing

/// The guarantees of a plan, checked on the example with the built program.
@Suite("A plan")
struct PlanTests {
  private let world: GoldenWorld

  init() throws {
    world = try GoldenWorld(example: "Examples/CoolApp")
  }

  @Test(
    "writes nothing, neither in the tree nor in .git",
    arguments: [
      "plan release", "plan release --diff", "plan release --json", "plan release_version --answer version=2.0.0",
      "run release --dry-run", "bump minor --dry-run", "check", "plan --list", "version --sites",
    ])
  func writesNothing(_ words: String) throws {
    let before = try FolderContents(of: world.root)
    #expect(try run(words).termination == .exited(status: 0))
    let after = try FolderContents(of: world.root)
    #expect(after.changes(since: before).keys.sorted() == [])
    #expect(after == before)
  }

  @Test("is the same bytes every time", arguments: ["plan release", "plan release --diff", "plan release --json"])
  func isDeterministic(_ words: String) throws {
    let first = try run(words)
    #expect(first.succeeded && !first.output.isEmpty)
    #expect(try run(words) == first)
  }

  @Test(
    "lists exactly what run does",
    arguments: [("release", []), ("release_version", ["--answer", "version=2.0.0-beta.1"])])
  func isWhatRunDoes(_ lane: String, _ answer: [String]) throws {
    let plan = try JSONDecoder().decode(
      PlannedRun.self, from: Data(try martlet(["plan", lane, "--json"] + answer).output))
    let parent = try world.git("rev-parse", "HEAD")
    #expect(try martlet(["run", lane, "--yes"] + answer).succeeded)

    let commit = try #require(plan.entry("commit"))
    let tag = try #require(plan.entry("tag"))
    let push = try #require(plan.entry("push"))
    let name = try #require(tag.tag)
    #expect(try world.git("rev-parse", "HEAD^") == parent)
    #expect(try world.git("log", "-1", "--format=%B") == commit.message)
    #expect(try world.git("symbolic-ref", "--short", "HEAD") == commit.branch)
    #expect(try lines(world.git("diff", "--name-only", "HEAD^", "HEAD")) == commit.files)
    #expect(try lines(world.git("diff", "--name-only", "HEAD^", "HEAD")) == plan.entries.compactMap(\.path))
    #expect(try diff(of: "HEAD") == plan.entries.compactMap(\.diff).joined())
    #expect(try world.git("status", "--porcelain") == "")
    #expect(try world.git("cat-file", "-t", "refs/tags/\(name)") == "tag")
    #expect(try world.git("rev-parse", "\(name)^{commit}") == world.git("rev-parse", "HEAD"))
    #expect(try world.git("for-each-ref", "--format=%(contents)", "refs/tags/\(name)") == tag.message)

    let refs = try lines(world.git("for-each-ref", "--format=%(refname)", directory: "\(world.root)/CoolApp.git"))
    #expect(refs == push.refs)
    for ref in refs {
      #expect(try world.git("rev-parse", ref, directory: "\(world.root)/CoolApp.git") == world.git("rev-parse", ref))
    }
  }

  private func run(_ words: String) throws -> CommandResult {
    try martlet(words.split(separator: " ").map(String.init))
  }

  private func martlet(_ words: [String]) throws -> CommandResult { try world.martlet(words).run() }

  private func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

  /// Git's diff of a commit, without the lines with modes and ids, which a plan does not have.
  private func diff(of commit: String) throws -> String {
    try world.git("show", "--format=", "--no-color", "--no-ext-diff", commit)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("diff --git ") && !$0.hasPrefix("index ") }
      .map { line in
        // git repeats the line before a hunk that looks like a heading; a plan does not.
        guard line.hasPrefix("@@ "), let end = line.dropFirst(3).firstRange(of: " @@") else { return "\(line)\n" }
        return "\(line[..<end.upperBound])\n"
      }
      .joined()
  }
}

/// The parts of `martlet plan --json` that git can confirm.
private struct PlannedRun: Decodable {
  struct Entry: Decodable {
    let effect: String
    let path: String?
    let diff: String?
    let message: String?
    let files: [String]?
    let branch: String?
    let tag: String?
    let refs: [String]?
  }

  let entries: [Entry]

  func entry(_ effect: String) -> Entry? { entries.first { $0.effect == effect } }
}
