import MartletCore

extension ReleaseRules {
  /// The keys of `version.next`.
  static let keys: [GrammarKey<ReleaseRules>] = [
    GrammarKey("types", .names(level), "The level of each commit type.") {
      for type in $0.mapping($1.value, of: "a mapping of types to levels, such as `docs: patch`") {
        if let level = $0.level(type.value) { $2.types[type.key.lowercased()] = level }
      }
    },
    GrammarKey("other", level, "The level of commits of all other types.") {
      $2.other = $0.level($1.value) ?? $2.other
    },
    GrammarKey("initial_development", .mapping(initialKeys), "The levels of changes before 1.0.0.") {
      $0.decode(
        $1.value, by: initialKeys, into: &$2, of: "`initial_development`",
        expected: "a mapping with `major` and `minor`")
    },
    GrammarKey("initial", .text("The first version of a project without versions.")) {
      $2.initial = $0.version($1.value)
    },
    GrammarKey("changes", .text("The folder of change files.")) {
      if let path = $0.path($1.value) { $2.changesFolder = path.string }
    },
  ]

  private static let initialKeys: [GrammarKey<ReleaseRules>] = [
    GrammarKey("major", level, "The level of a breaking change.") {
      $2.breakingInInitialDevelopment = $0.level($1.value) ?? $2.breakingInInitialDevelopment
    },
    GrammarKey("minor", level, "The level of a feature.") {
      $2.featureInInitialDevelopment = $0.level($1.value) ?? $2.featureInInitialDevelopment
    },
  ]

  private static var level: GrammarForm { .choice(ReleaseLevel.allCases.map(\.rawValue), "The level of the changes.") }
}

extension ChangelogDeclaration {
  /// A plain text is the path of the changelog.
  static var form: GrammarForm { .anyOf([.text("The path of the changelog."), .mapping(keys)]) }

  fileprivate static let keys: [GrammarKey<ChangelogDeclaration>] = [
    GrammarKey("file", .text("The path of the changelog.")) { $2.file = $0.path($1.value) },
    GrammarKey("heading", .text("The form of a version's heading, such as Version ${version} (${date}).")) {
      if let text = $0.text($1.value) { $2.heading = $0.heading(text, at: $1.value) }
    },
    GrammarKey("template", .text("The path of a template for sections made of commits.")) {
      $2.template = $0.path($1.value)
    },
    GrammarKey("groups", .list(.mapping(groupKeys)), "The groups of a section, in order.") {
      decoder, entry, changelog in
      changelog.groups = decoder.list(entry.value, of: "a list of groups").compactMap { decoder.group($0) }
    },
    GrammarKey("hide_scopes", .texts("The scopes of commits that the notes do not list.")) {
      $2.hiddenScopes = $0.texts($1.value, of: "a list of scopes").map { $0.lowercased() }
    },
    GrammarKey("authors", .flag, "Whether entries name their authors.") { $2.showsAuthors = $0.flag($1.value) },
  ]

  fileprivate static let groupKeys: [GrammarKey<(title: String?, types: [String])>] = [
    GrammarKey("title", .text("The heading.")) { $2.title = $0.text($1.value) },
    GrammarKey("types", .texts("The types of its commits.")) {
      $2.types = $0.texts($1.value, of: "a list of types").map { $0.lowercased() }
    },
  ]
}

extension PackageDeclaration {
  static let keys: [GrammarKey<PackageDeclaration>] = [
    GrammarKey("paths", .texts("The paths of its files.")) { decoder, entry, package in
      let node = entry.value
      package.paths = (node.text == nil ? decoder.list(node, of: "a list of paths") : [node])
        .compactMap { decoder.pattern($0) }
    },
    GrammarKey("manifests", .manifests, "The files with its version.") {
      $2.manifests = $0.manifests($1.value)
    },
    GrammarKey("tag", .text("The format of its tags, such as core/${version}.")) {
      $2.tagFormat = $0.tagFormat($1.value) ?? $2.tagFormat
    },
    GrammarKey("changelog", .text("The path of its changelog.")) { $2.changelog = $0.path($1.value) },
    GrammarKey("depends_on", .texts("The packages that it depends on.")) {
      $2.dependencies = $0.texts($1.value, of: "a list of packages")
    },
  ]
}

