import MartletCore
import MartletManifests
import TestSupport
import Testing

@Suite("The bytes of an xcodeproj manifest")
struct XcodeprojBytesTests {
  @Test("keeps line ends, a byte order mark and invalid bytes", arguments: ["\r\n", "\r", "\n"])
  func encodings(end: String) throws {
    let text =
      "\u{FEFF}" + XcodeFixture.project().replacing("Begin section", with: "Begin ?").replacing("\n", with: end)
    var bytes = Array(text.utf8.dropLast(end.utf8.count))
    let invalid = try #require(bytes.firstIndex(of: "?", from: 0))
    bytes[invalid] = 0xFF
    let laws = XcodeManifestLaws(
      XcodeprojManifest(path: "A.xcodeproj"), [SourceText(path: "A.xcodeproj/project.pbxproj", bytes: bytes)])
    #expect(try laws.sites().map(\.place.line).prefix(2) == [36, 42])
    try laws.check()
  }

  private static let resave = "hint: open the project in Xcode and save it"

  @Test(
    "is refused in other formats",
    arguments: [
      ("", "error: `A.xcodeproj/project.pbxproj` is empty, expected a project file in Xcode's format\n" + resave),
      (
        "<?xml version=\"1.0\"?><plist/>",
        "error: `A.xcodeproj/project.pbxproj` is a property list in XML, expected one in OpenStep form, Xcode's format\n"
          + resave
      ),
      (
        "bplist00",
        "error: `A.xcodeproj/project.pbxproj` is a binary property list, expected one in OpenStep form, Xcode's format\n"
          + resave
      ),
      (
        "{\n  objects = {};\n}",
        "error: this file contains no project\n --> A.xcodeproj/project.pbxproj:1:1\n  |\n1 | {\n  | ^\n" + resave
      ),
      (
        "{\n<<<<<<< HEAD\n a = 1;\n",
        """
        error: unresolved merge conflict
         --> A.xcodeproj/project.pbxproj:2:1
          |
        2 | <<<<<<< HEAD
          | ^^^^^^^
        hint: resolve the conflict, then run the command again
        """
      ),
      (
        "{\n a = (b c);\n}",
        """
        error: expected `,` or `)` after the value
         --> A.xcodeproj/project.pbxproj:2:9
          |
        2 |  a = (b c);
          |         ^
        """
      ),
    ])
  func otherForms(text: String, message: String) throws {
    let laws = XcodeManifestLaws(XcodeprojManifest(path: "A.xcodeproj"), ["A.xcodeproj/project.pbxproj": text])
    let error = try #require(throws: ManifestError.self) { try laws.sites() }
    #expect(error.diagnostics.map { $0.rendered() } == [message])
  }

  @Test("is missing if there is no project file")
  func missing() {
    #expect(throws: ManifestError.missing("A.xcodeproj", keyword: "xcodeproj")) {
      try XcodeprojManifest(path: "A.xcodeproj").versionSites(in: MemoryFiles([]))
    }
  }

  @Test("is read without a crash, for any bytes", arguments: 1...3 as ClosedRange<UInt64>)
  func hostileBytes(seed: UInt64) {
    var settings = XcodeFixture.Settings()
    settings.appBase = "baseConfigurationReference = A2;"
    XcodeManifestLaws.of(settings, ("ios/Config/App.xcconfig", "A = 1")).survive(seed: seed, stride: 7)
  }
}
