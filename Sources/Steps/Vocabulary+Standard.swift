import Lanes
import MartletManifests

extension Vocabulary {
  /// All steps and all manifest formats.
  package static let standard = Vocabulary(
    steps: .standard,
    formats: ManifestCatalogue.formats.map { format in
      FormatDeclaration(
        format.keyword,
        options: format.options.map { .init($0.name, isRequired: $0.isRequired, isList: $0.isList) })
    })
}
