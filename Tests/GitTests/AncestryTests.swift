import Git
import MartletCore
import TestSupport
import Testing

@Suite("The ancestry of commits")
struct AncestryTests {
  private let sandbox: GitSandbox

  /// 1,500 commits on `main` and one on each of the branches `b1` to `b9`, the first of them from the first commit; each has a
  /// tag. `git` writes its calls to `calls`.
  init() throws {
    let sandbox = try GitSandbox()
    var commits = (1...1500).map { Self.commit($0, on: "main", after: nil) }
    for number in 1...9 {
      commits.append(Self.commit(1500 + number, on: "b\(number)", after: number == 1 ? 1 : 1500 - number))
      commits.append("reset refs/tags/b\(number)\nfrom :\(1500 + number)\n")
    }
    try sandbox.folder.write("stream", commits.joined())
    try sandbox.shell("git fast-import --quiet < ../stream")
    let git = try sandbox.shell("printf %s \"$(command -v git)\"")
    try sandbox.folder.writeScript("bin/git", "echo \"$*\" >>'\(sandbox.folder.path)/calls'; exec '\(git)' \"$@\"")
    sandbox.environment["PATH"] = "\(sandbox.folder.path)/bin:\(sandbox.environment["PATH"] ?? "")"
    self.sandbox = sandbox
  }

  private static func commit(_ number: Int, on branch: String, after parent: Int?) -> String {
    "commit refs/heads/\(branch)\nmark :\(number)\ncommitter A <a@example.com> \(1_767_225_600 + number) +0000\ndata 0\n"
      + (parent.map { "from :\($0)\n" } ?? "") + "\n"
  }

  @Test("is one short list where the first commit is near")
  func near() throws {
    let ancestry = try ancestry()
    let (main, near) = (try sandbox.id("main"), try sandbox.id("main~20"))
    let others = try (2...9).map { try sandbox.id("main~\($0)") }
    try forgetCalls()
    #expect(try ancestry.firstAncestor(of: main, among: [near]) == near)
    #expect(try ancestry.firstAncestor(of: main, among: [near] + others) == near)
    #expect(try ancestry.firstAncestor(of: others[0], among: [near]) == near)
    #expect(try ancestry.firstAncestor(of: near, among: [near, main]) == near)
    #expect(lists() == ["--max-count=1000"])
  }

  @Test("is two lists for all questions about HEAD and the tags")
  func far() throws {
    let ancestry = try ancestry()
    let (main, first, near) = (try sandbox.id("main"), try sandbox.id("main~1499"), try sandbox.id("main~4"))
    let branches = try (1...9).map { try sandbox.id("b\($0)") }
    try forgetCalls()
    #expect(try ancestry.firstAncestor(of: main, among: branches + [first, main]) == first)
    #expect(try ancestry.firstAncestor(of: main, among: branches) == nil)
    for branch in branches {
      #expect(try ancestry.firstAncestor(of: main, among: [branch]) == nil)
      #expect(try ancestry.firstAncestor(of: branch, among: [main]) == nil)
      #expect(try ancestry.firstAncestor(of: branch, among: [first]) == first)
    }
    #expect(try ancestry.firstAncestor(of: branches[3], among: [near]) == near)
    #expect(lists() == ["--max-count=1000", "--topo-order"])
  }

  @Test("is listed again for a commit of neither, and has no missing commit")
  func others() throws {
    let missing = try #require(ObjectID(String(repeating: "a", count: 40)))
    let ancestry = try Ancestry(sandbox.repository()) { [missing] }
    let (main, first, branch) = (try sandbox.id("main"), try sandbox.id("main~1499"), try sandbox.id("b1"))
    try forgetCalls()
    #expect(try ancestry.firstAncestor(of: main, among: [missing, first]) == first)
    #expect(try ancestry.firstAncestor(of: branch, among: [missing, first]) == first)
    #expect(try ancestry.firstAncestor(of: main, among: [branch, first]) == first)
    #expect(lists() == ["--max-count=1000", "--topo-order", "--topo-order"])
    #expect(throws: GitError.noSuchObject(missing)) { try ancestry.firstAncestor(of: missing, among: [first]) }
  }

  private func ancestry() throws -> Ancestry {
    let tips = try ["main"].map(sandbox.id) + (1...9).map { try sandbox.id("b\($0)") }
    return try Ancestry(sandbox.repository()) { tips }
  }

  private func forgetCalls() throws { try sandbox.folder.write("calls", "") }

  /// The order of each list that was made.
  private func lists() -> [String] {
    (sandbox.folder.read("calls") ?? "").split(separator: "\n").filter { !$0.contains("cat-file") }.map { line in
      line.split(separator: " ").first { $0 == "--topo-order" || $0.hasPrefix("--max-count") }.map(String.init)
        ?? "\(line)"
    }
  }
}
