import Foundation
import Git
import TestSupport
import Testing

@Suite("A dirty work tree is never reported as clean")
struct DirtyTreeTests {
  @Test(
    "in states that libgit2 alone reports as clean",
    arguments: [
      "mkdir -p ../home/.config/git; echo .vscode/ >../home/.config/git/ignore; echo '!.vscode/' >.gitignore",
      "mkdir -p ../home/.config/git; echo '*.json' >../home/.config/git/ignore; echo '!settings.json' >.gitignore",
      "printf '/*/\\n!/Sources/\\n' >.gitignore; echo x >Package.swift", "echo '**/' >.gitignore; echo x >new",
      "printf 'b*\\n!\\\\b\\n' >.gitignore; echo x >b", "git init -q n1", "mkdir -p d/e; git init -q d/e/n1",
      "git init -q n; git -C n commit -q --allow-empty -m x",
      "git sparse-checkout set --no-cone '/*' '!/dir/'; mkdir -p dir; echo other >dir/b.txt",
      "mkdir -p ../home/.config/git; echo '*.xdg' >../home/.config/git/ignore; git config core.excludesFile ''; echo 1 >k.xdg",
      "printf '*.q\\n' >../ig; ln -s ../ig .gitignore; git add .gitignore; git commit -qm x; echo 1 >k.q",
      "echo x >.GIT", "printf '*.q\\n!keep.q\\0zz\\n' >.gitignore; git add .gitignore; git commit -qm x; echo 1 >k.q.z",
      "git commit -q --allow-empty -am x; git replace HEAD HEAD~1; echo x >f; git add f",
      "printf '[a-c]*.o\\n!/\\\\\\n' >.gitignore; echo '*.o///' >.git/info/exclude; mkdir -p b/c/a; echo x >b/c/a/keep",
    ])
  func known(script: String) throws {
    let sandbox = try GitSandbox()
    try sandbox.commit("First", ["a.txt": "a\n", "dir/b.txt": "b\n"])
    try sandbox.shell("\(script); mkdir -p .vscode; echo 1 >.vscode/settings.json")
    let expected = try StatusTests.expected(sandbox, "all")
    #expect(try Set(sandbox.repository().status()) == expected)
    #expect(!expected.isEmpty)
  }

  @Test("with the index that a hook of `git commit FILE` receives")
  func otherIndex() throws {
    let sandbox = try GitSandbox()
    try sandbox.commit("First", ["a.txt": "a\n"])
    try sandbox.shell("cp .git/index .git/other; echo x >s; GIT_INDEX_FILE=.git/other git add s; rm s")
    #expect(try sandbox.repository().status().isEmpty)
    sandbox.environment["GIT_INDEX_FILE"] = ".git/other"
    #expect(try Set(sandbox.repository().status()) == StatusTests.expected(sandbox, "all"))
    #expect(try !sandbox.repository().status().isEmpty)
  }

  @Test("in a linked work tree, a submodule, and a separate work tree")
  func places() throws {
    let sandbox = try GitSandbox()
    try sandbox.commit("First", ["a.txt": "a\n"])
    try sandbox.shell(
      """
      git worktree add -q --detach ../linked
      git -c protocol.file.allow=always submodule --quiet add ./. sub; git commit -qm sub
      mkdir ../elsewhere; git init -q --separate-git-dir ../separate.git ../elsewhere
      mkdir ../apart ../apart.tree; git init -q ../apart; git -C ../apart config core.worktree ../../apart.tree
      """)
    for (name, file) in [
      ("linked", "linked"), ("work/sub", "work/sub"), ("elsewhere", "elsewhere"), ("apart", "apart.tree"),
    ] {
      let place = sandbox.at(name)
      #expect(try place.repository().status().map(\.path.string) == [], "\(name)")
      try sandbox.folder.write("\(file)/new", "new\n")
      #expect(try place.repository().status().map(\.path.string) == ["new"], "\(name)")
      #expect(try place.repository().filePaths().map(\.string).contains("new"), "\(name)")
    }
  }

  /// The number of random states; `MARTLET_STATES=3000` raises it.
  private static let stateCount =
    ProcessInfo.processInfo.environment["MARTLET_STATES"].flatMap(Int.init) ?? 60

  @Test("in random states of edits, ignore files, nested repositories and index flags")
  func random() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    var (tried, clean) = (0, 0)
    while tried < Self.stateCount {
      let world = try RandomWorkTree(&random)
      for _ in 0..<min(30, Self.stateCount - tried) {
        let script = try world.change(&random)
        let expected = try StatusTests.expected(world.sandbox, "all")
        let found = try Set(world.sandbox.repository().status())
        #expect(found == expected, "seed \(seed), state \(tried), after \(script)")
        tried += 1
        if expected.isEmpty { clean += 1 }
      }
    }
    print("\(tried) states, \(clean) of them clean, seed \(seed)")
  }
}
