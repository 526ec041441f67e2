import TextEditing

/// What a project goes by, as far as its file names and manifests tell.
package struct ProjectNames: Sendable {
  /// The project, its package, pods and Xcode projects.
  package let products: [String]
  /// The pods that it publishes.
  package let pods: [String]
  /// The addresses that it is fetched from.
  package let repositories: [String]

  /// - Parameters:
  ///   - project: The name given by the user or the folder; nil when there is none.
  ///   - repositories: The addresses of the remotes.
  package init(project: String?, repositories: [String], in files: some FileReading) throws {
    let outer = try files.filePaths().filter { $0.depth <= 3 && !ManifestDiscovery.skips($0) }
    pods = outer.filter { $0.depth == 1 }.compactMap { path in
      [".podspec", ".podspec.json"].first { path.lastComponent.hasSuffix($0) }
        .map { String(path.lastComponent.dropLast($0.count)) }
    }
    let projects = outer.compactMap { path -> String? in
      guard path.lastComponent == "project.pbxproj", let folder = path.parent else { return nil }
      return String(folder.lastComponent.prefix { $0 != "." })
    }
    let package = try RelativePath("Package.swift").flatMap { try files.source(at: $0) }.flatMap(Self.packageName)
    self.repositories = repositories
    products = [project, package].compactMap { $0 } + pods + projects
  }

  /// The name in `Package(name: "…")`.
  private static func packageName(in source: SourceText) -> String? {
    let tokens = SwiftLexer.tokens(of: source.bytes, in: source.startOffset..<source.bytes.count)
    let expression = SwiftExpression(source: source, tokens: tokens)
    guard
      let call = tokens.indices.first(where: {
        tokens[$0].isWord("Package") && expression.token($0 + 1)?.isSign("(") == true
      }),
      expression.token(call + 2)?.isWord("name") == true,
      case .string(let name?) = expression.token(call + 4)?.kind
    else { return nil }
    return source.string(at: name)
  }

  /// Whether a Swift file is there to say the version: `Version.swift`, `PrintVersion.swift`, `Constants.swift`, or named
  /// after the product or its module, as `Alamofire.swift` is.
  func isVersionFile(_ path: RelativePath) -> Bool {
    let name = path.lastComponent.prefix { $0 != "." }.lowercased()
    return name.hasSuffix("version") || name == "constants"
      || (products + path.components.dropLast().suffix(1).map(String.init)).contains { $0.lowercased() == name }
  }
}
