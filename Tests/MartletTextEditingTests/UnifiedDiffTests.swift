import MartletCore
import TestSupport
import Testing

@Suite("A unified diff")
struct UnifiedDiffTests {
  @Test("shows three lines around a change")
  func oneChange() {
    let old = (1...9).map { "\($0)\n" }.joined()
    let diff = diff(old, old.replacing("5", with: "five"))
    #expect(diff.removedCount == 1)
    #expect(diff.insertedCount == 1)
    #expect(
      diff.rendered() == """
        --- a/VERSION
        +++ b/VERSION
        @@ -2,7 +2,7 @@
         2
         3
         4
        -5
        +five
         6
         7
         8

        """)
  }

  @Test("has a hunk for each change, and one for changes with overlapping contexts")
  func hunks() {
    let lines = (1...40).map { "\($0)\n" }
    var edited = lines
    edited[1] = "two\n"
    edited[8] = "nine\n"
    edited.insert(contentsOf: ["new\n", "newer\n"], at: 20)
    edited.removeLast()
    #expect(
      diff(lines.joined(), edited.joined()).rendered() == """
        --- a/VERSION
        +++ b/VERSION
        @@ -1,12 +1,12 @@
         1
        -2
        +two
         3
         4
         5
         6
         7
         8
        -9
        +nine
         10
         11
         12
        @@ -18,6 +18,8 @@
         18
         19
         20
        +new
        +newer
         21
         22
         23
        @@ -37,4 +39,3 @@
         37
         38
         39
        -40

        """)
    #expect(diff(lines.joined(), edited.joined()).rendered(context: 2).components(of: "@@ -").count == 5)
  }

  @Test("shows removed lines before those that replace them")
  func order() {
    #expect(diff("a\nb\n", "c\nd\n").rendered(context: 0) == "\(header)@@ -1,2 +1,2 @@\n-a\n-b\n+c\n+d\n")
  }

  @Test("names the line before an insertion or removal without context")
  func noContext() {
    #expect(diff("a\nb\n", "a\nx\nb\n").rendered(context: 0) == "\(header)@@ -1,0 +2 @@\n+x\n")
    #expect(diff("a\nx\nb\n", "a\nb\n").rendered(context: 0) == "\(header)@@ -2 +1,0 @@\n-x\n")
    #expect(diff("b\n", "x\nb\n").rendered(context: 0) == "\(header)@@ -0,0 +1 @@\n+x\n")
  }

  @Test("of a new file begins at `/dev/null`")
  func newFile() {
    let diff = UnifiedDiff(from: nil, to: SourceText(path: "VERSION", text: "1.0.0\n2\n"))
    #expect(diff.removedCount == 0)
    #expect(diff.insertedCount == 2)
    #expect(diff.rendered() == "--- /dev/null\n+++ b/VERSION\n@@ -0,0 +1,2 @@\n+1.0.0\n+2\n")
  }

  @Test(
    "marks a text without a line end at its end",
    arguments: [
      ("a", "b", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n"),
      ("a", "a\n", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"),
      ("a\n", "a", "@@ -1 +1 @@\n-a\n+a\n\\ No newline at end of file\n"),
      ("a\nb", "c\nb", "@@ -1,2 +1,2 @@\n-a\n+c\n b\n\\ No newline at end of file\n"),
      ("", "a", "@@ -0,0 +1 @@\n+a\n\\ No newline at end of file\n"), ("a\n", "", "@@ -1 +0,0 @@\n-a\n"),
    ])
  func finalNewline(old: String, new: String, hunk: String) {
    #expect(diff(old, new).rendered() == header + hunk)
  }

  @Test("is empty if nothing changed", arguments: ["", "a", "a\n", "\r\n", "\n\n"])
  func unchanged(text: String) {
    #expect(diff(text, text).rendered() == "")
    #expect(diff(text, text).removedCount == 0)
    #expect(diff(text, text).insertedCount == 0)
  }

  @Test("includes every changed byte: line ends, other spellings of letters, invalid bytes")
  func bytes() {
    #expect(diff("a\n", "a\r\n").rendered() == "\(header)@@ -1 +1 @@\n-a\n+a\r\n")
    let diff = diff("caf\u{E9}\n", "cafe\u{301}\n")
    #expect(Array(diff.rendered().utf8) == Array("\(header)@@ -1 +1 @@\n-caf\u{E9}\n+cafe\u{301}\n".utf8))
    let invalid = UnifiedDiff(
      from: SourceText(path: "VERSION", bytes: [0xFF, 0x0A]), to: SourceText(path: "VERSION", bytes: [0xFE, 0x0A]))
    #expect(invalid.rendered() == "\(header)@@ -1 +1 @@\n-\u{FFFD}\n+\u{FFFD}\n")
  }

  @Test(
    "writes its file's name like git",
    arguments: [
      ("Supporting Files/Info.plist", "--- a/Supporting Files/Info.plist\t\n+++ b/Supporting Files/Info.plist\t\n"),
      ("a\"b\\c", #"--- "a/a\"b\\c""# + "\n" + #"+++ "b/a\"b\\c""# + "\n"),
      ("a\n+++ b", #"--- "a/a\012+++ b""# + "\n" + #"+++ "b/a\012+++ b""# + "\n"),
      ("\u{1B}\u{7F}", #"--- "a/\033\177""# + "\n" + #"+++ "b/\033\177""# + "\n"),
      ("\u{540D}", "--- a/\u{540D}\n+++ b/\u{540D}\n"),
    ])
  func names(name: String, header: String) throws {
    let path = try #require(RelativePath(name))
    let diff = UnifiedDiff(from: SourceText(path: path, text: "a\n"), to: SourceText(path: path, text: "b\n"))
    #expect(diff.rendered() == header + "@@ -1 +1 @@\n-a\n+b\n")
  }

  @Test(
    "is accepted by patch and by git apply, and produces the new file",
    .enabled(if: ReferenceProgram("patch") != nil || ReferenceProgram("git") != nil),
    arguments: [41, 42, 43] as [UInt64])
  func programs(seed: UInt64) throws {
    let programs = [
      ReferenceProgram("patch").map { ($0, ["--batch", "--silent", "--fuzz=0", "-p1", "-i", "change.diff"]) },
      ReferenceProgram("git").map { ($0, ["apply", "--whitespace=nowarn", "change.diff"]) },
    ].compactMap(\.self)
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let names = ["VERSION", "Supporting Files/Info.plist", "a\"b\\c", "caf\u{E9} 1"]
    for round in 0..<24 {
      let path = try #require(RelativePath(names[round % names.count]))
      // Every sixth file is new. None becomes empty: patch would remove it.
      let old = round % 6 == 0 ? nil : SourceText(path: path, text: randomText(using: &random))
      let new = SourceText(path: path, text: edited(old, using: &random))
      let diff = UnifiedDiff(from: old, to: new).rendered()
      guard !diff.isEmpty else { continue }
      for (program, arguments) in programs {
        try folder.write(path.string, old?.bytes ?? [])
        if old == nil { try folder.remove(path.string) }
        try folder.write("change.diff", diff)
        let result = try program.run(arguments, in: folder)
        #expect(result.status == 0, "seed \(seed), round \(round): \(result.output)\n\(diff)")
        #expect(folder.bytes(of: path.string) == new.bytes, "seed \(seed), round \(round)\n\(diff)")
      }
    }
  }

  private let header = "--- a/VERSION\n+++ b/VERSION\n"

  private func diff(_ old: String, _ new: String) -> UnifiedDiff {
    UnifiedDiff(from: SourceText(path: "VERSION", text: old), to: SourceText(path: "VERSION", text: new))
  }

  private func randomText(using random: inout SeededGenerator) -> String {
    let lines = (0..<Int.random(in: 1...40, using: &random)).map { _ in
      ["a", "bb", "", "- c", "+ d", "caf\u{E9}", "cafe\u{301}", "e\r", "\\ f", "@@ -1 +1 @@"].randomElement(
        using: &random) ?? ""
    }
    return lines.joined(separator: "\n") + (Bool.random(using: &random) ? "\n" : "g")
  }

  /// The text with some lines removed, changed or inserted; it is never empty.
  private func edited(_ old: SourceText?, using random: inout SeededGenerator) -> String {
    guard let old else { return randomText(using: &random) }
    let lines = String(decoding: old.bytes, as: UTF8.self).unicodeScalars
      .split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    let kept = lines.flatMap { line in
      switch Int.random(in: 0..<12, using: &random) {
      case 0: [String]()
      case 1: [line, "new"]
      case 2: ["changed"]
      default: [line]
      }
    }
    let text = kept.joined(separator: "\n")
    return text.isEmpty || Bool.random(using: &random) ? "x" + text : text
  }
}

extension String {
  /// The parts between the occurrences of `separator`.
  fileprivate func components(of separator: String) -> [Substring] {
    split(separator: separator, omittingEmptySubsequences: false)
  }
}
