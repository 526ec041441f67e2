import MartletCore

/// The classification of a file by its folders.
package enum FileLocation: Hashable, Sendable {
  /// A folder of the product.
  case product
  case test
  /// Examples, demos, documentation, benchmarks, templates and workflows of GitHub.
  case example
  /// Dependencies, build products, test data, hidden folders, and deeply nested folders: not read.
  case elsewhere

  package init(of path: RelativePath) {
    let folders = path.components.dropLast()
    guard folders.count <= Self.greatestDepth else {
      self = .elsewhere
      return
    }
    var location = FileLocation.product
    for folder in folders {
      let outer = location
      location = Self.location(ofFolder: String(folder))
      guard location != .elsewhere else { break }
      if location == .product || outer == .test { location = outer }
    }
    self = location
  }

  /// Whether a build of Flutter writes the file: `Flutter/Generated.xcconfig`, `ephemeral/Flutter-Generated.xcconfig`.
  static func isGenerated(_ path: RelativePath) -> Bool {
    path.string.hasSuffix("Generated.xcconfig") || path.string.contains("/ephemeral/")
  }

  /// The role of sites in the file; nil where the declaration decides.
  var role: VersionSite.Role? {
    switch self {
    case .product: nil
    case .test: .test
    case .example: .example
    case .elsewhere: .dependency
    }
  }

  /// The deepest folder level that is searched.
  private static let greatestDepth = 10

  private static func location(ofFolder name: String) -> FileLocation {
    let folder = name.lowercased()
    if folder == ".github" { return .example }
    let isForeign = folder.hasPrefix(".") || dependencies.contains(folder) || testData.contains(folder)
    if isForeign || [".xcframework", ".artifactbundle", ".framework"].contains(where: folder.hasSuffix) {
      return .elsewhere
    }
    if tests.contains(folder) || ["Tests", "-tests", "_tests"].contains(where: name.hasSuffix) { return .test }
    let isExample = examples.contains(folder) || ["demo", "example", "sample"].contains(where: folder.contains)
    return isExample ? .example : .product
  }

  private static let dependencies: Set = [
    "pods", "carthage", "node_modules", "vendor", "vendored", "deriveddata", "build", "third_party", "thirdparty",
    "third-party", "externals", "submodules",
  ]
  private static let tests: Set = ["tests", "test", "mocks", "integration", "integrationtests", "e2e"]
  /// Test data: a version in it is a test value, even if it equals the project's.
  private static let testData: Set = ["fixtures", "testfixtures", "testdata"]
  private static let examples: Set = [
    "docs", "doc", "documentation", "website", "benchmarks", "benchmark", "playgrounds", "templates",
  ]
}
