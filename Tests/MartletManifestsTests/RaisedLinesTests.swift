import MartletCore
import MartletManifests
import TestSupport
import Testing

@Suite("The evidence of the last releases")
struct RaisedLinesTests: ResolvingVersions {
  /// What is raised in a project at 6.5.1 with `line` in a file, after the releases 6.5.0 and 6.5.1.
  private func raised(
    _ path: String, _ line: String, released: String? = nil, earlier: String? = nil
  ) throws -> [String] {
    let older = (earlier ?? line.replacing("6.5.1", with: "6.5.0"))
    return try raised(
      [path: "first\n\(line)\n"], tag: "6.5.1", since: [path: "first\n\(released ?? line)\n"],
      after: ("6.5.0", [path: "\(older)\nlast\n"]))
  }

  @Test(
    "raises a line in any form that the last two releases raised",
    arguments: [
      (".github/workflows/deploy.yml", "  APP_VERSION: '6.5.1'"),
      (".github/ISSUE_TEMPLATE/bug.md", "- Kit: [e.g. 6.5.1]"),
      (".github/ISSUE_TEMPLATE/bug.yml", "        - \"<6.5.1\""), (".generator", "future-release=6.5.1"),
      ("README.md", "* **[Download Cool 6.5.1](https://example.com/a.zip)**"),
      ("README.md", "[badge]: https://img.shields.io/badge/latest--release-6.5.1-5d2f68.svg?style=flat"),
      ("Cool/Cool.h", "Version 6.5.1 (Current Version)"), ("Cool/Util.m", "NSString * const kSdk = @\"ios6.5.1\";"),
      ("Cool.txt", "Agent_6.5.1.zip"), ("Tests/__Snapshots__/a.txt", "- \"App/1.2.3 cool/6.5.1\""),
      ("README.md", ".Package(url: \"https://example.com/x.git\", versions: \"6.5.1\" ..< Version.max)"),
      ("Tests/Cool.swift", "assert(version == \"6.5.1\")"),
    ])
  func forms(path: String, line: String) throws {
    #expect(try raised(path, line) == ["6.5.1", "\(path):2 6.5.1"])
    #expect(try raised(path, line, earlier: line) == ["6.5.1"])
    #expect(try raised(path, line, released: line.replacing("6.5.1", with: "6.5.0")) == ["6.5.1"])
    #expect(try raised([path: "first\n\(line)\n"], tag: "6.5.1") == ["6.5.1"])
  }

  @Test("raises the requirement of a package below, but no line of a manifest with a checksum")
  func packagesBelow() throws {
    let line = ".package(url: \"https://github.com/cool/cool-sdk.git\", .upToNextMajor(from: \"6.5.1\"))"
    #expect(try raised("Adapters/Package.swift", line) == ["6.5.1", "Adapters/Package.swift:2 6.5.1"])
    #expect(try raised("Adapters/Package.swift", line + "; let checksum = \"ab\"") == ["6.5.1"])
  }

  @Test("leaves the requirement of another package that has had the version of two releases by chance")
  func otherPackages() throws {
    let line = ".package(url: \"https://github.com/other/Kit.git\", from: \"6.5.1\"),"
    #expect(try raised("Package.swift", line, earlier: line.replacing("6.5.1", with: "2.4.0")) == ["6.5.1"])
  }

  @Test("leaves a list of releases in one line")
  func lists() throws {
    func list(_ versions: String...) -> String {
      "{" + versions.map { "\"\($0)\":\"https://example.com/\($0)/Cool.zip\"" }.joined(separator: ",") + "}"
    }
    let earlier = list("2.4.0", "6.5.0")
    #expect(try raised("Cool.json", list("2.4.0", "6.5.0", "6.5.1"), earlier: earlier) == ["6.5.1"])
    #expect(try raised("Cool.json", list("6.5.1"), earlier: list("6.5.0")).count == 3)
  }

  @Test("never raises the version of an API in its description")
  func apis() throws {
    let json = "{\"openapi\": \"3.0.1\", \"info\": {\"version\": \"6.5.1\"}}"
    for (path, text) in [("api.json", json), ("api.yaml", "openapi: 3.0.1\ninfo:\n  version: 6.5.1")] {
      let before = text.replacing("6.5.1", with: "6.5.0")
      let found = try raised([path: text], tag: "6.5.1", since: [path: text], after: ("6.5.0", [path: before]))
      #expect(found == ["6.5.1"])
    }
  }

