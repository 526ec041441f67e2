import MartletBuildSettings
import MartletCore

/// The build settings of a project's targets, from the project's files only, without the defaults of Xcode.
struct XcodeSettings<Files: FileReading> {
  /// The absolute path of the root of all paths, for expansion.
  private let top: String
  private let project: XcodeProject
  private let files: Files
  private var loader: XcconfigLoader
  private var bases: [RelativePath: [Assignment]] = [:]
  /// The problems of the `.xcconfig` files that were read.
  private(set) var problems: [BuildSettingsProblem] = []
  /// The missing base `.xcconfig` files of configurations.
  private(set) var missingBases: [RelativePath] = []
  private var plists: [RelativePath: PropertyList?] = [:]
  private var projectLevels: [String: [SettingsLevel]] = [:]

  /// - Parameter top: The absolute path of the root of all paths: empty for the disk's root; nil: a path that does not
  ///   exist.
  init(_ project: XcodeProject, in files: Files, top: String? = nil) {
    self.project = project
    self.files = files
    self.top = top ?? "/@project"
    loader = XcconfigLoader(root: project.folder, top: top)
  }

  /// Returns the settings of `target` in its configuration `configuration`.
  ///
  /// - Throws: errors of `files`, and `ManifestError` for an `.xcconfig` file with merge conflicts.
  mutating func table(
    for target: XcodeTarget, _ configuration: XcodeConfigurations.Configuration
  ) throws -> SettingsTable {
    let builtIn = SettingsLevel(
      "", ["TARGET_NAME", "TARGETNAME"].map { Assignment($0, builtIn: target.name) })
    return SettingsTable(
      try levels(for: configuration.name) + [builtIn]
        + levels(of: configuration, label: "target \(target.name), \(configuration.name)"))
  }

  /// Returns the settings of the project itself in the configuration with this name.
  mutating func table(for configuration: String) throws -> SettingsTable {
    SettingsTable(try levels(for: configuration))
  }

  private mutating func levels(for name: String) throws -> [SettingsLevel] {
    if let known = projectLevels[name] { return known }
    let folder = project.folder.map { "\(top)/\($0)" } ?? top
    let builtIn = [
      ("SRCROOT", folder), ("SOURCE_ROOT", folder), ("PROJECT_DIR", folder), ("PROJECT_NAME", project.name),
      ("PROJECT", project.name), ("PROJECT_FILE_PATH", "\(top)/\(project.path)"), ("CONFIGURATION", name),
      // The only default of the build system that every template relies on.
      ("PRODUCT_NAME", "$(TARGET_NAME)"),
    ]
    var levels = [SettingsLevel("", builtIn.map { Assignment($0.0, builtIn: $0.1) })]
    if let configuration = project.configurations[name] {
      levels += try self.levels(of: configuration, label: "project, \(configuration.name)")
    }
    projectLevels[name] = levels
    return levels
  }

  private mutating func levels(
    of configuration: XcodeConfigurations.Configuration, label: String
  ) throws -> [SettingsLevel] {
    var entries: [String: Assignment] = [:]
    for (key, value) in configuration.settings?.entries ?? [] {
      guard let name = key.string else { continue }
      entries[name] = Assignment(key: name, value: value.text, nameSpan: key.span)
    }
    let base = try configuration.base.map { try assignments(ofFile: $0) } ?? []
    return [
      SettingsLevel(label, base),
      SettingsLevel(label, dictionary: entries.map { (key: $0.key, assignment: $0.value) }),
    ]
  }

  /// Returns an empty list when the file is missing: CocoaPods generates its files on each machine.
  private mutating func assignments(ofFile path: RelativePath) throws -> [Assignment] {
    if let known = bases[path] { return known }
    let loaded = try loader.load(files.identity(of: path), in: files)
    if let conflict = loaded?.files.lazy.compactMap({ $0.mergeConflict() }).first { throw conflict }
    if loaded == nil { missingBases.append(path) }
    problems += (loaded?.problems ?? []) + (loaded?.unreadInclusions.map(\.problem) ?? [])
    bases[path] = loaded?.assignments ?? []
    return loaded?.assignments ?? []
  }

  /// Returns the Info.plist of `INFOPLIST_FILE`; nil when it is missing, or valid only after preprocessing.
  mutating func infoPlist(in scope: SettingsScope) throws -> PropertyList? {
    guard let path = try infoPlistPath(in: scope) else { return nil }
    if let known = plists[path] { return known }
    let source = try files.source(at: path)
    if let conflict = source?.mergeConflict() { throw conflict }
    let list = source.flatMap { try? PropertyList($0) }
    plists[path] = .some(list)
    return list
  }

  /// Returns the path of `INFOPLIST_FILE`; nil if it is empty or outside of the repository.
  func infoPlistPath(in scope: SettingsScope) throws -> RelativePath? {
    try path(named: scope.string(of: "INFOPLIST_FILE")).map(files.identity)
  }

  private func path(named name: String) -> RelativePath? {
    guard !name.isEmpty else { return nil }
    if name.hasPrefix(top + "/") { return RelativePath(String(name.dropFirst(top.count + 1)), in: nil) }
    return RelativePath(name, in: project.folder)
  }
}

extension SettingsTable {
  /// Returns the parameters of conditions: `config` and `target`, and `sdk` if the target sets one.
  func parameters(
    of target: XcodeTarget, _ configuration: XcodeConfigurations.Configuration
  ) throws -> [String: String] {
    var parameters = ["config": configuration.name, "target": target.name]
    let sdk = try SettingsScope(self, for: parameters).string(of: "SDKROOT")
    if !sdk.isEmpty, sdk != "auto" { parameters["sdk"] = sdk }
    return parameters
  }
}
