import Lanes
import Manifests
import TextEditing

extension Draft {
  /// What the project's manifests say as of now: the declared ones, otherwise those found by looking.
  ///
  /// - Throws: `DiagnosedError` with the problems of all manifests at once.
  package func survey() throws -> VersionSurvey {
    guard let declared = releasefile.manifests else { return try discovery() }
    // Once for all of them.
    lazy var names = Result { try projectNames() }
    let manifests = try declared.compactMap { declaration in
      try ManifestCatalogue.format(named: declaration.keyword)?.manifest(
        at: declaration.path, options: ManifestOptions(declaration.options), names: { try names.get() })
    }
    return try VersionSurvey(of: manifests, in: self)
  }

  /// What looking over the whole project finds.
  package func discovery() throws -> VersionSurvey {
    try VersionSurvey(ManifestDiscovery(names: try projectNames()).manifests(in: self))
  }

  /// What the project goes by.
  func projectNames() throws -> ProjectNames {
    try ProjectNames(
      project: releasefile.project ?? workspace.folderName, repositories: try workspace.remoteAddresses(), in: self)
  }
}
