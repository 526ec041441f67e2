import Manifests
import Processes
import TextEditing
import Versioning

/// The Swift toolchain, which only packages and commands of lanes need.
struct ToolchainExamination: Examination {
  static let topic = "swift"
  let environment: [String: String]
  /// `Package.swift`; nil when there is none.
  let manifest: PackageDescription?

  func findings() throws -> [Finding] {
    guard let version = try version() else {
      guard let tools = manifest?.toolsVersion else { return [ok("none, and no package that needs it")] }
      return [
        warn(
          "there is no `swift` program, and the package asks for \(tools)",
          hint: "install it from https://www.swift.org/install, or put its folder into `PATH`")
      ]
    }
    guard let tools = manifest?.toolsVersion, version.precedes(tools) else { return [ok("\(version)")] }
    return [
      warn("\(version), and the package asks for \(tools)", hint: "install it from https://www.swift.org/install")
    ]
  }

  /// Nil when there is no such program, or one that does not say.
  private func version() throws -> Version? {
    var command = Command("swift", ["--version"], environment: environment)
    command.timeout = .seconds(20)
    guard command.canBeFound else { return nil }
    let match = try command.run().outputText.firstMatch(of: /Swift version ([0-9]+(\.[0-9]+)*)/)
    return try match.map { try Version(String($0.1)) }
  }
}

extension Session {
  /// The package's manifest at the root; nil when there is none.
  func packageManifest() throws -> PackageDescription? {
    try RelativePath(PackageDescription.fileName).flatMap { try workspace.source(at: $0) }.map(PackageDescription.init)
  }
}
