import Foundation
import PackagePlugin

/// `swift package raise-version minor`: has Martlet raise the version, with the binary of its bundle.
@main
struct RaiseVersion: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let martlet = Process()
    martlet.executableURL = URL(fileURLWithPath: try context.tool(named: "martlet").path.string)
    martlet.arguments = ["bump"] + arguments + ["-C", context.package.directory.string]
    try martlet.run()
    martlet.waitUntilExit()
    guard martlet.terminationStatus == 0 else { throw Failure(status: martlet.terminationStatus) }
  }

  private struct Failure: Error {
    let status: Int32
  }
}
