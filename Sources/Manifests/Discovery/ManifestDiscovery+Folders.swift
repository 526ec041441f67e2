import TextEditing

extension ManifestDiscovery {
  /// How many folders deep is looked.
  private static let greatestDepth = 10

  /// Whether a file is nobody's manifest: below a hidden folder, of a dependency, built, or there for the tests.
  static func skips(_ path: RelativePath) -> Bool {
    guard path.depth <= greatestDepth + 1 else { return true }
    var string = path.string
    return string.withUTF8 { bytes in
      var start = 0
      for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "/") {
        if isSkipped(bytes[start..<index]) { return true }
        start = index + 1
      }
      return false
    }
  }

  private static func isSkipped(_ folder: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    folder.first == UInt8(ascii: ".")
      || skippedFolders.contains { $0.count == folder.count && $0.elementsEqual(folder.lazy.map(\.lowercased)) }
      || skippedEndings.contains { folder.suffix($0.count).elementsEqual($0) }
  }

  private static let skippedEndings = ["Tests", ".xcframework", ".artifactbundle"].map { Array($0.utf8) }
  private static let skippedFolders = [
    "pods", "carthage", "node_modules", "vendor", "deriveddata", "build", "third_party", "thirdparty", "third-party",
    "externals", "tests", "test", "fixtures", "testfixtures", "testdata", "mocks",
  ].map { Array($0.utf8) }

  /// Whether a file shows how to use the product, or tells about it.
  static func isExample(_ path: RelativePath) -> Bool {
    path.components.dropLast().contains { folder in
      let name = folder.lowercased()
      let bytes = Array(name.utf8)
      return exampleFolders.contains(name)
        || ["demo", "example", "sample"].contains { bytes.firstIndex(of: $0, from: 0) != nil }
    }
  }

  private static let exampleFolders: Set = [
    "docs", "doc", "documentation", "website", "benchmarks", "benchmark", "playgrounds", "templates",
  ]

  /// The folders whose Xcode project is made from a specification beside it, by XcodeGen or Tuist; nil is the root.
  static func foldersOfSpecifications(
    among paths: [RelativePath], in files: some FileReading
  ) throws -> Set<RelativePath?> {
    var folders = Set<RelativePath?>()
    for path in paths {
      let isSpecification =
        switch path.lastComponent {
        case "project.yml", "project.yaml":
          try files.source(at: path).map {
            YAMLScanner.values(of: $0).contains { $0.path.components.first == "targets" }
          }
        case "Project.swift":
          try files.source(at: path).map { $0.bytes.firstIndex(of: "ProjectDescription", from: 0) != nil }
        default: Bool?.none
        }
      if isSpecification == true { folders.insert(path.parent) }
    }
    return folders
  }
}

extension RelativePath {
  /// Whether it is the file inside an `.xcodeproj`.
  var isProjectFile: Bool { lastComponent == "project.pbxproj" }
}
