import MartletManifests
import TestSupport
import Testing

@Suite("A YAML manifest")
struct YAMLManifestTests {
  @Test(
    "finds a key through mappings, sequences and flow collections",
    arguments: [
      ("version", "version: 1.4.2 # now\nother:\n  version: 0\n"),
      ("a.b.version", "a:\n  x: 1\n  b:\n    - 1\n  b:\n    version: '1.4.2'\n"),
      ("a.1.version", "a:\n- version: 0.1\n  name: x\n- name: y\n  version: \"1.4.2\"\n"),
      ("a.b.version", "a: {x: [1, {version: 0}], b: {version: 1.4.2}}\n"),
      ("a.version", "a: {\n  x: 1,\n  version: \"1.4.2\"\n}\n"),
      (
        "a.version",
        "a: &anchor\n  text: |\n    version: 0\n\n    version: 0\n  quoted: \"version: 0\"\n  version: 1.4.2"
      ),
      ("/a.b/version", "'a.b':\n  \"version\": !!str 1.4.2\n"),
      ("settings.url", "settings:\n  url: 1.4.2\n  other: http://a:b#c\n"),
    ])
  func ways(key: String, text: String) throws {
    let manifest = YAMLManifest(path: "a.yaml", key: key)
    #expect(try manifest.sites(in: text).map(\.value) == ["1.4.2"])
    #expect(try manifest.text(text, saying: "2.0.0") == text.replacing("1.4.2", with: "2.0.0"))
  }

  @Test(
    "quotes a value that would be read as another number",
    arguments: [
      ("1.4", "1.10", "\"1.10\""), ("1.4.2", "1.5.0", "1.5.0"), ("1", "2", "2"), ("1", "1.5", "\"1.5\""),
      ("\"1.4\"", "1.10", "\"1.10\""), ("'1.4'", "1.10", "'1.10'"),
    ])
  func quotes(current: String, version: String, expected: String) throws {
    let manifest = YAMLManifest(path: "a.yaml", key: "version")
    #expect(try manifest.text("version: \(current) # x\n", saying: version) == "version: \(expected) # x\n")
  }

  @Test(
    "skips quoted texts of several lines in a flow collection, so that new quotes close none of them",
    arguments: ["\"", "'"])
  func longTexts(quote: String) throws {
    let manifest = YAMLManifest(path: "a.yaml", key: "a.version")
    let text = "a: {note: \(quote)version: 1\n  , version: 2\n  \(quote), version: 1.4.2, x: 1}\n"
    let raised = try manifest.text(text, saying: "1.10")
    #expect(raised == text.replacing("1.4.2", with: "\"1.10\""))
    #expect(try manifest.sites(in: raised).map(\.value) == ["1.10"])
  }

  @Test("reads the version and the build number of a Flutter app, and changes each alone")
  func flutter() throws {
    let manifest = YAMLManifest(path: "app/pubspec.yaml")
    let text = "name: cool\nversion: 1.4.2+7\nenvironment:\n  sdk: 3.0.0+1\n"
    #expect(try manifest.sites(in: text).map { "\($0.kind) \($0.value)" } == ["version 1.4.2", "build 7"])
    #expect(try manifest.text(text, saying: "1.5.0") == text.replacing("1.4.2", with: "1.5.0"))
    let other = "version: 1.4.2+sha.7\n"
    #expect(try manifest.sites(in: other).map(\.value) == ["1.4.2+sha.7"])
  }

  @Test("ignores references, and reports a missing key")
  func others() {
    let manifest = YAMLManifest(path: "a.yaml", key: "version")
    #expect(manifest.complaint(in: "version: ${VERSION}\n") == nil)
    #expect(
      manifest.complaint(in: "app:\n  version: 1.4.2\n")
        == "error: no key `version` in `a.yaml`, expected one of `app.version`")
  }
}
