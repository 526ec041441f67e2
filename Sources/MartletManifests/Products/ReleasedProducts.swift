import MartletCore

/// The apps that a release ships, each with what Apple ties to it, and what all of them have to show.
package struct ReleasedProducts: Sendable {
  package let apps: [XcodeProducts.App]
  private let all: XcodeProducts
  private let projects: [RelativePath]
  private let exceptions: Set<String>
  private let schemes: XcodeSchemes

  /// - Parameters:
  ///   - version: The version before the release: an app that shows it in a configuration, itself or in what Apple ties to
  ///     it, is released.
  ///   - earlier: Earlier versions; where no app shows the current one, those that show one of these have missed a release.
  ///   - exceptions: The names of targets that have another version on purpose, or get it from the build's command.
  /// - Throws: `ManifestError` for a project that cannot be read; errors of `files`.
  package init(
    of projects: [RelativePath], at version: Version?, after earlier: [Version] = [], except exceptions: Set<String>,
    in files: some FileReading
  ) throws {
    self.projects = projects
    self.exceptions = exceptions
    schemes = try XcodeSchemes(in: files)
    all = try XcodeProducts(of: projects, schemes, in: files)
    let judged = all.apps.filter { !exceptions.contains($0.target.name) }
    let current = judged.filter { app in version.map { version in app.targets.contains { $0.shows(version) } } ?? false
    }
    let missed = earlier.filter { !$0.isInitial }
    apps = current.isEmpty ? judged.filter { app in missed.contains(where: app.target.shows) } : current
    let targets = all.apps.flatMap(\.targets) + all.others
    let unknown = exceptions.subtracting(targets.map(\.name)).sorted().first
    if let name = unknown, let path = projects.first {
      throw ManifestError.notFound(path, what: "target", name: name, known: targets.map(\.name))
    }
  }

  private var excepted: [XcodeProducts.Target] {
    (all.apps.flatMap(\.targets) + all.others).filter { exceptions.contains($0.name) }
  }

  /// The names of the excepted targets' bundles.
  package var exceptedNames: Set<String> { Set(excepted.flatMap(\.appearances).map(\.name)) }

  /// The places of the versions and build numbers of the excepted targets.
  package var exceptedPlaces: Set<Place> {
    let values = excepted.flatMap(\.appearances).flatMap { $0.version + $0.build }
    return Set(values.flatMap { $0.literals ?? [] }.map(\.piece.place))
  }

  /// Returns `edits` with those that raise what is behind: afterwards every released app, and what Apple ties to it, shows one
  /// of `texts` in the configuration that is archived.
  ///
  /// Other configurations of a target are raised with it if they show the same.
  /// - Parameter texts: The spellings of the new value, the one to write first.
  /// - Throws: `Failure` with every target that would show another value: one that is computed, has conditions, or is not
  ///   known.
  package func completing(
    _ edits: [RelativePath: [TextEdit]], of kind: VersionSite.Kind, to texts: [String], in files: some FileReading
  ) throws -> [RelativePath: [TextEdit]] {
    guard !all.apps.isEmpty, let text = texts.first else { return edits }
    var edits = edits
    while true {
      let lacking = try lacking(kind, texts, in: EditedFiles(files, edits))
      guard !lacking.isEmpty else { return edits }
      let sites = lacking.flatMap { lack in
        all.apps.flatMap(\.targets).first(where: lack.isOf)?.sites(showing: lack.value, of: kind) ?? []
      }
      guard edits.add(sites, toHold: text) else {
        throw Failure(lacking.map { $0.diagnostic(kind, expected: text) })
      }
    }
  }

  /// What a target lacks: it shows another value than it has to.
  fileprivate struct Lack {
    let target: XcodeProducts.Target
    let configuration: String
    let value: ShownValue
    /// The app that Apple ties it to, with the value there; nil for an app.
    let app: (name: String, text: String)?

    func isOf(_ other: XcodeProducts.Target) -> Bool { other.project == target.project && other.name == target.name }
  }

  /// Returns the targets that do not show one of `texts`, or another one than their app.
  private func lacking(_ kind: VersionSite.Kind, _ texts: [String], in files: some FileReading) throws -> [Lack] {
    let now = try XcodeProducts(of: projects, schemes, in: files)
    return now.apps.filter { app in
      let isRaised = app.targets.contains { $0.appearances.contains { $0[kind].contains { $0.isOne(of: texts) } } }
      return !exceptions.contains(app.target.name) && (isRaised || isReleased(app))
    }.flatMap { lacking(kind, texts, $0) }
  }

  private func isReleased(_ app: XcodeProducts.App) -> Bool {
    apps.contains { $0.target.project == app.target.project && $0.target.name == app.target.name }
  }

  private func lacking(_ kind: VersionSite.Kind, _ texts: [String], _ app: XcodeProducts.App) -> [Lack] {
    var found: [Lack] = []
    for appearance in app.target.archived {
      let own = appearance[kind].filter { !$0.isOne(of: texts) }
      found += own.map { Lack(target: app.target, configuration: appearance.configuration, value: $0, app: nil) }
      guard own.isEmpty, case .text(let text) = appearance[kind].first?.content else { continue }
      for tied in app.tied where !exceptions.contains(tied.name) {
        let inner = tied.archived.first { $0.configuration == appearance.configuration } ?? tied.archived.first
        guard let inner else { continue }
        found += inner[kind].filter { !$0.isOne(of: [text]) }.map {
          Lack(target: tied, configuration: inner.configuration, value: $0, app: (app.target.name, text))
        }
      }
    }
    return found
  }
}

