import Execution
import Git
import Lanes
import MartletBuildSettings
import MartletCore
import Steps
import SystemAPI

/// The working place of commands for environments and build settings: a repository or any folder.
struct SettingsContext {
  let console: Console
  /// The session of the repository; nil outside of a repository.
  let session: Session?
  let files: HostFiles
  private let options: CommandOptions
  /// The files of the repository, or else of the folder.
  private let workspace: any WorkspaceReading
  /// The folder given with `-C`, or the current one.
  private let directory: String
  /// The base of displayed paths: the repository's root, the folder of the Releasefile, or the given folder.
  private let top: RelativePath?
  /// The absolute path of `top`.
  private let root: String

  init(_ options: CommandOptions) throws {
    self.options = options
    directory = options.directory ?? FileManager.default.currentDirectoryPath
    let session = try Self.session(options)
    self.session = session
    if let session {
      console = session.console
      workspace = session.workspace
      root = session.workspace.root
    } else {
      let variables = Session.processEnvironment
      let early = Console(options, environment: variables)
      root = Self.projectFolder(around: directory)
      let complete = try Session.stepEnvironment(
        Session.userEnvironment(variables, options), in: SourceFolder(root, environment: [:]), console: early)
      console = early.redacting(complete.secrets)
      workspace = SourceFolder(root, environment: complete)
    }
    let top = HostFiles.path(root, from: directory)
    files = HostFiles(
      known: { [workspace] in try workspace.filePaths().map { top?.appending($0) ?? $0 } },
      absence: { path in
        guard let session, let inner = path.below(top) else { return nil }
        return try AbsentFile(inner, in: session.workspace)
      })
    self.top = top
  }

  /// Returns the session of the repository; nil outside of a repository.
  private static func session(_ options: CommandOptions) throws -> Session? {
    do {
      return try Session(options)
    } catch GitError.notARepository {
      return nil
    }
  }

  /// Returns the nearest folder with a Releasefile, from `directory` upwards, or else `directory`.
  private static func projectFolder(around directory: String) -> String {
    var folder = URL(fileURLWithPath: directory).standardizedFileURL
    while true {
      let paths = Releasefile.fileNames.map { folder.appendingPathComponent($0).path }
      if paths.contains(where: FileManager.default.fileExists) { return folder.path }
      guard folder.path != "/" else { return directory }
      folder.deleteLastPathComponent()
    }
  }

  /// Returns the Releasefile; nil when there is none and `--file` was not given.
  func releasefile() throws -> Releasefile? {
    if let session { return try session.releasefile() }
    let source = try Session.releasefileSource(options, directory: directory, in: SourceFolder(root, environment: [:]))
    return try Session.releasefile(source, console: console)
  }

  /// Returns the current project, with the Releasefile that declares its environments.
  ///
  /// - Throws: `Failure.noReleasefile`.
  func draft() throws -> Draft {
    guard let releasefile = try releasefile() else {
      throw Failure.noReleasefile(root: root, options: " --environments")
    }
    if let session { return try session.draft(releasefile) }
    let context = PlanningContext(
      workspace: workspace, versions: ProjectVersion(), answers: NoAnswers(),
      pipeline: try Pipeline.found(in: Session.processEnvironment))
    return Draft(of: context, releasefile: releasefile, laneName: nil)
  }

  /// Returns the path of a file that the command line names.
  ///
  /// - Throws: `Failure.missingFile`.
  func path(of name: String) throws -> RelativePath {
    guard let path = HostFiles.path(name, from: directory), try files.source(at: path) != nil else {
      throw Failure.missingFile(name)
    }
    return path
  }

  /// Returns the path of a folder `X.xcodeproj` that the command line names.
  ///
  /// - Throws: `Failure.missingFile`.
  func projectPath(of name: String) throws -> RelativePath {
    guard let path = HostFiles.path(name, from: directory),
      try path.xcodeProjectFiles.contains(where: { try files.byteCount(at: $0) != nil })
    else { throw Failure.missingFile(name) }
    return path
  }

  /// The loader for `.xcconfig` files.
  var loader: XcconfigLoader { XcconfigLoader(folder: top, top: "") }

  /// Returns the `.xcconfig` files of the project, sorted by bytes.
  func xcconfigs() throws -> [RelativePath] { try files.filePaths().filter { $0.pathExtension == "xcconfig" }.sorted() }

  /// Returns the only project at the smallest depth, because those of examples and libraries are in deeper folders.
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

  /// Returns `path` for display: relative to `top`, if it is below it.
  func shown(_ path: RelativePath) -> RelativePath {
    path.below(top) ?? path
  }

  func shown(_ place: Place) -> Place { Place(path: shown(place.path), line: place.line, column: place.column) }

  /// Returns `diagnostic` with its place for display.
  func shown(_ diagnostic: Diagnostic) -> Diagnostic {
    var diagnostic = diagnostic
    diagnostic.place = diagnostic.place.map(shown)
    return diagnostic
  }

  /// Performs `body`; the paths in its errors are rewritten for display.
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

extension RelativePath {
  /// Returns this path relative to `folder` (nil for the root); nil when it is not below it.
  fileprivate func below(_ folder: RelativePath?) -> RelativePath? {
    guard let folder else { return self }
    guard string.hasPrefix(folder.string + "/") else { return nil }
    return RelativePath(String(string.dropFirst(folder.string.count + 1)))
  }
}

/// The answers outside of a repository, where nothing prompts.
private struct NoAnswers: AnswerSource {
  func answer(to question: Question, problem: (String) -> String?) throws -> String {
    throw AnswerError.missing(question.text, option: "--answer \(question.id)=…")
  }

  func confirms(_ text: String, preview: Plan) -> Bool { false }
}
