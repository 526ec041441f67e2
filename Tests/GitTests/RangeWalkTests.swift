import TestSupport
import Testing
import TextEditing
import Versioning

@testable import Git

@Suite("A walk through history")
struct RangeWalkTests {
  /// How git may hold what it knows of commits.
  enum Storage: CaseIterable {
    case loose, packed, graph, graphWithoutDates, chain, graphOfAPart

    func apply(to sandbox: GitSandbox) throws {
      switch self {
      case .loose: break
      case .packed: try sandbox.git("repack", "-adq")
      case .graph: try sandbox.git("commit-graph", "write", "--reachable")
      case .graphWithoutDates:
        try sandbox.git("-c", "commitGraph.generationVersion=1", "commit-graph", "write", "--reachable")
      case .chain:
        for end in ["main~14", "main~6", "main"] {
          try sandbox.git("update-ref", "refs/heads/written", "\(end)^{commit}")
          let id = try sandbox.git("rev-parse", "written")
          let command = "echo \(id) | git commit-graph write --stdin-commits --split=no-merge"
          #expect(try sandbox.run("sh", ["-c", command]).succeeded)
        }
        #expect(try sandbox.git("rev-parse", "written") == sandbox.git("rev-parse", "main"))
        #expect(sandbox.has(".git/objects/info/commit-graphs/commit-graph-chain"))
      case .graphOfAPart:
        try sandbox.git("repack", "-adq")
        #expect(
          try sandbox.run("sh", ["-c", "git rev-parse main~8 | git commit-graph write --stdin-commits"]).succeeded)
      }
    }
  }

  /// Branches that were made and merged by chance, some by people whose clocks are wrong, some merged three at a time;
  /// the branches `b0` to `b3` and `main`, which has most of it.
  private func grown(_ random: inout SeededGenerator) throws -> GitSandbox {
    let sandbox = try GitSandbox()
    let tree = try sandbox.git("hash-object", "-w", "-t", "tree", "/dev/null")
    var commits: [String] = []
    func commit(_ parents: [String]) throws {
      let time = 1_767_225_600 + 60 * (commits.count / 2) - (Int.random(in: 0..<8, using: &random) == 0 ? 150 : 0)
      sandbox.environment["GIT_COMMITTER_DATE"] = "@\(time) +0000"
      let words = ["commit-tree", tree, "-m", "Commit \(commits.count)"] + parents.flatMap { ["-p", $0] }
      commits.append(try sandbox.run("git", words).outputText)
    }
    try commit([])
    for _ in 0..<36 {
      let count = [1, 1, 1, 2, 2, 3].randomElement(using: &random) ?? 1
      // A commit that names the same parent twice is none of git's.
      try commit(Set((0..<count).compactMap { _ in commits.suffix(6).randomElement(using: &random) }).sorted())
    }
    for _ in 0..<16 { try commit([commits[commits.count - 1]]) }
    try sandbox.git("update-ref", "refs/heads/main", commits[commits.count - 1])
    for number in 0..<4 { try sandbox.git("update-ref", "refs/heads/b\(number)", commits[8 + 8 * number]) }
    return sandbox
  }

  /// Compares ranges, ancestors and counts with what git says.
  private func expectAsGit(_ sandbox: GitSandbox, _ note: String) throws {
    let repository = try sandbox.repository()
    let names = ["main", "b0", "b1", "b2", "b3"]
    let ids = try names.map(sandbox.id)
    for (start, others) in [(0, []), (0, [1]), (0, [4]), (0, [1, 3]), (4, [2]), (3, [4]), (2, [0]), (1, []), (0, [0])] {
      let words = ["rev-list", "--date-order", names[start]] + others.map { "^\(names[$0])" }
      let listed = try sandbox.run("git", words).outputText.split(separator: "\n").map(String.init)
      let found = try repository.commits(reachableFrom: ids[start], notFrom: others.map { ids[$0] })
      // Where clocks are wrong, git stops too early at times, and lists what the others lead to.
      if found.map(\.hex) != listed {
        let all = try sandbox.run("git", ["rev-list", names[start]]).outputText.split(separator: "\n").map(String.init)
        let excluded = try sandbox.run("git", ["rev-list"] + others.map { names[$0] }).outputText.split(separator: "\n")
        let missed = Set(all).subtracting(excluded.map(String.init)).subtracting(found.map(\.hex))
        #expect(missed.isEmpty, "\(words), \(note)")
      }
      let records = try repository.history(from: ids[start], notFrom: others.map { ids[$0] })
      #expect(records.map(\.id) == found, "\(words), \(note)")
    }
    for (name, id) in zip(names, ids) {
      #expect(
        try String(repository.countOfCommits(reachableFrom: id)) == sandbox.git("rev-list", "--count", name), "\(note)")
      for (other, otherID) in zip(names, ids) {
        let expected = try sandbox.attempt("merge-base", "--is-ancestor", name, other).succeeded
        #expect(try repository.isAncestor(id, of: otherID) == expected, "\(name) of \(other), \(note)")
        #expect(try sandbox.repository().isAncestor(id, of: otherID) == expected, "\(name) of \(other) alone, \(note)")
      }
    }
    let expected = try ids.first { try sandbox.attempt("merge-base", "--is-ancestor", $0.hex, "b2").succeeded }
    #expect(try repository.firstAncestor(of: ids[3], among: ids) == expected, "\(note)")
  }

  @Test("finds what git finds, in its order, however commits are stored", arguments: Storage.allCases)
  func asGit(_ storage: Storage) throws {
    for _ in 0..<2 {
      let seed = UInt64.random(in: .min ... .max)
      var random = SeededGenerator(seed: seed)
      let sandbox = try grown(&random)
      try storage.apply(to: sandbox)
      try expectAsGit(sandbox, "\(storage), seed \(seed)")
    }
  }

  @Test("heeds what is grafted, replaced and cut off, with a commit-graph that knows nothing of it")
  func otherHistories() throws {
    var random = SeededGenerator(seed: 7)
    let sandbox = try grown(&random)
    try sandbox.git("commit-graph", "write", "--reachable")
    try sandbox.git("replace", "main~4", "main~9")
    try expectAsGit(sandbox, "replaced")
    try sandbox.git("config", "core.useReplaceRefs", "false")
    try expectAsGit(sandbox, "replaced, which is not to count")
    try sandbox.git("config", "--unset", "core.useReplaceRefs")
    try sandbox.git("replace", "-d", sandbox.git("rev-parse", "main~4"))
    let grafted = try ["main~3", "b1", "b0"].map { try sandbox.git("rev-parse", $0) }.joined(separator: " ")
    try sandbox.write(".git/info/grafts", "# a comment\n\(grafted)\nnothing that git reads\n")
    try expectAsGit(sandbox, "grafted")
    try sandbox.remove(".git/info/grafts")
    let repository = try sandbox.repository()
    let main = try sandbox.id("main")
    let whole = try repository.countOfCommits(reachableFrom: main)
    try sandbox.write(".git/shallow", "\(try sandbox.git("rev-parse", "main~5"))\n")
    #expect(try repository.countOfCommits(reachableFrom: main) == 6)
    try expectAsGit(sandbox, "cut off")
    try sandbox.remove(".git/shallow")
    #expect(try repository.countOfCommits(reachableFrom: main) == whole)
  }

  @Test("says which commit is missing")
  func missing() throws {
    var random = SeededGenerator(seed: 11)
    let sandbox = try grown(&random)
    let lost = try sandbox.id("main~5")
    try sandbox.remove(".git/objects/\(lost.hex.prefix(2))/\(lost.hex.dropFirst(2))")
    let repository = try sandbox.repository()
    let main = try sandbox.id("main")
    let error = GitError.missingObject(lost, path: nil, isPartialClone: false)
    #expect(throws: error) { try repository.history(from: main, notFrom: []) }
    #expect(throws: error) { try repository.countOfCommits(reachableFrom: main) }
    #expect(try repository.commits(reachableFrom: main, notFrom: [sandbox.id("main~2")]).count == 2)
    let tree = try #require(ObjectID("4b825dc642cb6eb9a060e54bf8d69288fbee4904"))
    #expect(throws: GitError.noSuchObject(tree)) { try repository.history(from: tree, notFrom: []) }
  }

  @Test("survives a commit-graph with any bytes, and asks the commits where it makes no sense")
  func damaged() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    let sandbox = try grown(&random)
    let main = try sandbox.id("main")
    let count = try sandbox.repository().countOfCommits(reachableFrom: main)
    try sandbox.git("commit-graph", "write", "--reachable")
    let path = "work/.git/objects/info/commit-graph"
    let whole = try #require(sandbox.folder.bytes(of: path))
    for round in 0..<120 {
      var bytes = whole
      if round % 6 == 0 { bytes = Array(bytes.prefix(Int.random(in: 0...whole.count, using: &random))) }
      let end = round % 2 == 0 ? bytes.count : min(bytes.count, 80)
      for _ in 0..<3 where end > 0 {
        bytes[Int.random(in: 0..<end, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      try sandbox.folder.remove(path)
      try sandbox.folder.write(path, bytes)
      let repository = try sandbox.repository()
      // What it says instead is wrong, as it is for git; but it is said.
      _ = try? repository.history(from: main, notFrom: [sandbox.id("b1")])
      _ = try? repository.isAncestor(main, of: sandbox.id("b1"))
      _ = try? repository.countOfCommits(reachableFrom: main)
    }
    for bytes in [[], Array(whole.prefix(7)), Array(whole.dropLast(60)), Array("CGPH".utf8) + [2, 1, 0, 0]] {
      try sandbox.folder.remove(path)
      try sandbox.folder.write(path, bytes)
      #expect(
        try sandbox.repository().countOfCommits(reachableFrom: main) == count, "\(bytes.count) bytes, seed \(seed)")
    }
  }
}
