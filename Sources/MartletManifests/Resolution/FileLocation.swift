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
    guard path.depth <= Self.greatestDepth + 1 else {
      self = .elsewhere
      return
    }
    var location = FileLocation.product
    var string = path.string
    string.withUTF8 { bytes in
      var start = 0
      for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "/") {
        switch Self.location(ofFolder: Array(bytes[start..<index])) {
        case .elsewhere:
          location = .elsewhere
          return
        case .test: location = .test
        case .example: if location == .product { location = .example }
        case .product: break
        }
        start = index + 1
      }
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

  private static func location(ofFolder name: [UInt8]) -> FileLocation {
    let folder = name.map(\.lowercased)
    if folder == github { return .example }
    if folder.first == UInt8(ascii: ".") || dependencies.contains(folder) || testData.contains(folder) {
      return .elsewhere
    }
    if endings.contains(where: { folder.suffix($0.count).elementsEqual($0) }) { return .elsewhere }
    let isOfTests = testEndings.contains { name.suffix($0.count).elementsEqual($0) }
    if tests.contains(folder) || isOfTests { return .test }
    if examples.contains(folder) || parts.contains(where: { folder.firstIndex(of: $0, from: 0) != nil }) {
      return .example
    }
    return .product
  }

  private static let github = Array(".github".utf8)
  private static let endings = [".xcframework", ".artifactbundle", ".framework"].map { Array($0.utf8) }
  private static let dependencies = folders([
    "pods", "carthage", "node_modules", "vendor", "vendored", "deriveddata", "build", "third_party", "thirdparty",
    "third-party", "externals", "submodules",
  ])
  private static let tests = folders([
    "tests", "test", "mocks", "integration", "integrationtests", "e2e",
  ])
  private static let testEndings = ["Tests", "-tests", "_tests"].map { Array($0.utf8) }
  /// Test data: a version in it is a test value, even if it equals the project's.
  private static let testData = folders(["fixtures", "testfixtures", "testdata"])
  private static let examples = folders([
    "docs", "doc", "documentation", "website", "benchmarks", "benchmark", "playgrounds", "templates",
  ])
  private static let parts = ["demo", "example", "sample"]

  private static func folders(_ names: [String]) -> Set<[UInt8]> { Set(names.map { Array($0.utf8) }) }
}