  @Test("raises a line that only differs from others by the line above it, such as a key")
  func keys() throws {
    func list(_ version: String) -> String {
      "<plist><dict>\n\t<key>Build</key>\n\t<string>30</string>\n\t<key>CoolRelease</key>\n\t<string>\(version)</string>\n</dict></plist>\n"
    }
    for end in ["\n", "\r\n"] {
      func files(_ version: String) -> [String: String] { ["Cool.plist": list(version).replacing("\n", with: end)] }
      #expect(
        try raised(files("6.5.1"), tag: "6.5.1", since: files("6.5.1"), after: ("6.5.0", files("6.5.0")))
          == ["6.5.1", "Cool.plist:5 6.5.1"])
      #expect(
        try raised(files("6.5.1"), tag: "6.5.1", since: files("6.5.1"), after: ("6.5.0", files("6.4.0"))) == ["6.5.1"])
    }
  }

  @Test("raises a line that missed the release before the newest one, and no line that had something else")
  func missedRelease() throws {
    func raised(earlier: String) throws -> [String] {
      func files(_ version: String) -> [String: String] { ["app.ts": "export const appVersion = '\(version)'\n"] }
      return try self.raised(files("6.5.1"), tag: "6.5.1", since: files("6.5.1"), after: ("6.5.0", files(earlier)))
    }
    // A release of the helper's tags.
    #expect(try raised(earlier: "2.4.0") == ["6.5.1", "app.ts:1 6.5.1"])
    #expect(try raised(earlier: "2.4.1") == ["6.5.1"])
  }

  @Test("raises a line that is raised right after each tag")
  func raisedAfterTags() throws {
    func raised(newer: String, earlier: String) throws -> [String] {
      func files(_ version: String) -> [String: String] { ["app.ts": "export const appVersion = '\(version)'\n"] }
      return try self.raised(files("6.5.1"), tag: "6.5.1", since: files(newer), after: ("6.5.0", files(earlier)))
    }
    #expect(try raised(newer: "6.5.0", earlier: "2.4.0") == ["6.5.1", "app.ts:1 6.5.1"])
    #expect(try raised(newer: "6.5.0", earlier: "6.5.0") == ["6.5.1"])
    #expect(try raised(newer: "2.4.0", earlier: "2.3.0") == ["6.5.1"])
  }

  @Test("raises the requirement of a crate beside another line that ends alike")
  func crates() throws {
    func files(_ version: String) -> [String: String] {
      ["rlb/Cargo.toml": "rust-version = \"1.87\"\n\n[dependencies.cool]\npath = \"..\"\nversion = \"\(version)\"\n"]
    }
    #expect(
      try raised(files("6.5.1"), tag: "6.5.1", since: files("6.5.1"), after: ("6.5.0", files("6.5.0")))
        == ["6.5.1", "rlb/Cargo.toml:5 6.5.1"])
  }

  @Test(
    "raises a version in three lines, one for each number",
    arguments: [
      ("CMakeLists.txt", "set(COOL_VERSION_MAJOR 6)\nset(COOL_VERSION_MINOR 5)\nset(COOL_VERSION_PATCH @)\n"),
      ("Cool/Cool.h", "#define COOL_MAJOR_VERSION 6\n#define COOL_MINOR_VERSION 5\n#define COOL_PATCH_VERSION @\n"),
      ("gradle.properties", "versionMajor=6\nversionMinor=5\nversionPatch=@\n"),
    ])
  func parts(path: String, text: String) throws {
    let texts = [path: text.replacing("@", with: "1")]
    #expect(try raised(texts, tag: "6.5.1") == ["6.5.1", "\(path):1 6.5.1"])
    let survey = try survey(texts, ReleaseTags(newest: Version("6.5.1"), released: Version("6.5.1")))
    let (edits, _) = try survey.edits(raising: Version("6.5.1"), to: Version("6.5.2-beta.1"), in: files(texts))
    #expect(edits.values.flatMap { $0 }.map(\.replacement) == ["2"])
    #expect(try raised([path: text.replacing("@", with: "0")], tag: "6.5.1") == ["6.5.1"])
  }

  @Test("raises a version in three lines with the name of a system only if the last two releases did")
  func namedParts() throws {
    func files(_ minor: Int) -> [String: String] {
      let lines = ["major": 6, "minor": minor, "patch": 0].sorted { $0.key < $1.key }
      return ["libs.versions.toml": lines.map { "android-\($0.key)Version = \"\($0.value)\"\n" }.joined()]
    }
    #expect(try raised(files(5), tag: "6.5.0", since: files(5), after: ("6.4.0", files(4))).count == 2)
    #expect(try raised(files(5), tag: "6.5.0", since: files(5), after: ("6.4.0", files(5))) == ["6.5.0"])
  }

  @Test("raises a constant that is named for another kind of version if the last two releases raised it")
  func named() throws {
    func files(_ version: String) -> [String: String] {
      ["CoolKit.podspec": Self.podspec(version), "Sources/Cool/A.swift": "let coolMaxVersion = \"\(version)\"\n"]
    }
    #expect(
      try raised(files("6.5.1"), tag: "6.5.1", since: files("6.5.1"), after: ("6.5.0", files("6.5.0")))
        == ["6.5.1", "CoolKit.podspec:2 6.5.1", "Sources/Cool/A.swift:1 6.5.1"])
    #expect(
      try raised(files("6.5.1"), tag: "6.5.1", since: files("6.5.1"), after: ("6.5.0", files("6.4.0")))
        == ["6.5.1", "CoolKit.podspec:2 6.5.1"])
    #expect(
      try raised(files("6.5.1"), tag: "6.5.1", since: files("6.5.1")) == ["6.5.1", "CoolKit.podspec:2 6.5.1"])
  }

  @Test("raises a line whose version ends in a word, and one with another number")
  func wordsAndNumbers() throws {
    #expect(try raised("Cool.pot", "msgctxt \"v6.5.1-whats-new\"") == ["6.5.1", "Cool.pot:2 6.5.1"])
    let line = "  \"version\": \"cool-6.5.1 (27)\","
    #expect(
      try raised("app/en.json", line, released: line, earlier: "  \"version\": \"cool-6.5.0 (26)\",")
        == ["6.5.1", "app/en.json:2 6.5.1"])
    #expect(try raised("app/a.txt", "6.5.1 and 27 since 3", earlier: "6.5.0 and 26 since 2") == ["6.5.1"])
  }

  @Test("raises the same line in a new file beside")
  func newFiles() throws {
    func files(_ version: String, _ names: [String]) -> [String: String] {
      Dictionary(uniqueKeysWithValues: names.map { ("app/\($0)", "{\n  \"about\": \"cool-\(version)\"\n}\n") })
    }
    let all = ["de.json", "en.json", "pt.json", "en.txt"]
    #expect(
      try raised(
        files("6.5.1", all), tag: "6.5.1", since: files("6.5.1", ["de.json", "en.json"]),
        after: ("6.5.0", files("6.5.0", ["de.json"])))
        == ["6.5.1", "app/de.json:2 6.5.1", "app/en.json:2 6.5.1", "app/pt.json:2 6.5.1"])
  }

  @Test("raises both versions of a line")
  func twice() throws {
    let line = "[6.5.1](https://example.com/6.5.1/)."
    #expect(try raised("README.md", line) == ["6.5.1", "README.md:2 6.5.1", "README.md:2 6.5.1"])
  }

  @Test(
    "leaves a line of a list of releases, a longer number, and files that tools write",
    arguments: [
      ("README.md", "* Cool 6.5.0\n* Cool 6.5.1"), ("README.md", "Xcode 10 (for `6.5.1` and above)"),
      ("README.md", "Cool 16.5.1"), ("README.md", "Cool 6.5.1.2"),
      ("README.md", "Cool 6.5.1-beta"), ("CHANGELOG.md", "## Cool 6.5.1"), ("Podfile.lock", "- Cool 6.5.1"),
      ("appcast.xml", "<title>Cool 6.5.1</title>"), ("docs/index.html", "Cool 6.5.1 Docs"),
      ("docs/search.json", "\"Cool 6.5.1\""), ("Pods/Cool/a.h", "Cool 6.5.1"),
      ("Formula/cool.rb", "  version \"6.5.1\""),
      ("README.md", "  url: \"https://example.com/6.5.1/Cool.zip\",\n  checksum: \"ab\""),
      ("Package.swift", "  url: \"https://example.com/6.5.1/Cool.zip\", checksum: \"ab\"),"),
    ])
  func others(path: String, line: String) throws {
    #expect(try raised(path, line) == ["6.5.1"])
  }
}
