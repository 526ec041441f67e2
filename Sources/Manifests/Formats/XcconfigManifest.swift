import BuildSettings
import TextEditing

/// An `.xcconfig` file with the files that it includes.
///
/// A site is the literal that the winning assignment of the setting comes to, wherever it stands: in the file, in an
/// included one, behind references such as `$(MAJOR).$(MINOR)`. An assignment under a condition that wins where its
/// conditions hold is a site of its own.
package struct XcconfigManifest: Manifest {
  package static let keyword = "xcconfig"

  package let path: RelativePath
  private let key: String?

  /// - Parameter key: The one setting that holds the version, in place of `MARKETING_VERSION` and `CURRENT_PROJECT_VERSION`.
  package init(path: RelativePath, key: String? = nil) {
    self.path = path
    self.key = key
  }

  package func versionSites(in files: some FileReading) throws -> [VersionSite] {
    _ = try source(in: files)
    var loader = XcconfigLoader()
    guard let loaded = try loader.load(path, in: files) else {
      throw ManifestError.missing(path, keyword: Self.keyword)
    }
    if let conflict = loaded.files.lazy.compactMap({ $0.mergeConflict() }).first { throw conflict }
    let table = SettingsTable([SettingsLevel(path.string, loaded.assignments)])
    if let key, table.assignments(of: key).isEmpty {
      throw ManifestError.notFound(
        path, what: "setting", name: key, known: Set(loaded.assignments.map(\.name)).sorted())
    }
    var collection = SiteCollection()
    for kind in key.map({ [VersionSite.Kind(settingOrKey: $0)] }) ?? [.version, .build] {
      try collect(key ?? kind.buildSetting, kind, of: table, into: &collection)
    }
    return collection.sites(first: path)
  }

  private func collect(
    _ name: String, _ kind: VersionSite.Kind, of table: SettingsTable, into collection: inout SiteCollection
  ) throws(BuildSettingsError) {
    let main = try SettingsScope(table).expansion(of: name)
    let variants = try table.literals { situation throws(BuildSettingsError) in
      try SettingsScope(table, for: situation.parameters).expansion(of: name)
    }
    for (situation, value, literals) in variants {
      collection.add(
        SiteCollection.Candidate(
          kind: kind, value: value, literals: literals, owner: name + situation.label,
          role: main.map { $0.string == value } ?? true ? .product : .otherTarget))
    }
  }
}
