@testable import MartletManifests
@testable import TestSupport

/// `swift`: declarations, and the settings of a Tuist project.
struct SwiftTarget: FuzzTarget {
  static let name = "swift"

  func check(_ input: Input) throws {
    try check(SwiftManifest(path: "Sources/CoolKit/Version.swift"), on: input)
    try check(SwiftManifest(path: "Sources/CoolKit/Version.swift", name: "version"), on: input)
    try check(SwiftManifest.found(at: "Project.swift", products: ["CoolKit"]), on: input)
  }

  /// A single number is taken for a version only where its name says so.
  private func check(_ manifest: SwiftManifest, on input: Input) throws {
    guard let files = InputFiles(input.bytes, main: manifest.path) else { return }
    try ManifestProperties(manifest: manifest, files: files, lengths: 2...3).check(input.random)
  }
}
