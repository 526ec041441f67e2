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
    return list.entries.compactMap { entry in
      let kind = VersionSite.Kind(appleName: entry.key)
      guard key == nil ? kind?.infoPlistKey == entry.key : key == entry.key else { return nil }
      return site(kind ?? .version, of: entry, in: list, source)
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
  /// Creates the kind of a build setting, with or without a condition, or of a key of an Info.plist; nil for other names.
  init?(appleName name: String) {
    let name = String(name.prefix { $0 != "[" })
    guard let kind = [Self.version, .build].first(where: { [$0.buildSetting, $0.infoPlistKey].contains(name) }) else {
      return nil
    }
    self = kind
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