// MARK: Values

extension ReleasefileDecoder {
  fileprivate mutating func level(_ node: Node) -> ReleaseLevel? {
    let level = node.text.flatMap(ReleaseLevel.init)
    if level == nil { steps.report(.wrongValue(expected: "`major`, `minor`, `patch` or `none`"), at: node) }
    return level
  }

  fileprivate mutating func version(_ node: Node) -> Version? {
    let version = node.text.flatMap { try? Version($0) }
    if version == nil { steps.report(.wrongValue(expected: "a version such as `0.1.0`"), at: node) }
    return version
  }

  /// Decodes one text or a list.
  mutating func texts(_ node: Node, of expected: String) -> [String] {
    (node.text == nil ? list(node, of: expected) : [node]).compactMap { text($0) }
  }

  mutating func texts(in node: Node, of expected: String) -> [String] {
    list(node, of: expected).compactMap { text($0) }
  }
}

// MARK: The changelog

extension ReleasefileDecoder {
  mutating func decodeChangelog(_ node: Node, into changelog: inout ChangelogDeclaration) {
    if node.text != nil {
      changelog.file = path(node)
    } else {
      decode(
        node, by: ChangelogDeclaration.keys, into: &changelog, of: "`changelog`",
        expected: "a path, or a mapping with keys such as `file`")
    }
  }

  /// A heading is one line with `${version}`.
  fileprivate mutating func heading(_ text: String, at node: Node) -> String? {
    if text.contains("${version}"), !text.contains(where: \.isNewline) { return text }
    steps.report(.wrongValue(expected: "a line such as `Version ${version} (${date})`"), at: node)
    return nil
  }

  fileprivate mutating func group(_ node: Node) -> ChangelogDeclaration.Group? {
    let expected = "a mapping such as `{title: Added, types: [feat]}`"
    var group: (title: String?, types: [String]) = (nil, [])
    decode(node, by: ChangelogDeclaration.groupKeys, into: &group, of: "a group of `changelog`", expected: expected)
    guard let title = group.title, !group.types.isEmpty else {
      if node.entries != nil { steps.report(.wrongValue(expected: expected), at: node) }
      return nil
    }
    return .init(title: title, types: group.types)
  }
}

// MARK: Packages

extension ReleasefileDecoder {
  mutating func decodePackages(_ node: Node, into file: inout Releasefile) {
    let entries = mapping(node, of: "a mapping of packages")
    for entry in entries {
      guard entry.key.isName, !entry.key.contains("."), !entry.key.hasPrefix("-") else {
        steps.report(.badPackageName(entry.key), at: entry.keySpan)
        continue
      }
      file.packages.append(package(entry))
    }
    let names = entries.map(\.key)
    for entry in entries {
      let node = entry.value.entries?.first { $0.key == "depends_on" }?.value
      for name in node.map({ $0.text == nil ? $0.elements ?? [] : [$0] }) ?? []
      where name.text.map({ !names.contains($0) }) == true {
        steps.report(.unknownPackage(name.text ?? "", known: names), at: name)
      }
    }
    guard steps.problems.isEmpty, file.packagesInOrder == nil, let first = entries.first else { return }
    steps.report(.packageCycle, at: first.keySpan)
  }

  private mutating func package(_ entry: Node.Entry) -> PackageDeclaration {
    var package = PackageDeclaration(name: entry.key)
    decode(
      entry.value, by: PackageDeclaration.keys, into: &package, of: "package `\(entry.key)`",
      expected: "a mapping with keys such as `paths`")
    return package
  }

  fileprivate mutating func pattern(_ node: Node) -> PathPattern? {
    guard let text = text(node) else { return nil }
    let pattern = PathPattern(text)
    if pattern == nil { steps.report(.badPath(text), at: node) }
    return pattern
  }
}
