import MartletCore

/// The build settings and Info.plist values of an XcodeGen specification.
struct XcodeGenSpec {
  private let source: SourceText
  private let values: [ScalarValue]

  init(_ source: SourceText, values: [ScalarValue]) {
    self.source = source
    self.values = values
  }

  /// The settings of the project, its setting groups, targets and templates, and `info.properties`; those of test
  /// targets have the test role.
  var versionSites: [VersionSite] {
    values.compactMap { value in
      guard let key = value.path.components.last, let kind = VersionSite.Kind(appleName: key),
        value.path.components.dropLast().contains(where: { Self.holders.contains($0) })
      else { return nil }
      let role: VersionSite.Role = isInTestTarget(value.path) ? .test : .product
      return VersionSite(kind, role: role, audience: .apple, value: value, of: source)
    }
  }

  /// The targets whose `MARKETING_VERSION` nothing reads: with `info`, XcodeGen writes the Info.plist, and the version 1.0 to it
  /// unless `properties` has another one. Source: yonaskolb/XcodeGen, `InfoPlistGenerator.swift`.
  var inertTargets: [(name: String, setting: ScalarValue)] {
    values.compactMap { value in
      let path = value.path.components
      guard path.count > 3, path[0] == "targets", path[2] == "settings", path.last == "MARKETING_VERSION" else {
        return nil
      }
      let info = values.filter { $0.path.components.prefix(3) == ["targets", path[1], "info"] }
      let isWritten = info.contains { $0.path.components.last == "CFBundleShortVersionString" }
      return info.isEmpty || isWritten ? nil : (path[1], value)
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
