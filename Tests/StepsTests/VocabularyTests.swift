import Lanes
import MartletManifests
import Steps
import Testing

@Suite("The vocabulary of a Releasefile")
struct VocabularyTests {
  @Test("contains all steps and all formats of manifests with their options")
  func words() {
    let vocabulary = Vocabulary.standard
    #expect(vocabulary.steps.keywords == StepCatalogue.standard.keywords)
    #expect(vocabulary.formats.map(\.keyword) == ManifestCatalogue.formats.map(\.keyword))
    for (declared, format) in zip(vocabulary.formats, ManifestCatalogue.formats) {
      #expect(declared.options.map(\.name) == format.options.map(\.name))
      #expect(declared.options.map(\.isRequired) == format.options.map(\.isRequired))
      #expect(declared.options.map(\.isList) == format.options.map(\.isList))
    }
  }
}
