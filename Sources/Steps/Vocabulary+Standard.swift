import Lanes
import MartletManifests

extension Vocabulary {
  /// All steps and all manifest formats.
  package static let standard = Vocabulary(
    steps: .standard,
    formats: ManifestCatalogue.formats.map { FormatDeclaration($0.keyword, options: $0.options) },
    defaultChecks: [.check(StepDeclaration(EnsureCleanStep())), .check(StepDeclaration(EnsureUpToDateStep()))])
}
