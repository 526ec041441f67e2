import MartletCore
import MartletManifests
import TestSupport
import Testing

@Suite("A JSON manifest")
struct JSONManifestTests {
  @Test(
    "finds a key by its dotted path or its pointer",
    arguments: [
      ("version", #"{"a": {"version": "0"}, "version": "1.4.2"}"#),
      ("info.version", #"{"info": {"x": [{"version": "0"}], "version": "1.4.2"}}"#),
      ("/a.b/c~1d", #"{"a.b": {"c/d": "1.4.2"}}"#),
      ("list.1.version", #"{"list": [{"version": "0"}, {"version": "1.4.2"}]}"#),
      ("version", "// told\n{ /* \"version\": \"0\" */ \"version\" : \"1.4.2\", }"),
    ])
  func ways(key: String, text: String) throws {
    #expect(try JSONManifest(path: "a.json", key: key).found(in: text) == ["version 1.4.2 \(key)"])
  }

  @Test("uses the last of two equal keys, like parsers")
  func duplicates() throws {
    let manifest = JSONManifest(path: "a.json")
    #expect(
      try manifest.text(#"{"version": "1", "version": "2"}"#, saying: "3") == #"{"version": "1", "version": "3"}"#)
  }

  @Test("writes a build number as a JSON number if it was one", arguments: [("43", "43"), ("1.2.3", "\"1.2.3\"")])
  func numbers(build: String, expected: String) throws {
    let manifest = JSONManifest(path: "a.json", buildKey: "build")
    let source = SourceText(path: "a.json", text: #"{"version": "1.0", "build": 42}"#)
    let site = try #require(try manifest.sites(in: #"{"version": "1.0", "build": 42}"#).last)
    let edits = try site.edits(toHold: build)["a.json"] ?? []
    #expect(
      String(decoding: try source.applying(edits).bytes, as: UTF8.self)
        == "{\"version\": \"1.0\", \"build\": \(expected)}")
  }

  @Test(
    "is refused at the first invalid byte",
    arguments: [
      ("{\"version\": \"1\"", "error: the file ends here, expected `,` or a closing bracket"),
      ("{\"version\" \"1\"}", "error: found `\"`, expected `:`"),
      ("{\"version\": \"1\"]", "error: `]` has no matching bracket, expected `,` or a closing bracket"),
      ("{\"version\": \"1\n\"}", "error: the string that begins here is not closed"),
      ("{\"version\": 1.4}", "error: `version` is `1.4`, expected a string"),
      ("{\"info\": {\"version\": \"1.4\"}}", "error: no key `version` in `a.json`, expected one of `info.version`"),
    ])
  func refusals(text: String, expected: String) throws {
    let complaint = try #require(JSONManifest(path: "a.json").complaint(in: text))
    #expect(complaint.split(separator: "\n").first.map(String.init) == expected)
  }

  @Test("may have any depth")
  func depth() throws {
    let deep = String(repeating: "[1, ", count: 200_000)
    #expect(JSONManifest(path: "a.json").complaint(in: "{\"x\": \(deep)") != nil)
  }
}
