import MartletCore
import MartletManifests
import TestSupport
import Testing

@Suite("The catalogue of manifests")
struct ManifestCatalogueTests {
  @Test("lists every format once, with a summary in Martlet's style")
  func entries() {
    let formats = ManifestCatalogue.formats
    #expect(Set(formats.map(\.keyword)).count == formats.count)
    for summary in formats.map(\.summary) + formats.flatMap({ $0.options.map(\.summary) }) {
      #expect(!summary.isEmpty && !summary.hasSuffix(".") && !summary.contains("\n"))
    }
    for format in formats { #expect(Set(format.options.map(\.name)).count == format.options.count) }
  }

  private struct AskedForNames: Error {}

  @Test("reads the project's names only for formats that need them")
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
