import Git
import MartletCore
import TestSupport
import Testing

@Suite("Ignored files")
struct IgnoredTests {
  private static let paths = [
    "a.log", "build", "build/x", "deep/build/y", "deep/a.log", "deep/keep.log", "deep/down/keep.log", "x y", "#hash",
    "!bang", "deep/only/z", "UPPER.LOG", "back\\slash", "star*", ".DS_Store", "deep/.DS_Store", "é/ü.txt", ":(top)x",
  ]
  private static let files = [
    "*.log\n!keep.log\n", "build/\n", "build\n!build/x\n", "deep/**\n", "\\#hash\n\\!bang\n", "x\\ y\r\n", "*.LOG\n",
    "*\n!*/\n!*.txt\n", "\u{FEFF}a.log\n", "star\\*\n", "/*/\n!/deep/\n", "*/\n", "!a.log\n", "x\n:*\n",
  ]

  @Test("match git's", arguments: files)
  func rules(file: String) throws {
    let sandbox = try GitSandbox()
    try sandbox.write(".gitignore", file)
    try expectAsGit(sandbox)
  }

  @Test("are declared by folders, by the repository, and by the user, the nearest first")
  func levels() throws {
    let sandbox = try GitSandbox()
    sandbox.environment["GIT_CONFIG_GLOBAL"] = nil
    try sandbox.write(".gitignore", "*.txt\n!a.log\n")
    try sandbox.write("deep/.gitignore", "*.log\n/only\n")
    try sandbox.write("deep/down/.gitignore", "!keep.log\n")
    try sandbox.write(".git/info/exclude", "*.log\nbuild\n")
    try sandbox.folder.write("home/.config/git/ignore", ".DS_Store\n")
    try expectAsGit(sandbox)
    try sandbox.git("config", "core.excludesFile", "")
    try expectAsGit(sandbox)
    try sandbox.remove("deep/.gitignore")
    try sandbox.link("deep/.gitignore", to: "../.gitignore")
    try expectAsGit(sandbox)
  }

  @Test("do not include tracked files, and the target of a link decides")
  func trackedAndLinked() throws {
    let sandbox = try GitSandbox()
    try sandbox.commit("First", ["a.log": "a\n", "deep/b.txt": "b\n"])
    try sandbox.write(".gitignore", "*.log\n/deep/*.env\n")
    try sandbox.link("way", to: "deep")
    let repository = try sandbox.repository()
    #expect(try !repository.isIgnored("a.log"))
    #expect(try repository.isIgnored("b.log"))
    #expect(try repository.isIgnored("way/.env"))
    #expect(try !repository.isIgnored("way/b.txt"))
  }

  private func expectAsGit(_ sandbox: GitSandbox) throws {
    let repository = try sandbox.repository()
    for name in Self.paths {
      let path = try #require(RelativePath(name))
      let isIgnored = try sandbox.attempt("check-ignore", "-q", "--no-index", "./\(name)").succeeded
      #expect(try repository.isIgnored(path) == isIgnored, "\(name)")
    }
  }
}
