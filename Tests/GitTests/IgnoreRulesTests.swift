import TestSupport
import Testing

@testable import Git

@Suite("What is ignored")
struct IgnoreRulesTests {
  private static let paths = [
    "a.log", "build", "build/x", "deep/build/y", "deep/a.log", "deep/keep.log", "deep/down/keep.log", "cache/a", "x y",
    "x ",
    "#hash", "!bang", "deep/only/z", "doc/a.txt", "doc/deep/a.txt", "UPPER.LOG", "back\\slash", "star*",
    "Pods/Pods.xcodeproj",
    ".DS_Store", "deep/.DS_Store", ".build/debug/x", "é/ü.txt",
  ]
  private static let files = [
    "*.log\n!keep.log\n", "build/\n", "/build\n", "build\n!build/x\n", "**/build\n", "deep/**\n",
    "deep/*\n!deep/keep.log\n",
    "# comment\n\\#hash\n\\!bang\n", "x \n", "x\\ \n", "x\\ y\r\n", "*.LOG\n", "doc/**/a.txt\n", "doc/*.txt\n",
    "[a-c]*\n",
    "cache/\n!cache/a\n", "cache/*\n!cache/a\n", "\n\n", "/\n", "*\n!*/\n!*.txt\n", "\u{FEFF}a.log\n",
    "back\\\\slash\n", "star\\*\n",
    "Pods/\n.build\n.DS_Store\n", "é/\n", "!a.log\n", "**\n", "a.log/\n", "deep/down/\n!deep/down/keep.log\n", "?\n",
    "*.l?g\n",
  ]

  @Test("is what git leaves out", arguments: files)
  func rules(file: String) throws {
    let sandbox = try GitSandbox()
    try sandbox.write(".gitignore", file)
    try compare(sandbox)
  }

  @Test("is told by folders, by the repository, and by the user, the nearest first")
  func levels() throws {
    let sandbox = try GitSandbox()
    sandbox.environment["GIT_CONFIG_GLOBAL"] = nil
    try sandbox.write(".gitignore", "*.txt\n!a.log\n")
    try sandbox.write("deep/.gitignore", "!a.txt\n*.log\n/only\n")
    try sandbox.write("deep/down/.gitignore", "!keep.log\n")
    try sandbox.write(".git/info/exclude", "*.log\nbuild\n!cache\n")
    try sandbox.folder.write("home/.config/git/ignore", ".DS_Store\ncache\n")
    try compare(sandbox)
    try sandbox.folder.write("home/more", "x*\n")
    try sandbox.git("config", "core.excludesFile", "~/more")
    try compare(sandbox)
    try sandbox.git("config", "core.ignoreCase", "true")
    try compare(sandbox)
    try sandbox.remove("deep/.gitignore")
    try sandbox.link("deep/.gitignore", to: "../.gitignore")
    try compare(sandbox)
  }

  private func compare(_ sandbox: GitSandbox) throws {
    let rules = IgnoreRules(of: try sandbox.repository())
    let script = "printf '%s\\0' \"$@\" | git check-ignore --no-index -z --stdin || test $? = 1"
    let answer = try sandbox.run("sh", ["-ec", script, "sh"] + Self.paths)
    #expect(answer.succeeded, "\(answer.errorText)")
    let ignored = Set(answer.output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
    for path in Self.paths { #expect(rules.ignore(Array(path.utf8)) == ignored.contains(path), "\(path)") }
  }
}
