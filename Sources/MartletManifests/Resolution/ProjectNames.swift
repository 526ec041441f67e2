import MartletBuildSettings
import MartletCore

/// The names of a project, from its file names and manifests.
package struct ProjectNames: Sendable {
  /// The names of the project, its package, pods and Xcode projects.
  package let products: [String]
  private let lowercasedProducts: Set<String>
  /// The names of its package, its Xcode project at the root and its pod, in that order.
  package let own: [String]
  /// The names of the pods that it publishes.
  package let pods: [String]
  /// The addresses of its remotes, and those in the sources of its pods: the repository may have had another owner.
  package let repositories: [String]

  /// - Parameters:
  ///   - project: The name from the user or the folder; nil when there is none.
  ///   - repositories: The addresses of the remotes.
  ///   - folder: The folder of the package; nil for the whole project.
  package init(
    project: String?, repositories: [String], in files: some FileReading, below folder: RelativePath? = nil
  ) throws {
    let (start, depth) = (folder.map { "\($0)/" } ?? "", folder?.depth ?? 0)
    let paths = try files.filePaths()
    let outer = paths.below(folder).filter { $0.depth <= depth + 3 }
    let specifications = outer.filter { Self.pod(at: $0) != nil && FileLocation(of: $0) == .product }
    pods = specifications.sorted { ($0.depth, $0) < ($1.depth, $1) }.compactMap { path in Self.pod(at: path) }
    let projectFiles = outer.filter { $0.isXcodeProjectFile && FileLocation(of: $0) != .elsewhere }
    let projects = projectFiles.compactMap { path -> String? in
      path.parent.map(\.nameWithoutExtension)
    }
    let package = try RelativePath(start + PackageDescription.fileName).flatMap { try files.source(at: $0) }
      .flatMap { PackageDescription($0).name }
    let podspecs = try specifications.filter { $0.depth == depth + 1 }.compactMap { try files.source(at: $0) }
    self.repositories = repositories + podspecs.compactMap(Self.repository)
    products = [project, package].compactMap { $0 } + pods + projects
    lowercasedProducts = Set(products.map { $0.lowercased() })
    let outermost = projectFiles.first { $0.depth == depth + 2 && FileLocation(of: $0) == .product }
    let xcode = outermost?.parent.map(\.nameWithoutExtension)
    own = [package, xcode, pods.first].compactMap { $0 }
  }

  /// Returns the name of the pod whose podspec is at `path`; nil for other files.
  private static func pod(at path: RelativePath) -> String? {
    [".podspec", ".podspec.json"].first { path.lastComponent.hasSuffix($0) }
      .map { String(path.lastComponent.dropLast($0.count)) }
  }

  private static let podSource = Pattern(/(?::git\s*=>|\bgit:|"git"\s*:)\s*["']([^"'#]+)["']/)

  /// Returns the address of the repository in a podspec's `source`; nil if there is none.
  private static func repository(in podspec: SourceText) -> String? {
    podspec.string(at: podspec.startOffset..<podspec.bytes.count).firstMatch(of: podSource).map { String($0.output.1) }
  }

  /// Whether a Swift file is likely to contain the version: `Version.swift`, `PrintVersion.swift`, `Constants.swift`,
  /// or a file named after the product or its module, such as `Alamofire.swift`.
  func isVersionFile(_ file: ListedFile) -> Bool {
    let end = file.name.utf8.firstIndex(of: UInt8(ascii: ".")) ?? file.name.endIndex
    let name = file.name[..<end].lowercased()
    return name.hasSuffix("version") || name == "constants" || lowercasedProducts.contains(name)
      || file.folderName?.lowercased() == name
  }
}
