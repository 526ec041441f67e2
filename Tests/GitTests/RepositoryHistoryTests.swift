import Git
import MartletCore
import TestSupport
import Testing

@Suite("The history of a range")
struct RepositoryHistoryTests {
  /// Two branches that are merged twice, once with a change in the merge itself, by a user whose clock was set back
  /// between the commits.
  private func merged() throws -> GitSandbox {
    let sandbox = try GitSandbox()
    var minutes = [0, 3, 2, 5, 7, 6, 4, 9, 8].makeIterator()
    func tick() {
      sandbox.environment["GIT_COMMITTER_DATE"] = "@\(1_767_225_600 + 60 * (minutes.next() ?? 0)) +0000"
    }
    tick()
    try sandbox.commit("Begin", ["core/a": "1\n", "ui/a": "1\n", "README": "1\n"])
    try sandbox.git("tag", "1.0.0")
    tick()
    try sandbox.commit("Core", ["core/a": "2\n"])
    try sandbox.git("checkout", "-q", "-b", "side", "1.0.0")
    tick()
    try sandbox.commit("Side core", ["core/b": "1\n"])
    tick()
    try sandbox.commit("Side ui", ["ui/a": "2\n"])
    try sandbox.git("checkout", "-q", "main")
    tick()
    try sandbox.git("merge", "-q", "--no-edit", "side")
    tick()
    try sandbox.commit("Ui", ["ui/deep/b.swift": "1\n"])
    try sandbox.git("branch", "-f", "side", "HEAD~1")
    try sandbox.git("checkout", "-q", "side")
    tick()
    try sandbox.commit("Side text", ["README": "2\n", "core/a": "3\n"])
    try sandbox.git("checkout", "-q", "main")
    try sandbox.git("merge", "-q", "--no-commit", "side")
    tick()
    try sandbox.commit("Merge with a change", ["core/c": "1\n"])
    try sandbox.git("mv", "core/b", "ui/b")
    tick()
    try sandbox.commit("Move")
    return sandbox
  }

  /// The same as `CommitRecord.line`, from git.
  private func listed(by sandbox: GitSandbox, _ range: String) throws -> [String] {
    try sandbox.git("log", "--date-order", "-z", "--format=%H|%P|%an|%ae|%B", range).split(separator: "\0")
      .map(String.init)
  }

  @Test("matches git's, with parents, people and messages")
  func records() throws {
    let sandbox = try merged()
    let repository = try sandbox.repository()
    let history = try repository.history(from: sandbox.id("main"), notFrom: [sandbox.id("1.0.0")])
    #expect(try history.map(\.line) == listed(by: sandbox, "1.0.0..main"))
    #expect(history.filter(\.isMerge).count == 2)
  }

  @Test(
    "may be limited to paths: commits that change them, and merges that bring such a change to their branch",
    arguments: [
      ["core"], ["ui"], ["README"], ["core", "README"], ["ui/deep"], ["ui/d"], ["core/b"], ["none"], ["**/*.swift"],
      ["**/b", "README"],
    ])
  func paths(_ paths: [String]) throws {
    let sandbox = try merged()
    let patterns = paths.compactMap { PathPattern($0) }
    let repository = try sandbox.repository()
    for bound in [nil, "1.0.0"] {
      let history = try repository.history(
        from: sandbox.id("main"), notFrom: bound.map { [try sandbox.id($0)] } ?? [], touching: patterns)
      let range = ["main"] + (bound.map { ["^\($0)"] } ?? [])
      let specs = ["--"] + paths.map { ":(glob)\($0)" } + paths.filter { !$0.contains("*") }
      let listed = { (options: [String]) in
        try sandbox.run("git", ["rev-list"] + options).outputText.split(separator: "\n").map(String.init)
      }
      let merges = try listed(["--merges"] + range).filter { id in
        try !sandbox.run("git", ["diff", "--quiet", "\(id)^1", id] + specs).succeeded
      }
      let touching = try Set(listed(["--no-merges", "--full-history"] + range + specs) + merges)
      let expected = try listed(["--date-order"] + range).filter(touching.contains)
      #expect(history.map(\.id.hex) == expected, "\(paths) since \(bound ?? "the beginning")")
    }
  }

