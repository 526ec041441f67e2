import Execution
import Processes
import SystemAPI

extension SelfTestCase {
  /// Tests how the disk compares names, and that Martlet never adds a second index entry for the same file.
  static let names = SelfTestCase(topic: "names") { folder in
    let ignoresCase = folder.read("version") != nil
    let (composed, decomposed) = ("gr\u{f6}\u{df}e", "gro\u{308}\u{df}e")
    try folder.write(decomposed, "x")
    let isOneName = folder.read(composed) != nil
    let isKept = try folder.names().contains { $0.unicodeScalars.elementsEqual(decomposed.unicodeScalars) }
    try FileManager.default.removeItem(atPath: folder.path(of: decomposed))
    let setting = try folder.command("git", ["config", "--type=bool", "core.ignorecase"]).run().outputText
    try SelfTestFailure.check(
      (setting == "true") == ignoresCase,
      "the disk is case-\(ignoresCase ? "insensitive" : "sensitive"), but `core.ignorecase` of git is `\(setting)`")
    if ignoresCase {
      let text = folder.read("Releasefile") ?? ""
      try folder.write("Releasefile", text.replacing("plain: VERSION", with: "plain: version"))
      try folder.git("commit", "--quiet", "--all", "--message=Misspell")
      let result = try folder.martlet("run", "local", "--yes")
      try SelfTestFailure.check(
        result.errorText.contains("is tracked by git as `VERSION`"),
        "a manifest with a second spelling was not refused: \(result.errorText)")
    }
    return "case-\(ignoresCase ? "insensitive, a second spelling refused" : "sensitive"), "
      + "normalization-\(isOneName ? "insensitive" : "sensitive"), names \(isKept ? "kept" : "changed")"
  }

  /// Tests that a file is replaced atomically: a concurrent reader sees the old bytes or the new ones.
  static let replace = SelfTestCase(topic: "replace") { folder in
    func contents(_ version: String) -> String {
      "{\"version\": \"\(version)\", \"rest\": \"\(String(repeating: "x", count: 2 << 20))\"}\n"
    }
    let (old, new) = (Array(contents("1.4.2").utf8), Array(contents("1.5.0").utf8))
    try folder.write("package.json", contents("1.4.2"))
    let text = folder.read("Releasefile") ?? ""
    try folder.write("Releasefile", text.replacing("plain: VERSION", with: "json: package.json"))
    try folder.git("add", "--all")
    try folder.git("commit", "--quiet", "--message=Add a large manifest")
    let path = folder.path(of: "package.json")
    let run = folder.command(folder.program, ["run", "local", "--yes"])
    let ended = folder.path(of: "../ended")
    let counts = Threads.results(2) { number in
      guard number == 1 else {
        defer { _ = FileManager.default.createFile(atPath: ended, contents: nil) }
        return (try? run.run().succeeded) == true ? 1 : -1
      }
      var count = 0
      while true {
        let hasEnded = FileManager.default.fileExists(atPath: ended)
        guard let bytes = FileManager.default.contents(atPath: path).map(Array.init) else { return -1 }
        if bytes == new { return count }
        guard bytes == old, !hasEnded else { return -1 }
        count += 1
      }
    }
    try SelfTestFailure.check(counts[0] == 1, "the release failed")
    try SelfTestFailure.check(counts[1] >= 0, "a reader saw neither the old nor the new contents")
    return "a file of 2 MB was replaced atomically, and read \(counts[1]) times before that"
  }

  /// Measures the flush that forces written data to the disk.
  static let flush = SelfTestCase(topic: "flush") { folder in
    let flush = try DiskFlush(inFolder: folder.path(of: ""))
    return "with \(flush.call), \(flush.microseconds / 1000).\(flush.microseconds % 1000 / 100) ms a file"
  }
}
