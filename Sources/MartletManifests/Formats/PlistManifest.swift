import MartletCore

/// A property list, usually an Info.plist, in XML, OpenStep or binary form.
///
/// The version is `CFBundleShortVersionString`, the build number `CFBundleVersion`, both keys of the outermost
/// dictionary. A value with a reference such as `$(MARKETING_VERSION)` is written elsewhere and not changed here. A
/// binary list can be read; editing it fails with a hint about the command that converts it.
package struct PlistManifest: Manifest {
  package static let keyword = "plist"

  package let path: RelativePath
  private let key: String?

  /// - Parameter key: The key of the version; nil: the two keys of an Info.plist.
  package init(path: RelativePath, key: String? = nil) {
    self.path = path
    self.key = key
  }

  package func versionSites(in files: some FileReading) throws -> [VersionSite] {
    let source = try source(in: files)
    let list = try PropertyList(source)
    if let key, list[key] == nil {
      throw ManifestError.notFound(path, what: "key", name: key, known: list.entries.map(\.key))
    }
    let keys = key.map { [$0: VersionSite.Kind(settingOrKey: $0)] } ?? VersionSite.Kind.infoPlistKeys
    return list.entries.compactMap { entry in
      keys[entry.key].flatMap { site($0, of: entry, in: list, source) }
    }
  }

  private func site(
    _ kind: VersionSite.Kind, of entry: PropertyList.Entry, in list: PropertyList, _ source: SourceText
  ) -> VersionSite? {
    let text = entry.text
    guard !text.bytes.isEmpty, !text.bytes.contains(UInt8(ascii: "$")) else { return nil }
    if list.form == .binary {
      let piece = VersionSite.Piece(at: text.span, of: source, spelling: .binary)
      return VersionSite(kind, audience: .apple, value: text.string, label: entry.key, pieces: [piece])
    }
    guard let literal = VersionLiteral(.whole, at: 0..<text.bytes.count, of: text) else { return nil }
    return VersionSite(
      kind, audience: .apple, label: entry.key, at: literal.span, of: source, spelling: literal.spelling)
  }
}

extension VersionSite.Kind {
  /// The kinds of the version keys of an Info.plist.
  static let infoPlistKeys: [String: VersionSite.Kind] = [
    "CFBundleShortVersionString": .version, "CFBundleVersion": .build,
  ]

  /// Creates the kind of a key or setting: a build number for known names, a version for all others.
  init(settingOrKey name: String) {
    self = name == "CFBundleVersion" || name == "CURRENT_PROJECT_VERSION" ? .build : .version
  }

  /// The build setting that Xcode uses for the value.
  var buildSetting: String {
    switch self {
    case .version: "MARKETING_VERSION"
    case .build: "CURRENT_PROJECT_VERSION"
    }
  }

  /// The key of an Info.plist.
  var infoPlistKey: String {
    switch self {
    case .version: "CFBundleShortVersionString"
    case .build: "CFBundleVersion"
    }
  }
}
