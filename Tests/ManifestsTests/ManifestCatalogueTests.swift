import Manifests
import TestSupport
import Testing
import TextEditing

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

  private struct AskedForNames: Error {}

  @Test("asks what a project goes by only for the formats that look for it")
  func names() {
    let path: RelativePath = "File"
    let asking = ManifestCatalogue.formats.filter { format in
      do {
        _ = try format.manifest(at: path, options: ManifestOptions([:])) { throw AskedForNames() }
        return false
      } catch {
        return error is AskedForNames
      }
    }
    #expect(asking.map(\.keyword) == ["swift", "readme"])
  }
}
