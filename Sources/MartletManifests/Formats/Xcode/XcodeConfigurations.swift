import MartletCore

/// The configurations of a project or a target, usually Debug and Release.
struct XcodeConfigurations {
  struct Configuration {
    let name: String
    /// The dictionary of the configuration's settings; in `project.xcproj` that of all configurations.
    let settings: OpenStepValue?
    /// What the dictionary is in: the configuration; in `project.xcproj` the project or the target.
    let owner: OpenStepValue
    /// The base `.xcconfig` file, which its own settings override.
    let base: RelativePath?
  }

  let all: [Configuration]
  private let defaultName: String?

  init(_ all: [Configuration], default defaultName: String?) {
    self.all = all
    self.defaultName = defaultName
  }

  init(of owner: OpenStepValue, _ objects: XcodeObjects, _ groups: XcodeGroups) {
    let list = objects[owner["buildConfigurationList"]]
    defaultName = list?["defaultConfigurationName"]?.string
    all = objects.values(of: list?["buildConfigurations"]).map { value in
      Configuration(
        name: value["name"]?.string ?? "", settings: value["buildSettings"], owner: value,
        base: Self.base(of: value, objects, groups)
      )
    }
  }

  /// The configuration with this name, or the one that Xcode uses instead.
  subscript(name: String) -> Configuration? { all.first { $0.name == name } ?? release }

  /// The released configuration: the default of the list, which Xcode sets to Release.
  var release: Configuration? { all.first { $0.name == defaultName } ?? all.last }

  /// Returns the referenced base file; since Xcode 16, for files in synchronized folders, the folder and a path in it.
  private static func base(
    of configuration: OpenStepValue, _ objects: XcodeObjects, _ groups: XcodeGroups
  ) -> RelativePath? {
    if let file = objects[configuration["baseConfigurationReference"]] { return groups.path(of: file) }
    guard let folder = objects[configuration["baseConfigurationReferenceAnchor"]],
      let path = configuration["baseConfigurationReferenceRelativePath"]?.string
    else { return nil }
    return groups.path(of: folder).flatMap { RelativePath(path, in: $0) }
  }
}
