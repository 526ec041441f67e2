import MartletBuildSettings
import MartletCore

/// The kind of version followers in a file, by the file's name.
enum FollowerKind {
  case swiftSource, snippets, propertyList, buildSettings, text
  /// Keys with values, in JSON or TOML.
  case document
  /// A file that may contain only the version.
  case plain
  /// Texts of an Android app: `<string name="cool_version">1.4.2</string>`.
  case resources
  /// A `pubspec.yaml`, whose version may have a build number: `1.4.2+7`.
  case dartPackage

  init?(_ file: ListedFile) {
    let name = file.name.lowercased()
    let location = file.location
    switch file.ending?.lowercased() {
    case "swift" where location == .product: self = .swiftSource
    case "md", "markdown", "mdown", "rst": self = .snippets
    case _ where Self.requirementNames.contains(name): self = .snippets
    case _ where name == "conf.py" || name.hasSuffix(".podspec.json"): self = .text
    case "ts"?, "js"?, "mjs"?, "cjs"?:
      guard name.hasPrefix(Self.expoConfiguration), location == .product else { return nil }
      self = .text
    case "plist": self = .propertyList
    case "xml" where location == .product: self = .resources
    case "xcconfig" where location == .product: self = .buildSettings
    case nil where location != .test && !name.hasPrefix(".") && !Self.textNames.contains(name): self = .plain
    case "txt" where location != .test && !Self.textNames.contains(name): self = .plain
    case "version" where location != .test: self = .plain
    // Tests and examples require the packages of the repository.
    case _ where name == "package.json": self = .document
    case _ where name == YAMLManifest.dart && location == .product: self = .dartPackage
    case _ where location != .product || Self.locks.contains(where: { name.contains($0) }): return nil
    case "json", "toml": self = .document
    case let ending? where Self.textEndings.contains(ending): self = .text
    case _ where Self.textNames.contains(name): self = .text
    default: return nil
    }
    switch self {
    case .snippets, .document, .text, .propertyList:
      if Self.histories.contains(where: { name.contains($0) }) || name.contains("appcast") { return nil }
    case .swiftSource, .buildSettings, .plain, .resources, .dartPackage: break
    }
  }

  /// Texts about earlier versions, which are not changed.
  static let histories = ["changelog", "history", "changes", "migrat", "upgrad", "releases", "news"]
  private static let textEndings: Set = [
    "h", "hpp", "hh", "c", "cc", "cpp", "m", "mm", "sh", "bash", "bazel", "bzl", "env", "yml", "yaml", "cff",
    "properties",
    "ini", "cfg", "gradle", "kts", "cmake", "rb", "py", "dart", "kt", "java",
  ]
  /// Lock files of package managers.
  private static let locks = ["lock", "resolved", "shrinkwrap"]
  /// Files of package managers. In examples, they require this package.
  private static let requirementNames: Set = ["podfile", "cartfile", "mintfile", "package.swift"]
  /// The beginning of the names of Expo's configurations in JavaScript or TypeScript.
  static let expoConfiguration = "app.config."
  private static let textNames: Set = [".jazzy.yaml", ".jazzy.yml", "cmakelists.txt", "makefile", ".env", "control"]

  /// Whether it is a file of a package manager, with requirements on other packages.
  static func hasRequirements(_ path: RelativePath) -> Bool {
    let name = path.lastComponent.lowercased()
    return requirementNames.contains(name) || name.hasPrefix("package@swift-") || name.hasSuffix(".podspec")
      || name.hasSuffix(".podspec.json") || ["package.json", YAMLManifest.dart, "cargo.toml"].contains(name)
  }

  /// The size in bytes above which such a file is not read.
  var greatestSize: Int {
    if case .plain = self { 64 } else { 4 << 20 }
  }

  typealias Follower = (manifest: any Manifest, options: [String: [String]], role: VersionSite.Role)

  func manifests(in source: SourceText, of version: Version, _ names: ProjectNames) -> [Follower] {
    let path = source.path
    switch self {
    case .swiftSource:
      guard !VersionMentions(of: version, in: source).isEmpty else { return [] }
      return swiftConstants(in: source, of: version, names)
    case .snippets:
      guard source.bytes.firstIndex(of: version.start, from: 0) != nil else { return [] }
      let manifest = ReadmeManifest(
        path: path, repositories: names.repositories, pods: names.pods, products: names.products)
      let marked = VersionMentions(of: version, in: source).all.filter(\.isMarked)
      return [(manifest, [:], .copy)] + marked.map { follower(of: $0, in: source) }
    case .propertyList:
      guard source.bytes.firstIndex(of: version.core.description, from: 0) != nil else { return [] }
      let isOfBundle = source.bytes.firstIndex(of: "CFBundle", from: 0) != nil
      return (isOfBundle ? [(PlistManifest(path: path), [:], .otherValue)] : []) + ownKeys(in: source, of: version)
    case .buildSettings: return settings(in: source, of: version)
    case .document:
      return keys(in: source, of: version) + requirements(in: source, of: version, names)
        + parts(in: source, of: version)
    case .plain: return [(PlainManifest(path: path), [:], .copy)]
    case .text: return mentions(in: source, of: version, names) + parts(in: source, of: version)
    case .resources: return resources(in: source, of: version)
    case .dartPackage:
      return [(YAMLManifest(path: path), [:], .copy)] + mentions(in: source, of: version, names)
        + requirements(in: source, of: version, names)
    }
  }

