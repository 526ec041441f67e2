import MartletBuildSettings
import MartletCore

extension XcodeprojManifest {
  /// Returns the project file before and after `change` of the settings of its named targets, or of the project itself
  /// if none are named: in the named configuration, or in all. Other files of the project are not changed.
  ///
  /// A value that is a list of words in the file stays a list. A new setting is inserted in the order of the keys, with
  /// `$(inherited)` before appended words.
  /// - Throws: `ManifestError` for a missing target or configuration, and for a project that is not editable.
  package func changed(
    by change: SettingChange, inConfiguration name: String?, in files: some FileReading
  ) throws -> (before: SourceText, after: SourceText) {
    let project = try XcodeProject(path, in: files)
    var edits: [TextEdit] = []
    var changed: Set<Int> = []
    for configurations in try namedTargets(of: project)?.map(\.configurations) ?? [project.configurations] {
      for configuration in try self.configurations(named: name, of: configurations) {
        // Targets may share a list of configurations, and in JSON all share their settings.
        guard changed.insert(configuration.owner.index).inserted else { continue }
        guard !project.source.path.isXcodeProjectJSON else {
          edits += try configuration.edits(making: name.map(change.inConfiguration) ?? change, inAll: name == nil)
          continue
        }
        guard let settings = configuration.settings, settings.kind == .dictionary else {
          throw ManifestError.notEditable(
            project.source.path,
            problem: "has no `buildSettings` in configuration `\(configuration.name)`",
            hint: "open the project in Xcode and save it")
        }
        if let edit = try settings.edit(making: change) { edits.append(edit) }
      }
    }
    return (project.source, try project.source.applying(edits))
  }

  func configurations(
    named name: String?, of configurations: XcodeConfigurations
  ) throws(ManifestError) -> [XcodeConfigurations.Configuration] {
    guard let name else { return configurations.all }
    let named = configurations.all.filter { $0.name == name }
    guard !named.isEmpty else {
      throw .notFound(path, what: "configuration", name: name, known: configurations.all.map(\.name))
    }
    return named
  }
}

extension XcodeConfigurations.Configuration {
  /// Returns the edits that make `change` in a `project.xcproj`; with `inAll` also where conditions name a configuration.
  fileprivate func edits(making change: SettingChange, inAll: Bool) throws -> [TextEdit] {
    guard let settings else {
      let text =
        switch change.content {
        case .value(let text): text
        case .words(let words): "$(inherited) " + words
        }
      let written = "{ \"\(change.key)\": \(text.openStepSpelling(like: "\"")) }"
      return [owner.insertion(of: "build-settings", written: written)]
    }
    let keys = settings.entries.compactMap(\.key.string)
    let others = keys.map { Assignment(key: $0, value: LocatedText("")) }
      .filter { other in
        other.name == change.name && other.conditions.contains { $0.parameter == "config" }
          && other.conditions.filter { $0.parameter != "config" } == change.conditions
      }
    let conditional =
      try inAll
      ? others.map { try SettingChange($0.name + $0.conditions.map(\.description).joined(), change.content) } : []
    return try ([change] + conditional).compactMap { try settings.edit(making: $0) }
  }
}

extension OpenStepValue {
  /// Returns the edit that makes `change` in a dictionary of build settings; nil when nothing changes.
  fileprivate func edit(making change: SettingChange) throws(ManifestError) -> TextEdit? {
    guard let value = self[change.key] else {
      switch change.content {
      case .value(let text): return insertion(of: change.key, text)
      case .words(let words): return insertion(of: change.key, "$(inherited) " + words)
      }
    }
    switch value.kind {
    case .string: return try value.edit(ofString: change.content)
    case .array: return value.edit(ofArray: change.content)
    case .dictionary, .data:
      throw .malformed(
        list.source, at: value.span, problem: "`\(change.key)` is neither a text nor a list of texts", hint: nil)
    }
  }

  private func edit(ofString content: SettingChange.Content) throws(ManifestError) -> TextEdit? {
    let current = string ?? ""
    switch content {
    case .value(let text): return current == text ? nil : edit(replacingWith: text)
    case .words(let words):
      guard !WordList(of: current).contains(WordList(of: words)) else { return nil }
      guard WordList.canAppend(to: current) else {
        throw .malformed(
          list.source, at: span,
          problem: "the value has an unclosed quote or reference, so nothing can be appended",
          hint: nil)
      }
      return current.isEmpty ? edit(replacingWith: words) : edit(adding: " " + words)
    }
  }

  private func edit(ofArray content: SettingChange.Content) -> TextEdit? {
    let current = WordList(elements.map { $0.string ?? "" })
    switch content {
    case .value(let text):
      let wanted = WordList(of: text)
      return current == wanted ? nil : edit(toHold: wanted.words)
    case .words(let text):
      let wanted = WordList(of: text)
      return current.contains(wanted) ? nil : edit(toHold: current.words + wanted.words)
    }
  }
}
