import Manifests
import TestSupport
import Testing
import TextEditing
import Versioning

@Suite("Writing a version")
struct VersionWritingTests {
  /// What is said of raising the only version of `manifest` in `text`; nil when it is raised.
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

  @Test("is refused where what stands behind it would belong to it")
  func runningOn() throws {
    let manifest = TextManifest(path: "README.md", pattern: "CoolApp-${version}")
    #expect(try complaint(manifest, in: "see CoolApp-1.4.2.zip\n", to: "1.5.0") == nil)
    #expect(
      try complaint(manifest, in: "see CoolApp-1.4.2.zip\n", to: "1.5.0-beta.1")
        == """
        error: `1.5.0-beta.1` in the place of `1.4.2` would be read as `1.5.0-beta.1.zip`, expected a version that is read back
         --> README.md:1:13
        """)
    let whole = TextManifest(path: "README.md", pattern: "CoolApp-${version}.zip")
    #expect(try complaint(whole, in: "see CoolApp-1.4.2.zip\n", to: "1.5.0-beta.1") == nil)
  }

  @Test("is refused where it would no longer look like one")
  func lost() throws {
    let manifest = SwiftManifest(path: "Sources/Cool/About.swift")
    #expect(
      try complaint(manifest, in: "let text = \"1.4.2\"\n", to: "7")
        == """
        error: `7` in the place of `1.4.2` would not be found again, expected a version that is read back
         --> Sources/Cool/About.swift:1:13
        """)
  }
}
