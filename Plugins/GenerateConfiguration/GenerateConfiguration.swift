import Foundation
import PackagePlugin

/// Generates the Swift output of a package's Releasefile into the folder of the build.
@main
struct GenerateConfiguration: BuildToolPlugin {
  /// What says the values, beside the Releasefile itself.
  private static let endings: Set = ["plist", "json", "yml", "yaml", "toml", "env", "xcconfig", "mustache"]

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let output = context.pluginWorkDirectoryURL.appendingPathComponent("EnvironmentConfiguration.swift")
    let package = context.package.directoryURL
    // Beside the arguments nothing tells the build that another environment is meant.
    let named = ProcessInfo.processInfo.environment["MARTLET_ENVIRONMENT"].map { ["--env", $0] } ?? []
    return [
      .buildCommand(
        displayName: "Generating the configuration of \(target.name)",
        executable: try context.tool(named: "martlet").url,
        arguments: ["config", "generate", "-C", package.path, "--swift-file", output.path] + named,
        inputFiles: Self.inputs(below: package), outputFiles: [output])
    ]
  }

  /// All files that may say something, without those of builds and hidden folders.
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
