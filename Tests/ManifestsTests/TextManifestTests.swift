import Manifests
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
    #expect(manifest.complaint(in: "vx") == "error: found 0 matches of `v${version}` in `a.txt`, expected 1")
    #expect(TextManifest(path: "a.txt", pattern: "v${version}", count: 2).complaint(in: "v1.0 v1.0") == nil)
  }

  @Test(
    "refuses a pattern without a placeholder, or with one twice",
    arguments: ["x", "${version} ${version}", "${verson}"])
  func unusable(pattern: String) {
    #expect(
      TextManifest(path: "a.txt", pattern: pattern).complaint(in: "1.0")
        == "error: `pattern` of `a.txt` is `\(pattern)`, expected a text with `${version}`, `${build}` or both, each once"
    )
  }
}
