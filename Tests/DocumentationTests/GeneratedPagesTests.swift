import Lanes
import Manifests
import Steps
import TestSupport
import Testing

@Suite("The pages that come from declarations")
struct GeneratedPagesTests {
  @Test(
    "explain every step as it is declared (`make docs` writes them anew)", arguments: StepReference.all(of: .standard))
  func steps(reference: StepReference) throws {
    try compare("docs/steps/\(reference.keyword).md", reference.page)
  }

  @Test("explain every format of manifests as it is declared")
  func manifests() throws {
    try compare("docs/manifests.md", ManifestPage.text(of: ManifestCatalogue.formats))
  }

  @Test("list every key of a Releasefile as the grammar declares it")
  func keys() throws {
    try compare("docs/releasefile-keys.md", ReleasefilePage.text)
  }

  @Test("are there for steps that exist, and for no others")
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
