import MartletCore
import MartletManifests
import TestSupport
import Testing

@Suite("A written version")
struct VersionWritingTests {
  /// The error of raising the only version of `manifest` in `text`; nil if it succeeds.
  private func complaint(_ manifest: some Manifest, in text: String, to new: String) throws -> String? {
    let files = MemoryFiles([SourceText(path: manifest.path, text: text)])
    let survey = try VersionSurvey(of: [manifest], in: files)
    do {
      _ = try survey.edits(raising: try survey.version(), to: try Version(new), in: files)
      return nil
    } catch let error as ManifestError {
      return error.diagnostics.map { $0.rendered() }.joined(separator: "\n")
    }
  }

  @Test("is refused if the text after it would become a part of it")
  func runningOn() throws {
    let manifest = TextManifest(path: "README.md", pattern: "CoolApp-${version}")
    #expect(try complaint(manifest, in: "see CoolApp-1.4.2.zip\n", to: "1.5.0") == nil)
    #expect(
      try complaint(manifest, in: "see CoolApp-1.4.2.zip\n", to: "1.5.0-beta.1")
        == """
        error: `1.5.0-beta.1` in place of `1.4.2` would be read as `1.5.0-beta.1.zip`, expected a version that can be read back
         --> README.md:1:13
        """)
    let whole = TextManifest(path: "README.md", pattern: "CoolApp-${version}.zip")
    #expect(try complaint(whole, in: "see CoolApp-1.4.2.zip\n", to: "1.5.0-beta.1") == nil)
  }

  @Test("is refused if it would no longer be found")
  func lost() throws {
    let manifest = SwiftManifest(path: "Sources/Cool/About.swift")
    #expect(
      try complaint(manifest, in: "let text = \"1.4.2\"\n", to: "7")
        == """
        error: `7` in place of `1.4.2` would not be found again, expected a version that can be read back
         --> Sources/Cool/About.swift:1:13
        """)
  }
}