  private func resources(in source: SourceText, of version: Version) -> [Follower] {
    guard version.isDistinctive else { return [] }
    return AndroidResources(of: version, in: source).elements.map { element in
      follower(of: element.pattern, in: source, isOfSomethingElse: element.isOfSomethingElse)
    }
  }

  private func swiftConstants(in source: SourceText, of version: Version, _ names: ProjectNames) -> [Follower] {
    let products = ProductNames(names.products)
    var declared = Set<String>()
    var followers: [Follower] = []
    for declaration in SwiftScanner.declarations(of: source) where declaration.value == version.description {
      guard let role = declaration.role(of: version, products), declared.insert(declaration.qualifiedName).inserted
      else { continue }
      let name = declaration.qualifiedName
      followers.append((SwiftManifest(path: source.path, name: name), ["name": [name]], role))
    }
    let others = VersionMentions(of: version, in: source, products: names.products).all.filter { mention in
      mention.isCertain || mention.isArgument && version.isDistinctive
    }
    return followers + others.map { follower(of: $0, in: source) }
  }

  /// The keys whose names mean a version, except in lists and dependencies.
  private func keys(in source: SourceText, of version: Version) -> [Follower] {
    guard !VersionMentions(of: version, in: source).isEmpty else { return [] }
    let isTOML = source.path.pathExtension?.lowercased() == "toml"
    let values = isTOML ? ScalarValue.all(inTOML: source) : (try? ScalarValue.all(inJSON: source)) ?? []
    let describesAPI = Self.describesAPI(values)
    return values.compactMap { value in
      let components = value.path.components
      let text = source.string(at: value.span)
      guard value.style == .quoted, [version.description, "v\(version)"].contains(text), let name = components.last,
        !components.contains(where: { Int($0) != nil || $0.lowercased().contains("dependenc") })
      else { return nil }
      // release-please stores the version of the folder `.` under that name.
      let isOfPackage = components == ["version"] || components == ["."]
      guard let kind = isOfPackage ? VersionName("version") : version.isDistinctive ? VersionName(name) : nil else {
        return nil
      }
      let key = value.path.description
      guard text == version.description else {
        let line = VersionMentions(of: version, in: source).all.first { value.span.contains($0.span.lowerBound) }
        return line.map { follower(of: $0, in: source) }
      }
      return (
        isTOML ? TOMLManifest(path: source.path, key: key) : JSONManifest(path: source.path, key: key),
        key == "version" ? [:] : ["key": [key]],
        kind.isOfSomethingElse || describesAPI && components == ["info", "version"] ? .format : .copy
      )
    }
  }

  /// The requirements on packages of this repository: `"@cool/app": "^1.4.2"` in a `package.json`, `cool_app: ^1.4.2` in a
  /// `pubspec.yaml`.
  private func requirements(in source: SourceText, of version: Version, _ names: ProjectNames) -> [Follower] {
    let isDart = source.path.lastComponent == YAMLManifest.dart
    guard isDart || source.path.lastComponent == "package.json", version.isDistinctive,
      !VersionMentions(of: version, in: source).isEmpty
    else { return [] }
    let values = isDart ? YAMLScanner.values(of: source) : (try? ScalarValue.all(inJSON: source)) ?? []
    return values.compactMap { value in
      let components = value.path.components
      guard components.count == 2, components[0].lowercased().hasSuffix("dependencies"),
        names.requirable.contains(components[1].split(separator: "/").last.map(String.init) ?? ""),
        let sign = ["", "^", "~", "="].first(where: { source.string(at: value.span) == $0 + version.description })
      else { return nil }
      let pattern = isDart ? "\(components[1]): \(sign)${version}" : "\"\(components[1])\": \"\(sign)${version}\""
      let count = TextPattern(pattern)?.matches(in: source.bytes, from: source.startOffset).count ?? 0
      let manifest = TextManifest(path: source.path, pattern: pattern, count: count)
      return count == 0 ? nil : (manifest, manifest.options, .copy)
    }
  }

  /// Whether it is the description of an API. Its `info.version` is that of the API.
  static func describesAPI(_ source: SourceText) -> Bool {
    switch source.path.pathExtension?.lowercased() {
    case "json": describesAPI((try? ScalarValue.all(inJSON: source)) ?? [])
    case "yaml", "yml": describesAPI(YAMLScanner.values(of: source))
    default: false
    }
  }

  private static func describesAPI(_ values: [ScalarValue]) -> Bool {
    values.contains { apiFormats.contains($0.path.components) }
  }

  private static let apiFormats: Set = [["openapi"], ["swagger"], ["asyncapi"]]

