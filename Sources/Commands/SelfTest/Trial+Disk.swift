import Essentials
import Execution
import Libc
import Processes

extension Trial {
  /// How the disk tells names apart, and that Martlet never makes a second entry for a file where it does not.
  static let names = Trial(topic: "names") { folder in
    let ignoresCase = folder.read("version") != nil
    let (composed, decomposed) = ("gr\u{f6}\u{df}e", "gro\u{308}\u{df}e")
    try folder.write(decomposed, "x")
    let isOneName = folder.read(composed) != nil
    let isKept = try folder.names().contains { $0.unicodeScalars.elementsEqual(decomposed.unicodeScalars) }
    try FileManager.default.removeItem(atPath: folder.path(of: decomposed))
    let setting = try folder.command("git", ["config", "--type=bool", "core.ignorecase"]).run().outputText
    try TrialFailure.check(
      (setting == "true") == ignoresCase,
      "the disk \(ignoresCase ? "ignores" : "heeds") case, and git takes `core.ignorecase` for `\(setting)`")
    if ignoresCase {
      let text = folder.read("Releasefile") ?? ""
      try folder.write("Releasefile", text.replacing("plain: VERSION", with: "plain: version"))
      try folder.git("commit", "--quiet", "--all", "--message=Misspell")
      let result = try folder.martlet("run", "local", "--yes")
      try TrialFailure.check(
        result.errorText.contains("is tracked by git as `VERSION`"),
        "a manifest under a second name was not refused: \(result.errorText)")
    }
    return "case \(ignoresCase ? "ignored, a second spelling refused" : "heeded"), "
      + "composition \(isOneName ? "ignored" : "heeded"), names \(isKept ? "kept" : "changed")"
  }

  /// A file is replaced in one step: whoever reads it meanwhile sees the old bytes or the new ones.
  static let replace = Trial(topic: "replace") { folder in
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
    let deadline = ContinuousClock.now + .seconds(20)
    let counts = Threads.results(2) { number in
      guard number == 1 else { return (try? run.run().succeeded) == true ? 1 : -1 }
      var count = 0
      while ContinuousClock.now < deadline {
        guard let bytes = FileManager.default.contents(atPath: path).map(Array.init) else { return -1 }
        if bytes == new { return count }
        guard bytes == old else { return -1 }
        count += 1
      }
      return -2
    }
    try TrialFailure.check(counts[0] == 1, "the release failed")
    try TrialFailure.check(counts[1] >= 0, "a reader found neither the old file nor the new one")
    return "a file of 2 MB in one step, read \(counts[1]) times until then"
  }

  /// What is written is on the disk itself before what is told of it happens.
  static let flush = Trial(topic: "flush") { folder in
    let flush = try DiskFlush(inFolder: folder.path(of: ""))
    return "by \(flush.call), \(flush.microseconds / 1000).\(flush.microseconds % 1000 / 100) ms a file"
  }
}
