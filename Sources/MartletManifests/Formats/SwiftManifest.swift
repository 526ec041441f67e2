import MartletCore

/// A Swift file with the version in code.
///
/// Forms: `let version = "1.4.2"`, `Version("1.4.2")`, `SemanticVersion(0, 40, 0)`, labelled integers, three constants
/// `major`, `minor` and `patch` or `revision`, `var version: String { "1.4.2" }`,
/// `print("1.4.2")`, `CommandConfiguration(version: "1.4.2")`, and the settings of a Tuist `Project.swift`.
package struct SwiftManifest: Manifest {
  package static let keyword = "swift"
  package let path: RelativePath
  private let selection: Selection
  private let products: ProductNames

  /// - Parameters:
  ///   - name: The declaration, with or without the types around it: `Constants.version`, `print`. If omitted: the
  ///     declarations whose names mean the product's version, or the only one with a version.
  ///   - products: The names of the product in such declarations; the module of the file is added automatically.
  package init(path: RelativePath, name: String? = nil, products: [String] = []) {
    self.init(path: path, selection: name.map(Selection.named) ?? .claimingOrOnly, products: products)
  }

  /// Creates the manifest for the project search: only declarations whose names mean the version count.
  static func found(at path: RelativePath, products: [String]) -> SwiftManifest {
    SwiftManifest(path: path, selection: .claiming, products: products)
  }

  private init(path: RelativePath, selection: Selection, products: [String]) {
    self.path = path
    self.selection = selection
    self.products = ProductNames(products + [Self.module(of: path)].compactMap { $0 })
  }

  private enum Selection {
    case named(String)
    case claiming
    case claimingOrOnly
  }

  package func versionSites(in files: some FileReading) throws -> [VersionSite] {
    let source = try source(in: files)
    switch selection {
    case .named(let name):
      let declarations = SwiftScanner.declarations(of: source)
      let named = declarations.filter { $0.name == name || $0.qualifiedName == name }
      guard !named.isEmpty else {
        throw ManifestError.notFound(
          path, what: "declaration", name: name, known: declarations.filter(isCandidate).map(\.qualifiedName))
      }
      return named.map { $0.site(in: source) }
    case .claiming:
      guard Self.mayHoldVersion(source.bytes) else { return [] }
      let isTuist = source.bytes.firstIndex(of: "ProjectDescription", from: 0) != nil
      return claiming(SwiftScanner.declarations(of: source))
        .filter { $0.isSetting ? isTuist : isCandidate($0) }.map { $0.site(in: source) }
    case .claimingOrOnly:
      let declarations = SwiftScanner.declarations(of: source)
      let claiming = claiming(declarations)
      guard claiming.isEmpty else { return claiming.map { $0.site(in: source) } }
      let candidates = declarations.filter(isCandidate)
      guard candidates.count < 2 else {
        throw ManifestError.ambiguous(
          path, what: "declaration", option: "name", known: candidates.map(\.qualifiedName))
      }
      return candidates.map { $0.site(in: source) }
    }
  }

  /// Whether the file is worth parsing: it contains a word with `version`, and something like a version.
  private static func mayHoldVersion(_ bytes: [UInt8]) -> Bool {
    guard ["ersion", "VERSION"].contains(where: { bytes.firstIndex(of: $0, from: 0) != nil }) else { return false }
    if bytes.firstIndex(of: "major", from: 0) != nil { return true }
    return bytes.indices.contains { index in
      guard bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "(") else { return false }
      return bytes.byte(at: index + 1)?.isDigit == true
    }
  }

  private func claiming(_ declarations: [SwiftDeclaration]) -> [SwiftDeclaration] {
    declarations.filter { declaration in
      switch declaration.form {
      case .setting(.build): return (try? BuildNumber(declaration.value)) != nil
      case _ where (try? Version(declaration.value)) == nil: return false
      case .setting: return true
      case .result: return false
      case .value: return !declaration.isLocal && products.claim(declaration.name, in: declaration.scope)
      case .commandConfiguration, .print, .threeConstants: return declaration.isOwn(products, in: path) == true
      }
    }
  }

  /// Whether its value looks like a version: at least two numbers, because `"7"` may be anything.
  private func isCandidate(_ declaration: SwiftDeclaration) -> Bool {
    if declaration.isSetting { return true }
    if case .result = declaration.form { return false }
    return (try? Version(declaration.value)).map { $0.components.count > 1 } ?? false
  }

  /// Returns the folder of the file's module: the one below `Sources` or `Source`, or above if there is none below.
  private static func module(of path: RelativePath) -> String? {
    let folders = Array(path.components.dropLast())
    guard let sources = folders.lastIndex(where: { $0 == "Sources" || $0 == "Source" }) else { return nil }
    if sources + 1 < folders.count { return String(folders[sources + 1]) }
    return sources > 0 ? String(folders[sources - 1]) : nil
  }
}

extension SwiftDeclaration {
  fileprivate var isSetting: Bool {
    switch form {
    case .setting: true
    case .value, .result, .threeConstants, .commandConfiguration, .print: false
    }
  }

  fileprivate func site(in source: SourceText) -> VersionSite {
    let pieces = pieces.map { VersionSite.Piece($0.part, at: $0.span, of: source, spelling: $0.spelling) }
    return switch form {
    case .setting(let kind): VersionSite(kind, audience: .apple, value: value, label: name, pieces: pieces)
    case .value, .result, .threeConstants, .commandConfiguration, .print:
      VersionSite(.version, value: value, label: qualifiedName, pieces: pieces)
    }
  }
}
