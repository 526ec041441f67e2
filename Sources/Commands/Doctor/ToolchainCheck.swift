import MartletCore
import MartletManifests
import Processes

/// Checks the Swift toolchain, which only packages and commands of lanes need.
struct ToolchainCheck: DoctorCheck {
  static let topic = "swift"
  let environment: [String: String]
  /// `Package.swift`; nil when there is none.
  let manifest: PackageDescription?

  private static let versionLine = Pattern(/Swift version ([0-9]+(\.[0-9]+)*)/)

  func findings() throws -> [Finding] {
    guard let version = try version() else {
      guard let tools = manifest?.toolsVersion else { return [ok("none, and no package needs it")] }
      return [
        warn(
          "no `swift` program, but the package requires \(tools)",
          hint: "install it from https://www.swift.org/install, or add its folder to `PATH`")
      ]
    }
    guard let tools = manifest?.toolsVersion, version.precedes(tools) else { return [ok("\(version)")] }
    return [
      warn("\(version), but the package requires \(tools)", hint: "install it from https://www.swift.org/install")
    ]
  }

  /// Returns the version of `swift`; nil without the program, or when its output has no version.
  private func version() throws -> Version? {
    var command = Command("swift", ["--version"], environment: environment)
    command.timeout = .seconds(20)
    guard command.canBeFound else { return nil }
    let match = try command.run().outputText.firstMatch(of: Self.versionLine)
    return try match.map { try Version(String($0.1)) }
  }
}

extension Session {
  /// Returns the package manifest at the root; nil when there is none.
  func packageManifest() throws -> PackageDescription? {
    try RelativePath(PackageDescription.fileName).flatMap { try workspace.source(at: $0) }.map(PackageDescription.init)
  }
}
