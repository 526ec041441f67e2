import Lanes
import Manifests
import Steps
import TestSupport
import Testing

@Suite("The generated reference pages")
struct GeneratedPagesTests {
  @Test(
    "describe every step as declared (`scripts/docs` writes them again)", arguments: StepReference.all(of: .standard))
  func steps(reference: StepReference) throws {
    try compare("docs/steps/\(reference.keyword).md", reference.page)
  }

  @Test("describe every format of manifests as declared")
  func manifests() throws {
    try compare("docs/manifests.md", ManifestPage.text(of: ManifestCatalogue.formats))
  }

  @Test("list every key of a Releasefile as the grammar declares it")
  func keys() throws {
    try compare("docs/releasefile-keys.md", ReleasefilePage.text)
  }

  @Test("exist for declared steps, and for no others")
  func names() {
    let expected = StepReference.all(of: .standard).map { "\($0.keyword).md" }.sorted()
    #expect(ProjectFolder.files(in: "docs/steps") == expected)
  }

  private func compare(_ name: String, _ text: String) throws {
    if ProjectFolder.isRecording { try ProjectFolder.write(name, text) }
    #expect(ProjectFolder.read(name) == text)
  }
}

extension StepReference: CustomTestStringConvertible {
  /// Names a test's case after the step.
  public var testDescription: String { keyword }
}
