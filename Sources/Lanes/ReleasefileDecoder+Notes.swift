import TextEditing
import Versioning

// What a Releasefile says of the next version and of the notes.
extension ReleasefileDecoder {
  private static let ruleKeys = ["types", "other", "initial_development", "initial", "changes"]

  mutating func decodeRules(_ node: Node) {
    for entry in mapping(node, of: "a mapping with keys such as `types`") {
      switch entry.key {
      case "types":
        for type in mapping(entry.value, of: "a mapping of types to levels, such as `docs: patch`") {
          if let level = level(type.value) { result.releaseRules.types[type.key.lowercased()] = level }
        }
      case "other": result.releaseRules.other = level(entry.value) ?? result.releaseRules.other
      case "initial_development": decodeInitialDevelopment(entry.value)
      case "initial": result.releaseRules.initial = version(entry.value)
      case "changes":
        if let path = path(entry.value) { result.releaseRules.changesFolder = path.string }
      default:
        steps.report(.unknownKey(entry.key, of: "`version.next`", known: Self.ruleKeys), at: entry.keySpan)
      }
    }
  }

  private mutating func decodeInitialDevelopment(_ node: Node) {
    for entry in mapping(node, of: "a mapping with `major` and `minor`") {
      switch entry.key {
      case "major":
        result.releaseRules.breakingInInitialDevelopment =
          level(entry.value) ?? result.releaseRules.breakingInInitialDevelopment
      case "minor":
        result.releaseRules.featureInInitialDevelopment =
          level(entry.value) ?? result.releaseRules.featureInInitialDevelopment
      default:
        steps.report(
          .unknownKey(entry.key, of: "`initial_development`", known: ["major", "minor"]), at: entry.keySpan)
      }
    }
  }

  private mutating func level(_ node: Node) -> ReleaseLevel? {
    let level = node.text.flatMap(ReleaseLevel.init)
    if level == nil { steps.report(.wrongValue(expected: "`major`, `minor`, `patch` or `none`"), at: node) }
    return level
  }

  private mutating func version(_ node: Node) -> Version? {
    let version = node.text.flatMap { try? Version($0) }
    if version == nil { steps.report(.wrongValue(expected: "a version such as `0.1.0`"), at: node) }
    return version
  }

  mutating func texts(_ node: Node, of expected: String) -> [String] {
    (node.text == nil ? list(node, of: expected) : [node]).compactMap { text($0) }
  }
}

// MARK: The changelog

extension ReleasefileDecoder {
  /// A path alone is that of the file.
  mutating func decodeChangelog(_ node: Node) {
    if node.text != nil {
      result.changelog.file = path(node)
      return
    }
    for entry in mapping(node, of: "a path, or a mapping with keys such as `file`") {
      switch entry.key {
      case "file": result.changelog.file = path(entry.value)
      case "template": result.changelog.template = path(entry.value)
      case "groups":
        result.changelog.groups = list(entry.value, of: "a list of groups").compactMap { group($0) }
      case "hide_scopes":
        result.changelog.hiddenScopes = texts(entry.value, of: "a list of scopes").map { $0.lowercased() }
      case "authors": result.changelog.showsAuthors = Bool(entry.value, decoder: &steps) ?? false
      case "forge":
        result.changelog.forge = entry.value.text.flatMap(ChangelogDeclaration.Forge.init)
        if result.changelog.forge == nil {
          steps.report(.wrongValue(expected: "`github`, `gitlab` or `forgejo`"), at: entry.value)
        }
      default:
        steps.report(.unknownKey(entry.key, of: "`changelog`", known: ChangelogDeclaration.keys), at: entry.keySpan)
      }
    }
  }

  private mutating func group(_ node: Node) -> ChangelogDeclaration.Group? {
    var title: String?
    var types: [String] = []
    for entry in mapping(node, of: "a mapping such as `{title: Added, types: [feat]}`") {
      switch entry.key {
      case "title": title = text(entry.value)
      case "types": types = texts(entry.value, of: "a list of types").map { $0.lowercased() }
      default:
        steps.report(
          .unknownKey(entry.key, of: "a group of `changelog`", known: ChangelogDeclaration.groupKeys), at: entry.keySpan
        )
      }
    }
    guard let title, !types.isEmpty else {
      if node.entries != nil {
        steps.report(.wrongValue(expected: "a mapping such as `{title: Added, types: [feat]}`"), at: node)
      }
      return nil
    }
    return .init(title: title, types: types)
  }
}

// MARK: Packages

extension ReleasefileDecoder {
  mutating func decodePackages(_ node: Node) {
    let entries = mapping(node, of: "a mapping of packages")
    for entry in entries {
      guard entry.key.isName, !entry.key.contains("."), !entry.key.hasPrefix("-") else {
        steps.report(.badPackageName(entry.key), at: entry.keySpan)
        continue
      }
      result.packages.append(package(entry))
    }
    let names = entries.map(\.key)
    for entry in entries {
      let node = entry.value.entries?.first { $0.key == "depends_on" }?.value
      for name in node.map({ $0.text == nil ? $0.elements ?? [] : [$0] }) ?? []
      where name.text.map({ !names.contains($0) }) == true {
        steps.report(.unknownPackage(name.text ?? "", known: names), at: name)
      }
    }
    guard steps.problems.isEmpty, result.packagesInOrder == nil, let first = entries.first else { return }
    steps.report(.packageCycle, at: first.keySpan)
  }

  private mutating func package(_ entry: Node.Entry) -> PackageDeclaration {
    var package = PackageDeclaration(name: entry.key)
    for key in mapping(entry.value, of: "a mapping with keys such as `paths`") {
      switch key.key {
      case "paths":
        package.paths = (key.value.text == nil ? list(key.value, of: "a list of paths") : [key.value])
          .compactMap { pattern($0) }
      case "manifests": package.manifests = manifests(key.value)
      case "tag": package.tagFormat = tagFormat(key.value) ?? package.tagFormat
      case "changelog": package.changelog = path(key.value)
      case "depends_on": package.dependencies = texts(key.value, of: "a list of packages")
      default:
        steps.report(
          .unknownKey(key.key, of: "package `\(entry.key)`", known: PackageDeclaration.keys), at: key.keySpan)
      }
    }
    return package
  }

  private mutating func pattern(_ node: Node) -> PathPattern? {
    guard let text = text(node) else { return nil }
    let pattern = PathPattern(text)
    if pattern == nil { steps.report(.badPath(text), at: node) }
    return pattern
  }
}
