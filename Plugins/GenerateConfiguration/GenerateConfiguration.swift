import Foundation
import PackagePlugin

/// Generates the Swift output of a package's Releasefile into the build folder.
@main
struct GenerateConfiguration: BuildToolPlugin {
  /// The file name extensions of possible inputs, besides the Releasefile.
  private static let endings: Set = ["plist", "json", "yml", "yaml", "toml", "env", "xcconfig", "mustache"]

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let output = context.pluginWorkDirectoryURL.appendingPathComponent("EnvironmentConfiguration.swift")
    let package = context.package.directoryURL
    // Only changed arguments make the build system run the command again for another environment.
    let named = ProcessInfo.processInfo.environment["MARTLET_ENVIRONMENT"].map { ["--env", $0] } ?? []
    return [
      .buildCommand(
        displayName: "Generating the configuration of \(target.name)",
        executable: try context.tool(named: "martlet").url,
        arguments: ["config", "generate", "-C", package.path, "--swift-file", output.path] + named,
        inputFiles: Self.inputs(below: package), outputFiles: [output])
    ]
  }

  /// Returns all possible inputs, without build products and hidden folders.
  private static func inputs(below package: URL) -> [URL] {
    let files = FileManager.default.enumerator(
      at: package, includingPropertiesForKeys: nil, options: [.skipsPackageDescendants])
    var inputs: [URL] = []
    while let file = files?.nextObject() as? URL {
      let name = file.lastPathComponent
      if name.hasPrefix("."), !name.hasPrefix(".env") {
        files?.skipDescendants()
      } else if name.hasPrefix("Releasefile") || name.hasPrefix(".env") || endings.contains(file.pathExtension) {
        inputs.append(file)
      }
    }
    return inputs.sorted { $0.path < $1.path }
  }
}