  @Test("of a range is the same after any longer, shorter or other one with the same end")
  func ranges() throws {
    let sandbox = try merged()
    let repository = try sandbox.repository()
    func listed(_ arguments: [String]) throws -> [String] {
      try sandbox.run("git", ["rev-list", "--date-order"] + arguments).outputText.split(separator: "\n").map(
        String.init)
    }
    let all = try listed(["main"])
    let expected = try all.map { try listed(["main", "^\($0)"]) }
    let end = try sandbox.id("main")
    let bases = try all.map { try #require(ObjectID($0)) }
    for first in bases {
      let reader = RangeReader(repository)
      _ = try reader.commits(from: end, notFrom: [first])
      for (base, ids) in zip(bases, expected) {
        #expect(try reader.commits(from: end, notFrom: [base]).map(\.id.hex) == ids, "\(base) after \(first)")
      }
      #expect(try reader.commits(from: end, notFrom: []).map(\.id.hex) == all)
    }
  }

  @Test(
    "of a folder has the commits that git lists for it, also with a mode, a file in the place of a folder, and a pattern"
  )
  func folders() throws {
    let sandbox = try merged()
    try sandbox.git("update-index", "--chmod=+x", "core/a")
    try sandbox.git("commit", "-q", "-m", "Mode")
    try sandbox.git("rm", "-q", "-r", "ui/deep")
    try sandbox.commit("File", ["ui/deep": "1\n"])
    let repository = try sandbox.repository()
    let reader = RangeReader(repository)
    for folder in ["core", "core/a", "ui", "ui/deep", "README", "cor", "core/*"] {
      let pattern = try #require(PathPattern(folder))
      let records = try reader.commits(from: sandbox.id("main"), notFrom: [sandbox.id("1.0.0")], touching: [pattern])
      let listed = try sandbox.git(
        "log", "--date-order", "--first-parent", "-m", "--no-renames", "--format=%s", "1.0.0..main", "--", folder)
      let firstParents = records.map { String(decoding: $0.message, as: UTF8.self).prefix { $0 != "\n" } }
      for subject in listed.split(separator: "\n") { #expect(firstParents.contains(subject), "\(folder)") }
    }
  }

  @Test(
    "is in UTF-8, in any declared encoding",
    arguments: ["ISO-8859-1", "latin1", "ISO-8859-15", "CP1252", "windows-1251", "KOI8-R"])
  func encodings(_ name: String) throws {
    let sandbox = try GitSandbox()
    let bytes = (UInt8(0x80)...0xFF).filter { ![0x81, 0x8D, 0x8F, 0x90, 0x98, 0x9D].contains($0) }
    try sandbox.folder.write("message", Array("fix: ".utf8) + bytes + [0x0A])
    sandbox.environment["GIT_AUTHOR_NAME"] = nil
    try sandbox.git("config", "user.name", "A. Author")
    try sandbox.git("config", "user.email", "a@example.com")
    try sandbox.git(
      "-c", "i18n.commitEncoding=\(name)", "commit", "-q", "--allow-empty", "--cleanup=verbatim", "-F",
      "\(sandbox.folder.path)/message")
    let record = try #require(try sandbox.repository().history(from: sandbox.id("HEAD"), notFrom: []).first)
    let shown = try sandbox.run("git", ["log", "-1", "--encoding=UTF-8", "--format=%B"])
    #expect(record.message + [0x0A] == shown.output)
  }

  @Test("keeps the bytes of an unknown encoding")
  func unknownEncoding() throws {
    let sandbox = try GitSandbox()
    try sandbox.folder.write("message", Array("fix: ".utf8) + [0x82, 0xA0, 0xFF, 0x0A])
    _ = try sandbox.run(
      "git",
      [
        "-c", "i18n.commitEncoding=no-such-thing", "commit", "-q", "--allow-empty", "-F",
        "\(sandbox.folder.path)/message",
      ])
    // git converts invalid UTF-8 before it stores it; other programs do not.
    let tree = try sandbox.git("rev-parse", "HEAD^{tree}")
    let head = "tree \(tree)\nparent \(try sandbox.id("HEAD"))\nauthor A <a> 1 +0000\ncommitter C <c> 12 +0000\n\n"
    try sandbox.folder.write("raw", Array("\(head)fix: ".utf8) + [0x82, 0xA0, 0xFF, 0x0A])
    let last = try sandbox.git("hash-object", "-w", "-t", "commit", "\(sandbox.folder.path)/raw")
    let history = try sandbox.repository().history(from: sandbox.id(last), notFrom: [])
    #expect(history.count == 2)
    #expect(history.allSatisfy { $0.message == Array("fix: ".utf8) + [0x82, 0xA0, 0xFF, 0x0A] })
  }

  @Test("is the same for long histories in mixed storage", arguments: [false, true])
  func long(hasGraph: Bool) throws {
    let sandbox = try GitSandbox()
    let commits = (1...2500).map { number in
      let message = "feat: Number \(number)\n\nIt was \(number - 1) before.\n"
      let committer = "committer Author \(number % 7) <a\(number % 7)@example.com> \(1_767_225_600 + number) +0000"
      return "commit refs/heads/main\n\(committer)\ndata \(message.utf8.count)\n\(message)"
    }
    try sandbox.folder.write("stream", commits.joined(separator: "\n") + "\n")
    // All but one are packed.
    let script = """
      git fast-import --quiet < ../stream; id=$(git rev-parse main~1200); git cat-file commit $id > ../one
      git rev-list --objects main | grep -v ^$id | git pack-objects -q ../new > ../name
      rm -f .git/objects/pack/*; mv ../new-* .git/objects/pack; git hash-object -t commit -w ../one
      """
    #expect(try sandbox.run("sh", ["-c", script]).succeeded)
    if hasGraph { try sandbox.git("commit-graph", "write", "--reachable") }
    let (first, last) = (try sandbox.id("main~2499"), try sandbox.id("main"))
    let history = try sandbox.repository().history(from: last, notFrom: [first])
    #expect(history.count == 2499)
    #expect(try history.map(\.line) == listed(by: sandbox, "\(first)..main"))
    // After a search for it.
    let repository = try sandbox.repository()
    #expect(try Ancestry(repository) { [] }.firstAncestor(of: last, among: [first]) == first)
    #expect(try repository.history(from: last, notFrom: [first]) == history)
    let loose = history[1200].id
    try sandbox.remove(".git/objects/\(loose.hex.prefix(2))/\(loose.hex.dropFirst(2))")
    #expect(throws: GitError.missingObject(loose, path: nil, isPartialClone: false)) {
      try sandbox.repository().history(from: last, notFrom: [first])
    }
  }

  @Test("includes unusual commits of other programs")
  func oddCommits() throws {
    let sandbox = try GitSandbox()
    try sandbox.commit("First")
    let tree = try sandbox.git("rev-parse", "HEAD^{tree}")
    for text in [
      "tree \(tree)\nauthor  <> 0 +0000\ncommitter C <c> 12 +0000\n\n",
      "tree \(tree)\nauthor A <a<b>> 1 +0000\ncommitter C <c> 12 +0000\ngpgsig x\n y\n\n\nfix: late\0nul\n",
      "tree \(tree)\nauthor A <a> 1 +0000\ncommitter C <c> 12 +0000\n",
    ] {
      try sandbox.folder.write("raw", Array(text.utf8))
      let id = try sandbox.git("hash-object", "--literally", "-w", "-t", "commit", "\(sandbox.folder.path)/raw")
      let repository = try sandbox.repository()
      let record = try #require(try repository.history(from: try sandbox.id(id), notFrom: []).first)
      #expect(try [record.line] == listed(by: sandbox, id))
    }
  }

  @Test("finds which of any number of commits leads to another")
  func ancestors() throws {
    let sandbox = try merged()
    try sandbox.git("checkout", "-q", "-b", "other", "1.0.0")
    let others = try (1...7).map { try sandbox.id(try sandbox.commit("Other \($0)")) }
    let repository = try sandbox.repository()
    let (main, first) = (try sandbox.id("main"), try sandbox.id("1.0.0"))
    #expect(try Ancestry(repository) { [] }.firstAncestor(of: main, among: []) == nil)
    #expect(try Ancestry(repository) { [] }.firstAncestor(of: main, among: others) == nil)
    #expect(try Ancestry(repository) { [] }.firstAncestor(of: main, among: Array(others.prefix(2))) == nil)
    #expect(try Ancestry(repository) { [] }.firstAncestor(of: main, among: others + [first, main]) == first)
    #expect(try Ancestry(repository) { [] }.firstAncestor(of: main, among: [others[0], main, first]) == main)
  }

  @Test("begins and ends at any revision that git resolves")
  func names() throws {
    let sandbox = try merged()
    try sandbox.git("tag", "-a", "-m", "Second", "2.0.0")
    try sandbox.git("tag", "of-a-file", "HEAD:README")
    let repository = try sandbox.repository()
    let head = try sandbox.id("HEAD")
    for name in ["HEAD", "main", "2.0.0", "refs/tags/2.0.0", head.hex, head.short] {
      #expect(try repository.commit(named: name) == head, "\(name)")
    }
    #expect(try repository.commit(named: "1.0.0") == sandbox.id("1.0.0"))
    for name in ["", "none", "of-a-file", "a\0b", "--all", "^main", "1.0.0..main", "::"] {
      #expect(try repository.commit(named: name) == nil, "\(name)")
    }
  }
}

extension CommitRecord {
  /// All of it in one text.
  fileprivate var line: String {
    let ids = parents.map(\.hex).joined(separator: " ")
    return "\(id)|\(ids)|\(author.name)|\(author.email)|\(String(decoding: message, as: UTF8.self))"
  }
}
