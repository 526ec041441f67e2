import BuildSettings
import Essentials
import Execution
import Git
import TextEditing

/// Where commands on build settings work: in a repository or in any folder, on files that may be anywhere.
struct SettingsPlace {
  let console: Console
  /// The repository that the command works in; nil when it is in none.
  let session: Session?
  let files: HostFiles
  /// The folder that was named, otherwise the current one.
  private let directory: String
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
  /// - Throws: `Failure.missingFile`.
  func path(of name: String) throws -> RelativePath {
    guard let path = HostFiles.path(name, from: directory), try files.source(at: path) != nil else {
      throw Failure.missingFile(name)
    }
    return path
  }

  /// The folder `X.xcodeproj` that the command line names.
  ///
  /// - Throws: `Failure.missingFile`.
  func projectPath(of name: String) throws -> RelativePath {
    guard let path = HostFiles.path(name, from: directory), let file = RelativePath("project.pbxproj", in: path),
      try files.byteCount(at: file) != nil
    else { throw Failure.missingFile(name) }
    return path
  }

  /// What reads `.xcconfig` files here.
  var loader: XcconfigLoader { XcconfigLoader(folder: top, top: "") }

  /// The `.xcconfig` files of the repository, in the order of their bytes.
  var xcconfigs: [RelativePath] { files.filePaths().filter { $0.pathExtension == "xcconfig" }.sorted() }

  /// The one project that nothing but its folder has to name: those of examples and libraries lie further down.
  ///
  /// - Throws: `SettingsCommandError.noProject` and `.severalProjects`.
  func onlyProject() throws -> RelativePath {
    let projects = try files.xcodeProjects()
    let depth = projects.map(\.components.count).min() ?? 0
    let outer = projects.filter { $0.components.count == depth }
    guard let project = outer.first else { throw SettingsCommandError.noProject }
    guard outer.count == 1 else { throw SettingsCommandError.severalProjects(outer.map { shown($0).string }) }
    return project
  }

  /// `path` as it is shown: from the repository on, where it lies in there.
  func shown(_ path: RelativePath) -> RelativePath {
    guard let top, path.string.hasPrefix(top.string + "/") else { return path }
    return RelativePath(String(path.string.dropFirst(top.string.count + 1))) ?? path
  }

  func shown(_ place: Place) -> Place { Place(path: shown(place.path), line: place.line, column: place.column) }

  /// `diagnostic` with its place as it is shown.
  func shown(_ diagnostic: Diagnostic) -> Diagnostic {
    var diagnostic = diagnostic
    diagnostic.place = diagnostic.place.map(shown)
    return diagnostic
  }

  /// What `body` gives; an error of its has its paths as they are shown.
  func showing<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as any ExplainedError {
      guard let top else { throw error }
      throw Failure(
        error.diagnostics.map { diagnostic in
          var diagnostic = shown(diagnostic)
          diagnostic.message = diagnostic.message.replacing(top.string + "/", with: "")
          return diagnostic
        })
    }
  }
}
