import BuildSettings
import Execution
import Foundation
import Git
import TextEditing

/// Where commands on build settings work: in a repository or in any folder, on files that may be anywhere.
struct SettingsPlace {
  let console: Console
  /// The repository that the command works in; nil when it is in none.
  let session: Session?
  let files: HostFiles
  /// The folder that was named, otherwise the current one.
  let directory: String
  /// The folder that shown paths start from: the repository's, otherwise the one that was named.
  private let top: RelativePath?

  init(_ options: CommandOptions) throws {
    directory = options.directory ?? FileManager.default.currentDirectoryPath
    session = try Self.session(options)
    console = session?.console ?? Console(options, environment: Session.processEnvironment)
    let top = HostFiles.path(session?.workspace.root ?? ".", from: directory)
    let known = try session?.workspace.filePaths() ?? []
    files = HostFiles(known: known.map { top?.appending($0) ?? $0 })
    self.top = top
  }

  /// The session of the repository that the command works in; nil when it is in none.
  private static func session(_ options: CommandOptions) throws -> Session? {
    do {
      return try Session(options)
    } catch GitError.notARepository {
      return nil
    }
  }

  /// The file that the command line names.
  ///
  /// - Throws: `CommandError.missingFile`.
  func path(of name: String) throws -> RelativePath {
    guard let path = HostFiles.path(name, from: directory), try files.source(at: path) != nil else {
      throw CommandError.missingFile(name)
    }
    return path
  }

  /// `path` as it is shown: from the repository on, where it lies in there.
  func shown(_ path: RelativePath) -> RelativePath {
    guard let top, path.string.hasPrefix(top.string + "/") else { return path }
    return RelativePath(String(path.string.dropFirst(top.string.count + 1))) ?? path
  }

  /// `diagnostic` with its place as it is shown.
  func shown(_ diagnostic: Diagnostic) -> Diagnostic {
    var diagnostic = diagnostic
    diagnostic.place = diagnostic.place.map { Place(path: shown($0.path), line: $0.line, column: $0.column) }
    return diagnostic
  }

  /// Says what the build would say of the files.
  func report(_ problems: [BuildSettingsProblem]) {
    console.report(problems.map { shown($0.diagnostic) })
  }
}
