import Lanes
import Manifests
import TextEditing

extension Draft {
  /// What is wrong between values that each are right: an extension without the version of its app is an error, a
  /// target whose configurations differ a warning.
  package func inconsistencies() throws -> [Diagnostic] {
    try survey().readings.flatMap { reading -> [Diagnostic] in
      guard let project = reading.manifest as? XcodeprojManifest else { return [] }
      return try project.mismatches(in: self).map { $0.diagnostic(for: project.path) }
    }
  }
}
