import BuildSettings
import Lanes
import Manifests
import TextEditing

/// Gives a build setting a value, or a value more words.
package struct SetBuildSettingStep: Step {
  package static let keyword = "set_build_setting"
  package static let summary =
    "Sets a build setting in configuration files and Xcode projects, where it does not say so already; every other byte stays."
  package static let parameters = [
    Parameter<Self>.main(
      "setting", \.setting, "Its name, with a condition where one is meant: `OTHER_LDFLAGS[sdk=iphoneos*]`.", .required),
    Parameter<Self>(
      "value", \.value,
      "What it shall be; `$(inherited)` and other references are left to Xcode, only `${…}` is replaced."),
    Parameter<Self>(
      "append", \.words, "Words that are added unless it has them; a setting that is new begins with `$(inherited)`."),
    Parameter<Self>(
      "in", \.patterns,
      "The `.xcconfig` files and `.xcodeproj` projects, with `*`, `?` and `**`; ignored ones below the folder that a pattern begins with.",
      .required),
    Parameter<Self>(
      "configuration", \.configuration,
      "The build configuration: a condition `[config=…]` in a file, the one of this name in a project; all when left out."
    ),
    Parameter<Self>(
      "targets", \.targets, "The targets of a project; the settings of the project itself when left out."),
  ]

  package var setting: Template = ""
  package var value: Template?
  package var words: Template?
  package var patterns: [Template] = []
  package var configuration: Template?
  package var targets: [Template] = []

  package init() {}

  package func mistakes(id: String?) -> [StepMistake] {
    switch (value, words) {
    case (.some, .some): [StepMistake(.valueAndAppend)]
    case (nil, nil): [StepMistake(.noValue(setting: setting.source))]
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

/// The files as the draft has them, with what the step has written so far.
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
  static let valueAndAppend = Failure("`value` and `append` together, expected one of them")

  static func noValue(setting: String) -> Failure {
    Failure("nothing to write to `\(setting)`, expected `value` or `append`")
  }

  static func targetsWithoutProject(_ patterns: [String]) -> Failure {
    Failure("`targets` without a project: \(patterns.quotedList) matches no `.xcodeproj`")
  }
}
