import MartletManifests
import TestSupport
import Testing

@Suite("A plain manifest")
struct PlainManifestTests {
  private let manifest = PlainManifest(path: "VERSION")

  @Test(
    "contains only the version, with optional blanks, comments and a `v`",
    arguments: [
      ("1.4.2", "2.0.0"), ("1.4.2\n", "2.0.0\n"), ("  v1.4.2\t\r\n", "  v2.0.0\t\r\n"),
      ("# ours\n\n1.4.2-beta.1+5\n\n", "# ours\n\n2.0.0\n\n"),
    ])
  func bump(text: String, expected: String) throws {
    #expect(try manifest.text(text, saying: "2.0.0") == expected)
  }

  @Test(
    "is refused for any other content",
    arguments: [
      ("", "error: the file contains no version, expected only the version\n --> VERSION:1:1"),
      (
        "1.4.2 beta\n",
        "error: `1.4.2 beta` is not a version, expected only the version\n --> VERSION:1:1\n  |\n1 | 1.4.2 beta\n  | ^^^^^^^^^^"
      ),
      (
        "1.4.2\n1.4.3\n",
        "error: unexpected second line, expected only the version\n --> VERSION:2:1\n  |\n2 | 1.4.3\n  | ^^^^^"
      ),
    ])
  func refusals(text: String, expected: String) throws {
    let complaint = try #require(manifest.complaint(in: text))
    #expect(complaint.hasPrefix(expected))
  }
}
