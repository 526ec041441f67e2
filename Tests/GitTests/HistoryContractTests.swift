import MartletCore
import TestSupport
import Testing

@testable import Git

@Suite("The history matches git's")
struct HistoryContractTests {
  /// Git's storage formats for commits.
  enum Storage: CaseIterable {
    case loose, packed, graph, graphOfAPart

    func apply(to sandbox: GitSandbox) throws {
      switch self {
      case .loose: break
      case .packed: try sandbox.git("repack", "-adq")
      case .graph: try sandbox.git("commit-graph", "write", "--reachable")
      case .graphOfAPart:
        try sandbox.shell("git repack -adq; git rev-parse main~8 | git commit-graph write --stdin-commits")
      }
    }
  }

  /// Random branches and merges, some with three parents; the branches `b0` to `b3`, and `main` with most of them.
  ///
  /// - Parameter clocksAreRight: If false, some commits are dated before their parents.
  private func grown(_ random: inout SeededGenerator, clocksAreRight: Bool) throws -> GitSandbox {
    let sandbox = try GitSandbox()
    let tree = try sandbox.git("hash-object", "-w", "-t", "tree", "/dev/null")
    var commits: [String] = []
    func commit(_ parents: [String]) throws {
      let isWrong = !clocksAreRight && Int.random(in: 0..<8, using: &random) == 0
      let time = 1_767_225_600 + 60 * (commits.count / (clocksAreRight ? 1 : 2)) - (isWrong ? 150 : 0)
      sandbox.environment["GIT_COMMITTER_DATE"] = "@\(time) +0000"
      let words = ["commit-tree", tree, "-m", "Commit \(commits.count)"] + parents.flatMap { ["-p", $0] }
      commits.append(try sandbox.run("git", words).outputText)
    }
    try commit([])
    for _ in 0..<36 {
      let count = [1, 1, 1, 2, 2, 3].randomElement(using: &random) ?? 1
      // git never creates a commit with the same parent twice.
      try commit(Set((0..<count).compactMap { _ in commits.suffix(6).randomElement(using: &random) }).sorted())
    }
    for _ in 0..<16 { try commit([commits[commits.count - 1]]) }
    try sandbox.git("update-ref", "refs/heads/main", commits[commits.count - 1])
    for number in 0..<4 { try sandbox.git("update-ref", "refs/heads/b\(number)", commits[8 + 8 * number]) }
    return sandbox
  }

  /// Compares ranges, ancestors and counts with git's output.
  private func expectAsGit(_ sandbox: GitSandbox, _ note: String) throws {
    let repository = try sandbox.repository()
    let names = ["main", "b0", "b1", "b2", "b3"]
    let ids = try names.map(sandbox.id)
    for (start, others) in [(0, []), (0, [1]), (0, [4]), (0, [1, 3]), (4, [2]), (3, [4]), (2, [0]), (1, []), (0, [0])] {
      let range = [names[start]] + others.map { "^\(names[$0])" }
      let listed = try sandbox.run("git", ["rev-list", "--date-order"] + range).outputText.split(separator: "\n")
      let found = try repository.commits(reachableFrom: ids[start], notFrom: others.map { ids[$0] })
      #expect(found.map(\.hex) == listed.map(String.init), "\(range), \(note)")
      let records = try repository.history(from: ids[start], notFrom: others.map { ids[$0] })
      #expect(records.map(\.id) == found, "\(range), \(note)")
      for record in records {
        let parents = try sandbox.git("log", "-1", "--format=%P", record.id.hex)
        #expect(record.parents.map(\.hex).joined(separator: " ") == parents, "\(note)")
      }
    }
    let ancestry = Ancestry(repository) { ids }
    for (name, id) in zip(names, ids) {
      let count = try sandbox.git("rev-list", "--count", name)
      #expect(try String(repository.countOfCommits(reachableFrom: id)) == count, "\(note)")
      let missing = try sandbox.git("rev-list", "--count", name, "^\(names[0])")
      #expect(try "\(repository.countOfCommits(reachableFrom: id, notFrom: [ids[0]]))" == missing, "\(name), \(note)")
      for (other, otherID) in zip(names, ids) {
        let expected = try sandbox.attempt("merge-base", "--is-ancestor", name, other).succeeded
        #expect(try repository.isAncestor(id, of: otherID) == expected, "\(name) of \(other), \(note)")
        let found = try ancestry.firstAncestor(of: otherID, among: [id])
        #expect(found == (expected ? id : nil), "\(name) of \(other), \(note)")
      }
    }
    let candidates = try ["main", "main~1", "main~2", "main~3", "main~4", "b3", "b1"].map(sandbox.id)
    let expected = try candidates.first { id in
      try sandbox.attempt("merge-base", "--is-ancestor", id.hex, "b2").succeeded
    }
    #expect(try ancestry.firstAncestor(of: ids[3], among: candidates) == expected, "\(note)")
  }

  @Test("in order, however commits are stored", arguments: Storage.allCases)
  func storage(_ storage: Storage) throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    let sandbox = try grown(&random, clocksAreRight: true)
    try storage.apply(to: sandbox)
    try expectAsGit(sandbox, "\(storage), seed \(seed)")
  }

  @Test("with wrong clocks", arguments: [false, true])
  func wrongClocks(hasGraph: Bool) throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    let sandbox = try grown(&random, clocksAreRight: false)
    if hasGraph { try sandbox.git("commit-graph", "write", "--reachable") }
    try expectAsGit(sandbox, "seed \(seed)")
  }

  @Test("with grafts, replacements and shallow boundaries")
  func otherHistories() throws {
    var random = SeededGenerator(seed: 7)
    let sandbox = try grown(&random, clocksAreRight: false)
    try sandbox.git("commit-graph", "write", "--reachable")
    try sandbox.git("replace", "main~4", "main~9")
    try expectAsGit(sandbox, "replaced")
    try sandbox.git("config", "core.useReplaceRefs", "false")
    try expectAsGit(sandbox, "replaced, which is not to count")
    try sandbox.git("config", "--unset", "core.useReplaceRefs")
    sandbox.environment["GIT_NO_REPLACE_OBJECTS"] = "1"
    try expectAsGit(sandbox, "replaced, which a variable says is not to count")
    sandbox.environment["GIT_NO_REPLACE_OBJECTS"] = nil
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

  @Test("or is an error that names the missing commit")
  func missing() throws {
    var random = SeededGenerator(seed: 11)
    let sandbox = try grown(&random, clocksAreRight: true)
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
    let none = try #require(ObjectID(String(repeating: "1", count: 40)))
    #expect(throws: GitError.noSuchObject(none)) { try repository.countOfCommits(reachableFrom: none) }
    #expect(throws: GitError.noSuchObject(none)) { try repository.isAncestor(main, of: none) }
    #expect(throws: GitError.noSuchObject(none)) { try repository.isAncestor(none, of: main) }
  }
}
