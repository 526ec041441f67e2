import Execution
import Lanes
import MartletCore
import TestSupport
import Testing

@Suite("Assets and notes that a forge would refuse or change")
struct AssetRulesTests {
  private static func file(_ name: String, size: Int = 1, path: String? = nil) -> AssetFile {
    AssetFile(name: name, path: path ?? "dist/\(name)", size: size)
  }

  @Test("are reported all at once, before anything is sent")
  func all() throws {
    var text = ForgeFixture.text
    text.notes = String(repeating: "é", count: 125_001)
    let failure = try #require(
      Forge.github.problems(
        of: text,
        assets: [
          Self.file("tool 1.5.zip"), Self.file(".hidden"), Self.file("empty.zip", size: 0),
          Self.file("huge.zip", size: 1 << 31), Self.file("a.zip"), Self.file("a.zip", path: "other/a.zip"),
          Self.file("fine-1.5_0.zip", size: 1 << 31 - 1),
        ]))
    #expect(failure.code == .assetRules)
    #expect(
      failure.diagnostics == [
        Diagnostic(
          "the notes have 125001 characters, GitHub accepts at most 125000",
          hint: "shorten the notes, and link to the changelog"),
        Diagnostic(
          "GitHub would not keep the asset name `tool 1.5.zip`: it allows no `U+20`",
          hint: "rename the file `dist/tool 1.5.zip`"),
        Diagnostic(
          "GitHub would not keep the asset name `.hidden`: it must not start with `.`",
          hint: "rename the file `dist/.hidden`"),
        Diagnostic("the asset `empty.zip` is empty", hint: "build `dist/empty.zip` again"),
        Diagnostic(
          "the asset `huge.zip` has 2147483648 bytes, GitHub accepts fewer than 2147483648",
          hint: "compress or split `dist/huge.zip`"),
        Diagnostic("2 assets have the name `a.zip`", hint: "rename all but one", notes: ["dist/a.zip", "other/a.zip"]),
      ])
  }

  @Test("have no problems at exactly the longest length of the notes")
  func longestNotes() {
    var text = ForgeFixture.text
    text.notes = String(repeating: "é", count: 125_000)
    #expect(Forge.github.problems(of: text, assets: []) == nil)
  }

  @Test("have no problems if they are valid")
  func none() {
    for kind in Forge.all {
      let assets = [Self.file("Tool-1.5.0_x86.tar.gz"), Self.file("Tool.zip")]
      #expect(kind.problems(of: ForgeFixture.text, assets: assets) == nil)
    }
  }

  @Test(
    "have names that this forge would change",
    arguments: [
      (.github, "a+b.zip", nil), (.github, "a~b.zip", "it allows no `~`"),
      (.github, "tool.", "it must not end with `.`"),
      (.github, "töol.zip", "it allows no `ö`"), (.github, "", "it has 0 characters, expected 1 to 255"),
      (.gitlab, "app-1.3.0+5.bin", "it allows no `+`"),
      (.gitlab, "app~1.bin", "it allows no `~`"), (.gitlab, "a@b.zip", "it allows no `@`"),
      (.gitlab, "ab", "it has 2 characters, expected 3 to 127"), (.gitlab, "abc", nil), (.gitlab, ".ab", nil),
      (.gitlab, "app-x_", "it must not end with `_`"), (.gitlab, "a b", "it allows no `U+20`"),
      (.gitlab, String(repeating: "a", count: 127), nil),
      (.gitlab, String(repeating: "a", count: 128), "it has 128 characters, expected 3 to 127"),
      (.forgejo, "a+b.zip", nil),
      (.forgejo, "a/b", "it allows no `/`"),
    ] as [(Forge, String, String?)])
  func names(_ kind: Forge, _ name: String, _ rule: String?) {
    let message = kind.problems(of: ForgeFixture.text, assets: [Self.file(name)])?.firstMessage
    #expect(message == rule.map { "\(kind.name) would not keep the asset name `\(name)`: \($0)" })
  }
}