extension ReleasedProducts {
  /// Returns what contradicts `text`, the current value: an error for a released app and what Apple ties to it, a warning for
  /// another configuration.
  package func problems(of kind: VersionSite.Kind, expecting texts: [String]?) -> [Diagnostic] {
    let judged = all.apps.filter { !exceptions.contains($0.target.name) }
    let errors = judged.flatMap { app -> [Lack] in
      if let texts, isReleased(app) { return lacking(kind, texts, app) }
      guard case .text(let text) = app.target.archived.first?[kind].first?.content else { return [] }
      return lacking(kind, [text], app)
    }
    let targets = judged.flatMap(\.targets).filter { !exceptions.contains($0.name) }
    let expected = texts?.first ?? ""
    return errors.map { $0.diagnostic(kind, expected: expected) } + targets.flatMap { $0.differences(of: kind) }
      + (kind == .version ? judged.filter { !isReleased($0) }.compactMap(\.target.unknownVersion) : [])
  }
}

extension ReleasedProducts.Lack {
  /// - Parameter expected: What an app has to show.
  fileprivate func diagnostic(_ kind: VersionSite.Kind, expected: String) -> Diagnostic {
    let expected = app?.text ?? expected
    let end =
      app.map { "differs from `\(expected)` of its app `\($0.name)`" } ?? "is not the \(kind.rawValue) `\(expected)`"
    let subject = "of `\(target.name)` in `\(target.project)` in configuration `\(configuration)`"
    let message =
      switch value.content {
      case .text(let text): "\(kind.rawValue) `\(text)` \(subject) \(end)"
      case .none: "there is no \(kind.rawValue) \(subject), expected `\(expected)`"
      case .unknown(let reason): "\(kind.rawValue) \(subject) is not known: \(reason); expected `\(expected)`"
      }
    let key = kind.buildSetting + value.conditions
    let file = value.place.map(\.path).flatMap { $0.pathExtension == "xcconfig" ? $0.string.shellWord : nil }
    let owner = "\(target.project.string.shellWord) --target \(target.name.shellWord)"
    let command = "martlet config set \("\(key)=\(expected)".shellWord) \(file ?? owner)"
    let isInPlist = value.place.map { !["pbxproj", "xcproj", "xcconfig"].contains($0.path.pathExtension) } ?? false
    let fix =
      isInPlist
      ? "write `$(\(kind.buildSetting))` as `\(kind.infoPlistKey)` there, then `\(command)`"
      : "set it with `\(command)`"
    let exception = "products: [{target: \(target.name.asYAMLFlowScalar), version: apart}]"
    return Diagnostic(
      value.conditions.isEmpty ? message : "\(message) under `\(value.conditions)`", at: value.place,
      hint: "\(fix); if it has its own \(kind.rawValue), add `\(exception)` to the Releasefile")
  }
}

extension XcodeProducts.Target {
  /// Returns the places to raise a target that is behind: of what is shown without conditions in the archived configuration,
  /// and in the others that show the same.
  fileprivate func sites(showing value: ShownValue, of kind: VersionSite.Kind) -> [VersionSite] {
    guard value.conditions.isEmpty, case .text(let text) = value.content else { return [] }
    return appearances.compactMap { $0[kind].first }.filter { $0.content == value.content }.compactMap { shown in
      shown.literals.map { VersionSite(kind, audience: .apple, value: text, label: name, pieces: $0.map(\.piece)) }
    }
  }

  /// A warning if only a build knows the version.
  fileprivate var unknownVersion: Diagnostic? {
    guard let value = archived.first?.version.first, case .unknown(let reason) = value.content else { return nil }
    return Diagnostic(
      "version of `\(name)` in `\(project)` is not known: \(reason)", severity: .warning, at: value.place,
      hint:
        "if the build's command sets it, add `products: [{target: \(name.asYAMLFlowScalar), version: injected}]` to the Releasefile"
    )
  }

  /// Returns a warning for each configuration that shows another value than the archived one.
  fileprivate func differences(of kind: VersionSite.Kind) -> [Diagnostic] {
    guard let released = archived.first, case .text(let text) = released[kind].first?.content else { return [] }
    return appearances.compactMap { appearance in
      guard !appearance.isArchived, case .text(let other) = appearance[kind].first?.content, other != text else {
        return nil
      }
      return Diagnostic(
        "\(kind.rawValue) `\(other)` of `\(name)` in `\(project)` in configuration `\(appearance.configuration)` differs "
          + "from `\(text)` in `\(released.configuration)`", severity: .warning)
    }
  }
}

extension [RelativePath: [TextEdit]] {
  /// Adds the edits that set `sites` to `text`; returns whether there is a new one. A site that cannot be edited stays.
  fileprivate mutating func add(_ sites: [VersionSite], toHold text: String) -> Bool {
    var isNew = false
    for site in sites {
      for (path, added) in (try? site.edits(toHold: text)) ?? [:] {
        let new = added.filter { edit in !(self[path] ?? []).contains { $0.span == edit.span } }
        self[path, default: []] += new
        isNew = isNew || !new.isEmpty
      }
    }
    return isNew
  }
}

extension ShownValue {
  fileprivate func isOne(of texts: [String]) -> Bool {
    if case .text(let text) = content { texts.contains(text) } else { false }
  }
}
