import TextEditing

/// The specification that XcodeGen makes a project from: the build settings and Info.plist values in it.
struct XcodeGenSpec {
  private let source: SourceText
  private let values: [ScalarValue]

  init(_ source: SourceText, values: [ScalarValue]) {
    self.source = source
    self.values = values
  }

  /// The settings at the project, its setting groups, targets and templates, and `info.properties`; those of test
  /// targets have the role of tests.
  var versionSites: [VersionSite] {
    values.compactMap { value in
      guard let key = value.path.components.last, let kind = AppleVersionKey.kind(of: key),
        value.path.components.dropLast().contains(where: { Self.holders.contains($0) })
      else { return nil }
      let role: VersionSite.Role = isInTestTarget(value.path) ? .test : .product
      return VersionSite(kind, role: role, audience: .apple, value: value, of: source)
    }
  }

  private static let holders: Set = ["settings", "settingGroups", "properties"]

  private func isInTestTarget(_ path: ValuePath) -> Bool {
    guard path.components.count > 2, path.components[0] == "targets" || path.components[0] == "targetTemplates" else {
      return false
    }
    let type = ValuePath([path.components[0], path.components[1], "type"])
    return values.contains { $0.path == type && source.string(at: $0.span).contains("test") }
  }
}

/// The names under which Apple's tools know a version and a build number.
enum AppleVersionKey {
  /// The kind of what stands under `key`, a build setting with or without a condition or a key of Info.plist; nil for
  /// every other.
  static func kind(of key: String) -> VersionSite.Kind? {
    switch key.prefix(while: { $0 != "[" }) {
    case "MARKETING_VERSION", "CFBundleShortVersionString": .version
    case "CURRENT_PROJECT_VERSION", "CFBundleVersion": .build
    default: nil
    }
  }
}
