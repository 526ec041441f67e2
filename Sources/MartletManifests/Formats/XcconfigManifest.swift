import MartletBuildSettings
import MartletCore

/// An `.xcconfig` file with its included files.
///
/// A site is the literal behind the winning assignment of the setting: in the file, in an included one, or behind
/// references such as `$(MAJOR).$(MINOR)`. An assignment with conditions that wins where they hold is a separate site.
package struct XcconfigManifest: Manifest {
  package static let keyword = "xcconfig"

  package let path: RelativePath
  private let key: String?

  /// - Parameter key: The setting of the version; nil: `MARKETING_VERSION` and `CURRENT_PROJECT_VERSION`.
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
    for kind in key.map({ [VersionSite.Kind(appleName: $0) ?? .version] }) ?? [.version, .build] {
      try collect(key ?? kind.buildSetting, kind, of: table, into: &collection)
    }
    return collection.sites(first: path)
  }

  private func collect(
    _ name: String, _ kind: VersionSite.Kind, of table: SettingsTable, into collection: inout SiteCollection
  ) throws(BuildSettingsError) {
    let main = try SettingsScope(table).expansion(of: name)
    let variants = try table.literals { conditionCase throws(BuildSettingsError) in
      try SettingsScope(table, for: conditionCase.parameters).expansion(of: name)
    }
    for (conditionCase, value, literals) in variants {
      collection.add(
        SiteCollection.Candidate(
          kind: kind, value: value, literals: literals, owner: name + conditionCase.label,
          role: main.map { $0.string == value } ?? true ? .product : .otherValue))
    }
  }
}
