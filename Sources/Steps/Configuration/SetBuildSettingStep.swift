import Lanes
import MartletBuildSettings
import MartletCore
import MartletManifests

/// Sets a build setting, or appends words to its value.
package struct SetBuildSettingStep: Step {
  package static let keyword = "set_build_setting"
  package static let phase = StepPhase.proposal
  package static let summary =
    "Sets a build setting in configuration files and Xcode projects, unless it already has the value. Every other byte stays the same."
  package static let parameters = [
    Parameter<Self>.main(
      "setting", \.setting, "The setting's name, with an optional condition: `OTHER_LDFLAGS[sdk=iphoneos*]`.", .required
    ),
    Parameter<Self>(
      "value", \.value,
      "The new value. Only `${…}` is replaced; Xcode resolves `$(inherited)` and other references."),
    Parameter<Self>(
      "append", \.words,
      "Words to append unless the value already contains them. A new setting begins with `$(inherited)`."),
    Parameter<Self>(
      "in", \.patterns,
      "The `.xcconfig` files and `.xcodeproj` projects, as paths or patterns with `*`, `?` and `**`. Ignored files match only if the pattern begins with a folder.",
      .required),
    Parameter<Self>(
      "configuration", \.configuration,
      "The build configuration: the condition `[config=…]` in a file, or the configuration of this name in a project; all if omitted."
    ),
    Parameter<Self>(
      "targets", \.targets, "The targets of a project; if omitted, the project's own settings are set."),
  ]

  package var setting: Template = ""
  package var value: Template?
  package var words: Template?
  package var patterns: [Template] = []
  package var configuration: Template?
  package var targets: [Template] = []

  package init() {}

  package func mistakes(id: String?) -> [StepProblem] {
    switch (value, words) {
    case (.some, .some): [StepProblem(.valueAndAppend)]
    case (nil, nil): [StepProblem(.noValue(setting: setting.source))]
    case (.some, nil), (nil, .some): []
    }
  }

  package func plan(_ draft: Draft) throws -> Decision {
    let change = try change(in: draft)
    let patterns = try patterns.map(draft.text(of:))
    let found = try SettingsFiles(matching: patterns, in: draft)
    guard targets.isEmpty || !found.projects.isEmpty else { throw Failure.targetsWithoutProject(patterns) }
    let configuration = try configuration.map(draft.text(of:))
    let targets = try targets.map(draft.text(of:))
    let conditional = try configuration.map(change.inConfiguration) ?? change
    var writes: [FileWrite] = []
    var files = WrittenFiles(draft)
    for path in found.xcconfigs {
      guard let source = try files.source(at: path) else { continue }
      if let conflict = source.mergeConflict() { throw conflict }
      let result = try Xcconfig(source).changed(by: conditional, in: files)
      files.texts[path] = result
      if result != source { writes.append(FileWrite(from: source, to: result)) }
    }
    for path in found.projects {
      let project = XcodeprojManifest(path: path, targets: targets.isEmpty ? nil : targets)
      let (source, result) = try project.changed(by: change, inConfiguration: configuration, in: draft)
      if result != source { writes.append(FileWrite(from: source, to: result)) }
    }
    return Decision(writes.sorted { $0.path < $1.path }.map(Effect.writeFile))
  }

  private func change(in draft: Draft) throws -> SettingChange {
    let key = try draft.text(of: setting)
    switch (value, words) {
    case (.some, .some): throw Failure.valueAndAppend
    case (let value?, nil): return try SettingChange(key, .value(draft.text(of: value)))
    case (nil, let words?): return try SettingChange(key, .words(draft.text(of: words)))
    case (nil, nil): throw Failure.noValue(setting: key)
    }
  }
}

/// The files of the draft, with the changes that the step has planned so far.
private struct WrittenFiles: FileReading {
  private let draft: Draft
  var texts: [RelativePath: SourceText] = [:]

  init(_ draft: Draft) {
    self.draft = draft
  }

  func source(at path: RelativePath) throws -> SourceText? { try texts[path] ?? draft.source(at: path) }

  func filePaths() throws -> [RelativePath] { try draft.filePaths() }
}

extension Failure {
  static let valueAndAppend = Failure("both `value` and `append` are given, expected one of them")

  static func noValue(setting: String) -> Failure {
    Failure("nothing to write to `\(setting)`, expected `value` or `append`")
  }

  static func targetsWithoutProject(_ patterns: [String]) -> Failure {
    Failure("`targets` without a project: \(patterns.quotedList) matches no `.xcodeproj`")
  }
}
