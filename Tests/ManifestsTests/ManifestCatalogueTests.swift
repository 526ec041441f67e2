import Manifests
import Testing

@Suite("The catalogue of manifests")
struct ManifestCatalogueTests {
  @Test("names every format once, with a summary in our style")
  func entries() {
    let formats = ManifestCatalogue.formats
    #expect(Set(formats.map(\.keyword)).count == formats.count)
    for summary in formats.map(\.summary) + formats.flatMap({ $0.options.map(\.summary) }) {
      #expect(!summary.isEmpty && !summary.hasSuffix(".") && !summary.contains("\n"))
    }
    for format in formats { #expect(Set(format.options.map(\.name)).count == format.options.count) }
  }
}
