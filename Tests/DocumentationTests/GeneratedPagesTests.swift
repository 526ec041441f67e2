import MartletManifests
import Steps
import TestSupport
import Testing

@Suite("The generated reference pages")
struct GeneratedPagesTests {
  @Test("show the life of a run as a picture")
  func picture() throws { try compare("docs/run.svg", RunPicture.text) }

  @Test("describe every format of manifests as declared")
  func manifests() throws {
    try compare("docs/manifests.md", ManifestPage.text(of: ManifestCatalogue.formats))
  }

  private func compare(_ name: String, _ text: String) throws {
    if ProjectFolder.isRecording { try ProjectFolder.write(name, text) }
    #expect(ProjectFolder.read(name) == text)
  }
}
