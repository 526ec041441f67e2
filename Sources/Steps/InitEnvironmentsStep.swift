import Environments
import Lanes
import MartletTextEditing
import Templates

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
    if found == nil { try project.add(Templates.Environments.values, Templates.Environments.propertyList) }
    let plist = try InfoPlistKey.infoPlist(in: draft)
    let ownPlist = plist == nil ? "\(Templates.Environments.folder)/Info.plist" : nil
    if found?.setting == nil {
      for (name, text) in Templates.Environments.xcconfigs(infoPlist: ownPlist) {
        try project.add("\(Templates.Environments.folder)/\(name).xcconfig", text)
      }
    }
    let key = InfoPlistKey(setting)
    if let plist {
      if let changed = try key.added(to: plist) { project.change(plist, to: changed) }
    } else if let ownPlist {
      try project.add(ownPlist, key.propertyList)
    }
    remarks += project.kept.map { "`\($0)` already exists and is unchanged" }
    let text = ReleasefileText.environments(
      in: found?.values.string ?? Templates.Environments.values, setting: setting,
      output: try FoundEnvironments.swiftOutput(in: draft), isChosenAtRunTime: true,
      default: found?.names.first ?? "Local")
    let releasefile = try Effect.writeReleasefile(ReleasefileText.head + text)
    try project.add(Releasefile.fileNames[0], ReleasefileText.head + text)
    guard let generated = try project.generatedFile() else { return Decision([releasefile], remarks: remarks) }
    return Decision(
      try project.effects.filter { $0 != releasefile } + [releasefile] + [generated].compactMap(draft.write),
      remarks: remarks)
  }
}

/// The text of a first Releasefile with environments.
enum ReleasefileText {
  static let head = """
    # -*- mode: yaml -*-
    # `martlet config check` checks the environments, `martlet config generate` writes the type in Swift.

    """

  /// - Parameter isChosenAtRunTime: Whether all environments are in the app, and its Info.plist names one.
  static func environments(
    in values: String, setting: String, output: String, isChosenAtRunTime: Bool, default name: String?
  ) -> String {
    let choice =
      isChosenAtRunTime
      ? "      environments: all     # the Info.plist names one; `selected` compiles one in\n"
      : "      environments: selected     # `all` has the Info.plist name one at run time\n"
    return "environments:\n  values: \(values.asYAMLScalar)\n"
      + (setting == Templates.Environments.setting ? "" : "  setting: \(setting.asYAMLScalar)\n")
      + (name.map { "  default: \($0.asYAMLScalar)\n" } ?? "")
      + "  outputs:\n    - swift: \(output.asYAMLScalar)\n\(choice)"
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

  /// Returns the generated type; nil where the Releasefile declares none.
  func generatedFile() throws -> GeneratedFile? {
    guard let path = RelativePath(Releasefile.fileNames[0]), let releasefile = texts[path],
      let declaration = try Releasefile(releasefile, vocabulary: .standard).environments,
      let output = declaration.outputs.first
    else { return nil }
    let configuration = try Configuration(ConfigurationInputs(declaration, of: releasefile, in: self))
    let schema = Schema(of: configuration, with: [])
    let subjects = try configuration.environments.map { environment in
      ConfigurationGenerator.Subject(environment.name, try configuration.values(of: environment, as: schema))
    }
    guard let first = subjects.first else { return nil }
    return try ConfigurationGenerator(schema, selected: first, all: subjects, of: declaration).file(
      output, template: nil)
  }
}
