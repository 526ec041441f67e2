import MartletKit
import TestSupport
import Testing

/// The code of the articles, which is compiled here or in the example.
@Suite("The articles of the library")
struct ArticleTests {
  private static let folder = "Sources/MartletKit/MartletKit.docc"

  @Test("contain only compiled code")
  func codeIsCompiled() throws {
    let places = [
      "Tests/MartletKitTests/ArticleTests.swift", "Examples/VersionTool/Package.swift",
      "Examples/VersionTool/Sources/VersionTool/VersionTool.swift",
    ]
    let compiled = try places.map { Self.words(of: try #require(ProjectFolder.read($0))) }
    var count = 0
    for article in ProjectFolder.files(in: Self.folder) {
      let text = try #require(ProjectFolder.read("\(Self.folder)/\(article)"))
      for block in text.matches(of: /```swift\n((?s).*?)```/).map(\.output.1) {
        count += 1
        #expect(compiled.contains { $0.contains(Self.words(of: String(block))) }, "\(article):\n\(block)")
      }
    }
    #expect(count >= 10)
  }

  /// The text with one blank between words, without indentation.
  private static func words(of text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The part of a tool that parses its user's text.
  private func version(_ text: String, report: (String) -> Void) -> Version? {
    do {
      return try Version(text)
    } catch {
      for problem in error.problems { report(problem.message) }
      return nil
    }
  }

  @Test("describe how to show an error")
  func errors() throws {
    var reports: [String] = []
    #expect(version("1.0") { reports.append($0) } == (try Version("1.0")))
    #expect(version("v1.0") { reports.append($0) } == nil)
    #expect(reports == ["`v1.0` is not a version, expected one such as `1.5.0` or `1.5.0-beta.1`"])
  }

  @Test("describe how to name manifests")
  func manifests() throws {
    let texts = [
      "Sources/CoolKit/Version.swift": "let other = \"1.4.2\"\nlet current = \"1.4.2\"\n",
      "install.sh": "fetch cool-1.4.2\n",
    ]
    let files = try ProjectFiles(texts.mapValues { Array($0.utf8) })
    let project = try Project(
      files,
      manifests: [
        Project.Manifest(.swift, at: "Sources/CoolKit/Version.swift", options: ["name": ["current"]]),
        Project.Manifest(.text, at: "install.sh", options: ["pattern": ["cool-${version}"]]),
      ])
    #expect(
      try project.changedFiles(for: Version("1.5.0")).mapValues { String(decoding: $0, as: UTF8.self) } == [
        "Sources/CoolKit/Version.swift": "let other = \"1.4.2\"\nlet current = \"1.5.0\"\n",
        "install.sh": "fetch cool-1.5.0\n",
      ])
  }

  @Test("describe how to read build settings")
  func buildSettings() throws {
    let text = "BASE_API_URL = https:/$()/example.com\nOTHER_SWIFT_FLAGS = -DA \"-D B\"\nnonsense\n"
    let files = try ProjectFiles(["Configuration/Release.xcconfig": Array(text.utf8)])
    var reports: [String] = []
    func report(_ text: String) { reports.append(text) }

    let settings = try XcconfigSettings(
      "Configuration/Release.xcconfig", in: files, for: ["sdk": "iphoneos26.0", "config": "Release"])
    let address = try settings.value(of: "BASE_API_URL")
    let flags = try settings.elements(of: "OTHER_SWIFT_FLAGS")
    #expect(address == "https://example.com" && flags == ["-DA", "-D B"])

    for problem in settings.problems where problem.severity == .error { report(problem.description) }
    let place = settings.place(of: "BASE_API_URL")
    #expect(place?.description == "Configuration/Release.xcconfig:1:1")
    #expect(
      reports == [
        """
        error: no `=` after the setting's name, expected `NAME = value`
         --> Configuration/Release.xcconfig:3:9
          |
        3 | nonsense
          |         ^
        """
      ])
  }

  /// The release in a tool; nil if there is nothing to release.
  private func section(
    _ log: [(id: String, message: String)], after released: [Version], in bytes: [UInt8], on today: String
  ) throws -> [UInt8]? {
    let notes = try ReleaseNotes(
      of: log.map { ReleaseNotes.Commit(id: $0.id, message: $0.message) })
    guard let next = try notes.version(after: released) else { return nil }
    let changelog = try Changelog(bytes)
    return try changelog.inserting(notes.markdown, for: next, on: today, tag: "v\(next)")
  }

  /// The release in a tool with hand-written notes.
  private func release(_ next: Version, of changelog: Changelog, on today: String) throws -> [UInt8] {
    return try changelog.releasing(next, on: today)
  }

  @Test("describe how to create and release a section of a changelog from commits")
  func releaseNotes() throws {
    let id = String(repeating: "a", count: 40)
    let bytes = try section(
      [(id: id, message: "feat: greet")], after: [Version("1.4.2")], in: Array("# Changelog\n".utf8), on: "2026-11-21")
    #expect(
      bytes.map { String(decoding: $0, as: UTF8.self) }
        == "# Changelog\n\n## 1.5.0 - 2026-11-21\n\n### Added\n\n- greet (aaaaaaa)\n")
    #expect(try section([(id: id, message: "chore: tidy")], after: [], in: [], on: "2026-11-21") == nil)
    let unreleased = try Changelog(Array("## Unreleased\n\n- New.\n".utf8))
    #expect(
      String(decoding: try release(Version("1.0.0"), of: unreleased, on: "2026-11-21"), as: UTF8.self)
        == "## Unreleased\n\n## 1.0.0 - 2026-11-21\n\n- New.\n")
  }
}
