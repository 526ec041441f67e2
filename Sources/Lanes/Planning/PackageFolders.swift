import MartletCore

/// The folders of a repository with manifests of packages.
package struct PackageFolders {
  fileprivate struct Candidate {
    let folder: RelativePath
    /// The normalized names of the package: those of its folder and of its podspec.
    let names: Set<String>
    let manifests: [RelativePath]
  }

  private let candidates: [Candidate]
  /// The folders of a `package.json`, by the name in it, with its scope if it has one.
  private let scoped: [String: RelativePath]
  /// All folders, the outermost first.
  private let folders: [RelativePath]

  package init(in draft: Draft) throws {
    var names: [RelativePath: Set<String>] = [:]
    var manifests: [RelativePath: [RelativePath]] = [:]
    var folders = Set<RelativePath>()
    var scoped: [String: RelativePath] = [:]
    for path in try draft.filePaths() {
      guard let folder = path.parent, path.depth <= 6, !Self.isBeside(folder) else { continue }
      var outer: RelativePath? = folder
      while let next = outer, folders.insert(next).inserted { outer = next.parent }
      let file = path.lastComponent
      let isPod = file.hasSuffix(".podspec")
      guard isPod || Self.manifests.contains(file) || file.hasSuffix(".xcodeproj") else { continue }
      names[folder, default: [Self.normalized(folder.lastComponent)]].formUnion(
        isPod ? [Self.normalized(String(file.dropLast(".podspec".count)))] : [])
      manifests[folder, default: []].append(path)
      if file == "package.json", let source = try draft.source(at: path),
        let name = (try? DocumentValue(json: source))?["name"]?.text
      {
        scoped[name] = folder
      }
    }
    self.scoped = scoped
    self.folders = folders.sorted { ($0.depth, $0.string) < ($1.depth, $1.string) }
    candidates = names.map { Candidate(folder: $0.key, names: $0.value, manifests: manifests[$0.key] ?? []) }
      .sorted { ($0.folder.depth, $0.folder.string) < ($1.folder.depth, $1.folder.string) }
  }

  /// Returns the folder with a manifest of the package `name`, such as `Packages/Core` of `core`, or `app` of `@cool/app`.
  ///
  /// - Parameter version: The version in its newest tag. Of several folders with the name, the only one whose manifest has it.
  /// - Returns: nil if there is none, or several may be meant.
  package func folder(of name: String, at version: Version?, in draft: Draft) -> RelativePath? {
    if name.hasPrefix("@"), let folder = scoped[name] { return folder }
    let wanted = Self.normalized(name.split(separator: "/").last.map(String.init) ?? name)
    let named = candidates.filter { Self.normalized($0.folder.lastComponent) == wanted }
    // `battery/battery`, which has the package, is in `battery`, which may have a manifest of the workspace.
    if let outer = named.first, let inner = named.first(where: { $0.folder.parent == outer.folder }) {
      return inner.folder
    }
    if named.count > 1 {
      let text = version?.core.description ?? ""
      return named.filter { $0.holds(text, in: draft) }.map(\.folder).only
    }
    return named.first?.folder ?? scoped[name] ?? candidates.first { $0.names.contains(wanted) }?.folder
      ?? folders.filter { Self.normalized($0.lastComponent) == wanted }.only
  }

  private static func normalized(_ name: String) -> String {
    String(name.lowercased().filter { $0.isLetter || $0.isNumber })
  }

  /// Whether the folder belongs to examples, tests or dependencies, or is hidden.
  private static func isBeside(_ folder: RelativePath) -> Bool {
    folder.components.contains { component in
      let name = component.lowercased()
      return name.hasPrefix(".") || ["node_modules", "pods", "carthage", "build", "test", "tests"].contains(name)
        || name.contains("example")
    }
  }

  private static let manifests: Set = [
    "Package.swift", "pubspec.yaml", "package.json", "build.gradle", "build.gradle.kts", "Cargo.toml", "project.yml",
    "Project.swift",
  ]
}

extension PackageFolders.Candidate {
  fileprivate func holds(_ version: String, in draft: Draft) -> Bool {
    manifests.contains { path in
      (try? draft.source(at: path))?.bytes.firstIndex(of: version, from: 0) != nil
    }
  }
}

extension [RelativePath] {
  /// The element if it is the only one.
  fileprivate var only: RelativePath? { count == 1 ? self[0] : nil }
}
