import BuiltInTemplates
import Environments
import Lanes
import MartletCore
import MartletManifests

/// Writes the initial files of a project with several environments: values, `.xcconfig` files, the Info.plist key, the
/// Releasefile and the generated type. `martlet init --environments` is a lane of this one step.
package struct InitEnvironmentsStep: Step {
  package static let keyword = "init_environments"
  package static let summary = "Writes configuration files for several environments."
  package static let parameters: [Parameter<Self>] = []

  package init() {}

  package func plan(_ draft: Draft) throws -> Decision {
    var project = ProposedFiles(base: draft)
    var remarks: [String] = []
    let found = try FoundEnvironments(in: draft)
    let setting = found?.setting ?? Templates.Environments.setting
    // The settings of an Xcode project have paths below its folder.
    let root = try FoundEnvironments.projectFolder(in: draft)
    if found == nil { try project.add(root + Templates.Environments.values, Templates.Environments.propertyList) }
    let plists = try draft.infoPlists()
    let ownPlist = plists.isEmpty ? "\(Templates.Environments.folder)/Info.plist" : nil
    if found?.setting == nil {
      let bases = try BaseFiles(in: draft, below: root + Templates.Environments.folder)
      remarks += bases.remarks
      for (name, text) in Templates.Environments.xcconfigs(infoPlist: ownPlist, including: bases.includes) {
        try project.add("\(root)\(Templates.Environments.folder)/\(name).xcconfig", text)
      }
    }
    let key = InfoPlistKey(setting)
    for plist in plists {
      if let changed = try key.added(to: plist) { project.change(plist, to: changed) }
    }
    if let ownPlist { try project.add(root + ownPlist, key.propertyList) }
    remarks += project.kept.map { "`\($0)` already exists and is unchanged" }
    let production = found == nil ? Templates.Environments.names.first(where: \.isProduction) : found?.production
    if production == nil {
      remarks.append("no environment is called production, so an app without a name in its Info.plist stops")
    }
    let output = try FoundEnvironments.swiftOutput(in: draft)
    let generated = try project.addReleasefile { isNew in
      try Templates.environments(
        in: found?.values.string ?? root + Templates.Environments.values, setting: setting, output: output,
        isChosenAtRunTime: true, default: production, isNew: isNew)
    }
    return Decision(project.effects + [try draft.write(generated)].compactMap(\.self), remarks: remarks)
  }
}

extension Draft {
  /// Returns those that the targets of the only Xcode project name, the app's first; without such a project, those that look like an
  /// app's.
  func infoPlists() throws -> [SourceText] {
    let named = try appTargets().compactMap(\.infoPlist).reduce(into: [RelativePath]()) { paths, path in
      if !paths.contains(path) { paths.append(path) }
    }
    let plists = try named.compactMap(source)
    return plists.isEmpty ? try InfoPlistKey.infoPlists(in: self) : plists
  }

  /// Returns the apps and extensions of the only Xcode project, in each of their build configurations; none for several projects.
  func appTargets() throws -> [ConfiguredTarget] {
    let projects = try xcodeProjects().filter { !$0.isVendored }
    let targets = projects.count == 1 ? try? XcodeprojManifest(path: projects[0]).configuredTargets(in: self) : nil
    return (targets ?? []).filter(\.isApp)
  }
}

extension FoundEnvironments {
  /// The name of the environment for released apps; nil if none has such a name.
  var production: String? { names.first(where: \.isProduction) }
}

extension String {
  /// Whether an environment of this name is for released apps.
  fileprivate var isProduction: Bool {
    let name = lowercased()
    return name.hasPrefix("prod") || ["release", "live", "appstore"].contains(name)
  }
}

extension Templates {
  /// Returns the text of a Releasefile about environments.
  ///
  /// - Parameters:
  ///   - isChosenAtRunTime: Whether all environments are in the app, and its Info.plist names one.
  ///   - isNew: Whether the text is a whole Releasefile, and not added to one.
  static func environments(
    in values: String, setting: String, output: String, isChosenAtRunTime: Bool, default name: String?, isNew: Bool
  ) throws -> String {
    try Mustache(BuiltInTemplate.environmentsReleasefile.text).text(
      with: [
        "values": .text(values.asYAMLScalar), "output": .text(output.asYAMLScalar),
        "setting": .optional(setting == Environments.setting ? "" : setting.asYAMLScalar),
        "default": .optional(name?.asYAMLScalar ?? ""), "isChosenAtRunTime": .flag(isChosenAtRunTime),
        "isNew": .flag(isNew),
      ], .html)
  }
}

/// The project together with the files to write.
private struct ProposedFiles: FileReading {
  let base: Draft
  private(set) var effects: [Effect] = []
  /// The files that already exist.
  private(set) var kept: [RelativePath] = []
  private var texts: [RelativePath: SourceText] = [:]

  init(base: Draft) {
    self.base = base
  }

  mutating func add(_ name: String, _ text: String) throws {
    let path = try base.path(name)
    guard try base.source(at: path) == nil else { return kept.append(path) }
    let file = SourceText(path: path, text: text)
    texts[path] = file
    effects.append(.writeFile(FileWrite(from: nil, to: file)))
  }

  mutating func change(_ file: SourceText, to changed: SourceText) {
    texts[file.path] = changed
    effects.append(.writeFile(FileWrite(from: file, to: changed)))
  }

  func source(at path: RelativePath) throws -> SourceText? { try texts[path] ?? base.source(at: path) }

  func filePaths() throws -> [RelativePath] { try Set(base.filePaths()).union(texts.keys).sorted() }

  /// Adds `section` to the Releasefile, or makes a new one of it, which is its argument.
  ///
  /// - Returns: The generated type.
  /// - Throws: `Failure` if the result is not a valid Releasefile, as after a file in braces.
  mutating func addReleasefile(_ section: (_ isNew: Bool) throws -> String) throws -> GeneratedFile {
    let existing = try Releasefile.fileNames.lazy.map { try base.path($0) }.compactMap { try base.source(at: $0) }.first
    let file =
      try existing?.appending(section(false))
      ?? SourceText(path: base.path(Releasefile.fileNames[0]), text: section(true))
    let releasefile = try Releasefile(file, vocabulary: .standard)
    texts[file.path] = file
    effects.append(.writeFile(FileWrite(from: existing, to: file)))
    guard let declaration = releasefile.environments, let output = declaration.outputs.first else {
      throw Failure.badPath(file.path.string)
    }
    let configuration = try Configuration(ConfigurationInputs(declaration, of: file, in: self))
    let schema = Schema(of: configuration, with: [])
    let subjects = try configuration.environments.map { environment in
      ConfigurationGenerator.Subject(environment.name, try configuration.values(of: environment, as: schema))
    }
    guard let first = subjects.first else { throw EnvironmentError([.noEnvironments(nil)]) }
    return try ConfigurationGenerator(schema, selected: first, all: subjects, of: declaration).file(
      output, template: nil)
  }
}

extension SourceText {
  /// Returns the file with a blank line and `section` at its end.
  func appending(_ section: String) throws -> SourceText {
    let end = bytes.count
    let separator = bytes.last == UInt8(ascii: "\n") ? "\n" : "\n\n"
    return try applying([TextEdit(end..<end, expected: "", replacement: separator + section)])
  }
}
