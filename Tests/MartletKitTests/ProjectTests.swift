import MartletKit
import TestSupport
import Testing

@Suite("A project of the library")
struct ProjectTests {
  /// Files in memory, by their texts.
  private func project(_ texts: [String: String]) throws -> Project {
    try Project(try ProjectFiles(texts.mapValues { Array($0.utf8) }))
  }

  @Test("has the places of its version, and whether they are the product's")
  func sites() throws {
    let project = try project([
      "Sources/CoolKit/Version.swift": "// Raised by us.\nlet version = \"1.4.2\"\n",
      "package.json": "{\n  \"version\": \"1.4.2\"\n}\n", "Tests/Version.swift": "let version = \"9.9.9\"\n",
    ])
    #expect(try project.version() == Version("1.4.2"))
    #expect(project.build == nil)
    #expect(
      project.sites.map { "\($0.kind.rawValue) \($0.value) \($0.place) \($0.label), \($0.isProductVersion)" } == [
        "version 1.4.2 Sources/CoolKit/Version.swift:2:16 version, true",
        "version 9.9.9 Tests/Version.swift:1:16 version, false", "version 1.4.2 package.json:2:15 version, false",
      ])
  }

  @Test("changes only the bytes of its version: line ends, byte order marks and invalid UTF-8 stay")
  func bytes() throws {
    let start = [0xEF, 0xBB, 0xBF] + Array("// caf".utf8) + [0xE9] + Array("\r\nlet version = \"".utf8)
    let end = Array("\"\r\n".utf8)
    let files = try ProjectFiles([
      "Sources/CoolKit/Version.swift": start + Array("1.4.2".utf8) + end, "README.md": Array("# Cool\n".utf8),
    ])
    let changed = try Project(files).changedFiles(for: Version("1.5.0-beta.1"))
    #expect(changed == ["Sources/CoolKit/Version.swift": start + Array("1.5.0-beta.1".utf8) + end])
    #expect(try Project(files).changedFiles(for: Version("1.4.2")) == [:])
  }

  @Test("lists its edits with their places, offsets and texts")
  func edits() throws {
    let info =
      "<plist><dict>\n<key>CFBundleShortVersionString</key>\n<string>1.4.2</string>\n"
      + "<key>CFBundleVersion</key>\n<string>42</string>\n</dict></plist>\n"
    let files = ["Version.swift": "// ü\nlet version = \"1.4.2\"\n", "Info.plist": info].mapValues { Array($0.utf8) }
    let project = try Project(
      ProjectFiles(files), manifests: [.init(.plist, at: "Info.plist"), .init(.swift, at: "Version.swift")])
    func listed(_ edits: [Project.Edit]) -> [String] {
      edits.map { "\($0.place) \($0.range): \($0.old) → \($0.new)" }
    }
    let version = try Version("1.5.0")
    #expect(
      listed(try project.edits(for: version)) == [
        "Info.plist:3:9 60..<65: 1.4.2 → 1.5.0", "Version.swift:2:16 21..<26: 1.4.2 → 1.5.0",
      ])
    #expect(listed(try project.edits(forBuild: "43")) == ["Info.plist:5:9 110..<112: 42 → 43"])
    #expect(try project.edits(for: Version("1.4.2")) == [])
  }

  @Test("keeps a file in UTF-16")
  func utf16() throws {
    func encoded(_ text: String) -> [UInt8] {
      [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    }
    let files = try ProjectFiles(["Version.swift": encoded("let version = \"1.4.2\" // é\n")])
    let changed = try Project(files).changedFiles(for: Version("2.0"))
    #expect(changed == ["Version.swift": encoded("let version = \"2.0\" // é\n")])
  }

  @Test("changes its build number")
  func build() throws {
    let text = "MARKETING_VERSION = 1.4.2\nCURRENT_PROJECT_VERSION = 42\n"
    let files = try ProjectFiles(["App.xcconfig": Array(text.utf8)])
    let project = try Project(files, manifests: [Project.Manifest(.xcconfig, at: "App.xcconfig")])
    #expect(project.build == "42")
    #expect(
      try project.changedFiles(forBuild: "43")["App.xcconfig"].map { String(decoding: $0, as: UTF8.self) }
        == "MARKETING_VERSION = 1.4.2\nCURRENT_PROJECT_VERSION = 43\n")
    let error = #expect(throws: MartletError.self) { try project.changedFiles(forBuild: "4x") }
    #expect(
      error?.description == "error: `4x` is not a build number, expected one to four numbers such as `42` or `1.2.3`")
    #expect(error?.code == .invalidInput)
  }

  @Test("whose files disagree reports it, and can set one version in all of them")
  func disagreement() throws {
    let files = try ProjectFiles(
      ["A.swift": "let version = \"1.4.2\"\n", "VERSION": "1.4.1\n"].mapValues { Array($0.utf8) })
    let project = try Project(
      files,
      manifests: [Project.Manifest(.swift, at: "A.swift"), Project.Manifest(.plain, at: "VERSION")])
    let error = #expect(throws: MartletError.self) { try project.version() }
    #expect(
      error?.description == """
        error: manifests disagree on the version: 1.4.2 in A.swift:1, 1.4.1 in VERSION:1
        hint: set the same version in all of them with `changedFiles(for:)`
        """)
    #expect(error?.code == .versionsDiffer)
    #expect(
      try project.changedFiles(for: Version("1.5.0")).mapValues { String(decoding: $0, as: UTF8.self) }
        == ["A.swift": "let version = \"1.5.0\"\n", "VERSION": "1.5.0\n"])
  }

  @Test("without a version cannot change it")
  func noVersion() throws {
    let project = try project(["README.md": "# Cool\n"])
    #expect(try project.version() == nil && project.sites.isEmpty)
    let error = #expect(throws: MartletError.self) { try project.changedFiles(for: Version("1.0")) }
    #expect(error?.description == "error: no file contains the version of the project, expected one")
    #expect(error?.code == .noVersion)
  }

  @Test(
    "refuses what Apple would refuse, a version that is read back differently, and a broken manifest with its place")
  func refusals() throws {
    let plist = Project.Manifest(.plist, at: "Info.plist")
    let info = "<plist><dict>\n<key>CFBundleShortVersionString</key>\n<string>1.4.2</string>\n</dict></plist>\n"
    let apple = #expect(throws: MartletError.self) {
      try Project(ProjectFiles(["Info.plist": Array(info.utf8)]), manifests: [plist])
        .changedFiles(for: Version("1.2.3.4"))
    }
    #expect(
      apple?.description
        == "error: `1.2.3.4` cannot be a `CFBundleShortVersionString`: expected at most three numbers (ITMS-90060)")
    let broken = #expect(throws: MartletError.self) {
      try Project(ProjectFiles(["Info.plist": Array("<plist><dict>\n<key>A</key>\n".utf8)]), manifests: [plist])
    }
    #expect(broken?.problems.first?.place?.path == "Info.plist")
    let url = Project.Manifest(.text, at: "get.sh", options: ["pattern": ["cool-${version}"]])
    let files = try ProjectFiles(["get.sh": Array("fetch cool-1.4.2.zip\n".utf8)])
    let unread = #expect(throws: MartletError.self) {
      try Project(files, manifests: [url]).changedFiles(for: Version("1.5.0-beta.1"))
    }
    #expect(
      unread?.description == """
        error: `1.5.0-beta.1` in place of `1.4.2` would be read as `1.5.0-beta.1.zip`, expected a version that can be read back
         --> get.sh:1:12
        """)
  }

  @Test("reports the problems of all manifests at once")
  func severalProblems() throws {
    let error = #expect(throws: MartletError.self) {
      try Project(
        ProjectFiles([:]),
        manifests: [Project.Manifest(.plain, at: "VERSION"), Project.Manifest(.json, at: "package.json")])
    }
    #expect(
      error?.description == """
        error: no file `VERSION`, expected a manifest of format `plain`

        error: no file `package.json`, expected a manifest of format `json`
        """)
  }

  @Test("whose files cannot be read fails with the file and the reason")
  func unreadable() throws {
    struct Failure: Error, CustomStringConvertible { let description = "the disk is gone" }
    let files = try ProjectFiles(["VERSION"]) { if $0 == "VERSION" { throw Failure() } else { nil } }
    let error = #expect(throws: MartletError.self) {
      try Project(files, manifests: [Project.Manifest(.plain, at: "VERSION")])
    }
    #expect(error?.description == "error: `VERSION` cannot be read: the disk is gone")
    let broken = #expect(throws: MartletError.self) {
      try Project(ProjectFiles(["Version.swift": [0xFF, 0xFE, 0x00]]))
    }
    #expect(
      broken?.description
        == "error: `Version.swift` cannot be read: it begins with a UTF-16 mark, but the bytes at offset 2 are not UTF-16"
    )
  }
}
