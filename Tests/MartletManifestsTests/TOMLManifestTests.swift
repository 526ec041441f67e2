import MartletManifests
import TestSupport
import Testing

@Suite("A TOML manifest")
struct TOMLManifestTests {
  @Test(
    "finds a key in its table, dotted or quoted",
    arguments: [
      ("version", "version = \"1.4.2\" # [x]\n[a]\nversion = \"0\"\n"),
      ("package.version", "version = \"0\"\n[ package ] # x\nname = 'a'\nversion='1.4.2'\n"),
      ("package.version", "package.version = \"1.4.2\"\n"),
      ("version", "x = [ # ]\n  [ \"b\" ],\n]\nversion = \"1.4.2\"\n"),
      ("tool.version", "tool = { name = \"a\", version = \"1.4.2\" }\n"),
      ("version", "version = \"1.4.2\"\nversions = [\"0\"]\nlong = \"\"\"0\"\"\"\nempty = \"\"\n"),
      ("/tool.x/version", "[\"tool.x\"]\nversion = \"1.4.2\"\n"),
      (
        "a.version",
        "x = [ \"]\", # ]\n [\"version = 1\"] ]\nt = \"\"\"\nversion = \"0\"\n\"\"\"\n[a]\nversion = \"1.4.2\""
      ),
    ])
  func ways(key: String, text: String) throws {
    let manifest = TOMLManifest(path: "a.toml", key: key)
    #expect(try manifest.found(in: text) == ["version 1.4.2 \(key)"])
    #expect(try manifest.text(text, saying: "2.0.0-rc.1") == text.replacing("1.4.2", with: "2.0.0-rc.1"))
  }

  @Test("is refused if the key is missing or repeated")
  func refusals() {
    #expect(
      TOMLManifest(path: "a.toml").complaint(in: "[package]\nversion = \"1.0\"\n")
        == "error: no key `version` in `a.toml`, expected one of `package.version`")
    #expect(
      TOMLManifest(path: "a.toml", key: "bin.version").complaint(
        in: "[[bin]]\nversion = \"1\"\n[[bin]]\nversion = \"2\"\n")
        == "error: found 2 matches of `bin.version` in `a.toml` (lines 2, 4), expected 1")
  }
}
