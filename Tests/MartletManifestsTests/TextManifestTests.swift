import MartletManifests
import TestSupport
import Testing

@Suite("A text manifest")
struct TextManifestTests {
  @Test(
    "finds the values of its pattern's placeholders",
    arguments: [
      ("from: \"${version}\"", "x from: \"1.4.2\" y", ["version 1.4.2"]),
      ("${version}", "cool 1.4.2, x1.0", ["version 1.4.2"]),
      ("cool-${version}.zip", "cool-1.4.2-beta.1.zip", ["version 1.4.2-beta.1"]),
      ("v${version}+${build}", "v1.4.2+77", ["version 1.4.2", "build 77"]),
      ("(${build})", "(x) (42)", ["build 42"]),
      ("a\nb ${version}", "a\r\nb 1.4.2", ["version 1.4.2"]),
      ("${HOME} ${version}", "${HOME} 1.4.2", ["version 1.4.2"]),
      ("url \"${any}/cool-${version}.zip\"", "url \"https://a/2.0/cool-x/cool-1.4.2.zip\"", ["version 1.4.2"]),
      ("v${version}, ${any} (${build})", "v1.4.2, (beta) (42)", ["version 1.4.2", "build 42"]),
      ("sha256 \"${any}\"\nversion ${version}", "sha256 \"\"\r\nversion 1.4.2", ["version 1.4.2"]),
    ])
  func patterns(pattern: String, text: String, expected: [String]) throws {
    #expect(try TextManifest(path: "a.txt", pattern: pattern).found(in: text) == expected)
  }

  @Test("reports where the pattern matches if it matches too often or not at all")
  func counts() {
    let manifest = TextManifest(path: "a.txt", pattern: "v${version}")
    #expect(
      manifest.complaint(in: "v1.0\n\nv1.0\n")
        == "error: found 2 matches of `v${version}` in `a.txt` (lines 1, 3), expected 1")
    #expect(
      manifest.complaint(in: String(repeating: "v1.0\n", count: 20))
        == "error: found 20 matches of `v${version}` in `a.txt` (lines 1, 2, 3, 4, 5, 6, 7, 8, …), expected 1")
    #expect(
      TextManifest(path: "a.txt", pattern: "a ${any} ${version}").complaint(in: "a b\n 1.4.2")
        == "error: found 0 matches of `a ${any} ${version}` in `a.txt`, expected 1")
    #expect(manifest.complaint(in: "vx") == "error: found 0 matches of `v${version}` in `a.txt`, expected 1")
    #expect(TextManifest(path: "a.txt", pattern: "v${version}", count: 2).complaint(in: "v1.0 v1.0") == nil)
  }

  @Test(
    "refuses a pattern without a placeholder, with one twice, or with `${any}` and no text on one side of it",
    arguments: [
      "x", "${version} ${version}", "${verson}", "a ${any} b", "a ${any} b ${any} ${version}", "${any} ${version}",
      "a ${any}${version}", "a ${version}${any}",
    ])
  func unusable(pattern: String) {
    #expect(
      TextManifest(path: "a.txt", pattern: pattern).complaint(in: "1.0")
        == "error: `pattern` of `a.txt` is `\(pattern)`, expected a text with `${version}`, `${build}` or both, each once, and `${any}` at most once between other text"
    )
  }
}