  /// The keys of a property list that a project has chosen for its version: `CoolBundleVersion`.
  private func ownKeys(in source: SourceText, of version: Version) -> [Follower] {
    guard version.isDistinctive, let list = try? PropertyList(source) else { return [] }
    return list.entries.compactMap { entry in
      guard entry.text.string == version.description, VersionSite.Kind.infoPlistKeys[entry.key] == nil,
        VersionName(entry.key)?.isSetting == true
      else { return nil }
      return (PlistManifest(path: source.path, key: entry.key), ["key": [entry.key]], .copy)
    }
  }

  private func settings(in source: SourceText, of version: Version) -> [Follower] {
    guard !VersionMentions(of: version, in: source).isEmpty else { return [] }
    var names: [String] = []
    for case .assignment(let assignment) in Xcconfig(source).statements {
      guard VersionName(assignment.name)?.isSetting == true, assignment.value.string == version.description,
        !names.contains(assignment.name)
      else { continue }
      names.append(assignment.name)
    }
    return names.map { (XcconfigManifest(path: source.path, key: $0), ["key": [$0]], .copy) }
  }

  private func mentions(in source: SourceText, of version: Version, _ names: ProjectNames) -> [Follower] {
    guard source.bytes.firstIndex(of: version.description, from: 0) != nil else { return [] }
    // Addresses in sources are usually in comments about a specific version.
    let isKeyed = ["yaml", "yml", "json"].contains(source.path.pathExtension)
    if isKeyed, Self.describesAPI(source) { return [] }
    let repositories = isKeyed ? Set(names.repositories.compactMap { RepositoryAddress($0) }) : []
    // The entries of a list are releases.
    let isYAML = ["yaml", "yml"].contains(source.path.pathExtension)
    let listed = isYAML ? YAMLScanner.values(of: source).filter(\.isListed).map(\.span) : []
    return VersionMentions(of: version, in: source, repositories: repositories, products: names.products).all
      .filter { version.isDistinctive || $0.isCertain }
      .filter { mention in mention.isMarked || !listed.contains { $0.overlaps(mention.span) } }
      .map { follower(of: $0, in: source) }
  }

  /// The version in three lines, one for each number.
  private func parts(in source: SourceText, of version: Version) -> [Follower] {
    guard version.isDistinctive else { return [] }
    let found = VersionParts.versions(in: source).filter { $0.text == version.core.description }
    let isOfProject = found.contains { VersionName($0.name)?.isOfSomethingElse == false }
    return found.isEmpty ? [] : [(VersionParts(path: source.path), [:], isOfProject ? .copy : .format)]
  }

  private func follower(of mention: VersionMentions.Mention, in source: SourceText) -> Follower {
    follower(of: mention.pattern, in: source, isOfSomethingElse: mention.isOfSomethingElse)
  }

  private func follower(of pattern: String, in source: SourceText, isOfSomethingElse: Bool) -> Follower {
    let count = TextPattern(pattern)?.matches(in: source.bytes, from: source.startOffset).count ?? 1
    let manifest = TextManifest(path: source.path, pattern: pattern, count: count)
    return (manifest, manifest.options, isOfSomethingElse ? .format : .copy)
  }
}

extension SwiftDeclaration {
  /// Returns the role of a declaration with exactly `version`; nil when its name does not mean a version.
  fileprivate func role(of version: Version, _ products: ProductNames) -> VersionSite.Role? {
    switch form {
    case .setting, .print: return nil
    case .commandConfiguration: return .copy
    case .threeConstants: return products.isVersionType(name) ? .copy : nil
    case .value, .result:
      guard !isLocal else { return nil }
      if products.claim(name, in: scope) { return .copy }
      guard let kind = VersionName(name), version.isDistinctive else { return nil }
      return kind.isOfSomethingElse ? .format : .copy
    }
  }
}

extension ScalarValue {
  /// Whether it is in a list, or in a mapping of a list.
  fileprivate var isListed: Bool { path.components.contains { Int($0) != nil } }
}

extension Version {
  /// Whether it is `0.0.0`, with or without a pre-release: a script writes the version in its place.
  var isPlaceholder: Bool {
    let first = component(0)
    return components.dropFirst().allSatisfy { $0 == 0 || $0 == first } && [0, 999, 1000, 9999].contains(first)
  }

  /// Whether it is unlikely to occur by chance: three numbers or more, and not a common first version.
  var isDistinctive: Bool { components.count > 2 && !isInitial }

  /// Whether it is a default version of templates and new projects.
  package var isInitial: Bool {
    ["1", "1.0", "1.0.0", "0.1", "0.1.0", "0.0.1"].contains(core.description)
  }

  /// Whether it is the first of its major version.
  var isRound: Bool { components.dropFirst().allSatisfy { $0 == 0 } }

  /// The common start of all its spellings, such as `5.7` for `5.7.0` and the requirement `~> 5.7`.
  fileprivate var start: String { components.prefix(2).map(String.init).joined(separator: ".") }
}
