import Foundation
import MartletKit

/// Tells the version of a project and where it is written; with a word such as `minor` raises it:
/// `VersionTool FOLDER [major|minor|patch|prerelease|release]`.
@main
enum VersionTool {
  static func main() {
    do {
      try run(in: CommandLine.arguments.dropFirst().first ?? ".", change: CommandLine.arguments.dropFirst(2).first)
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(in folder: String, change: String?) throws {
    let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    let files = try ProjectFiles(paths) { path in
      FileManager.default.contents(atPath: "\(folder)/\(path)").map(Array.init)
    }
    let project = try Project(files)
    guard let version = try project.version() else { return print("no version") }
    guard let change = change.flatMap(Version.Change.init) else {
      print(version)
      for site in project.sites where site.kind == .version { print("  \(site.place)  \(site.value)") }
      return
    }
    let next = try version.changed(change)
    for (path, bytes) in try project.changedFiles(for: next).sorted(by: { $0.key < $1.key }) {
      try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(path)"))
      print("\(path)  \(version) → \(next)")
    }
  }
}
