import BuildSettings
import Essentials
import Execution
import Git
import Lanes
import Pipelines
import Steps
import TextEditing

/// Where commands on environments and build settings work: in a repository or in any folder, on files that may be anywhere.
struct SettingsPlace {
  let console: Console
  /// The repository that the command works in; nil when it is in none.
  let session: Session?
  let files: HostFiles
  private let options: CommandOptions
  /// The project's files: those of the repository, otherwise of a folder.
  private let workspace: any WorkspaceReading
  /// The folder that was named, otherwise the current one.
  private let directory: String
  /// The folder that shown paths start from: the repository's, otherwise that of the Releasefile, otherwise the one that was
  /// named.
  private let top: RelativePath?
  /// The same, absolute.
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
      let folder = SourceFolder(root, environment: variables)
      let complete = try Session.environment(variables, of: folder, options, console: early)
      console = early.knowing(complete)
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

  /// The session of the repository that the command works in; nil when it is in none.
  private static func session(_ options: CommandOptions) throws -> Session? {
    do {
      return try Session(options)
    } catch GitError.notARepository {
      return nil
    }
  }

  /// The nearest folder with a Releasefile, from `directory` upwards; `directory` itself where there is none.
  private static func projectFolder(around directory: String) -> String {
    var folder = URL(fileURLWithPath: directory).standardizedFileURL
    while true {
      let paths = Releasefile.fileNames.map { folder.appendingPathComponent($0).path }
      if paths.contains(where: FileManager.default.fileExists) { return folder.path }
      guard folder.path != "/" else { return directory }
      folder.deleteLastPathComponent()
    }
  }

  /// The Releasefile; nil when there is none and none was asked for.
  func releasefile() throws -> Releasefile? {
    if let session { return try session.releasefile() }
    let source = try Session.releasefileSource(options, directory: directory, in: SourceFolder(root, environment: [:]))
    return try Session.releasefile(source, console: console)
  }

  /// The project as it is, with the Releasefile that declares its environments.
  ///
  /// - Throws: `Failure.noReleasefile`.
  func draft() throws -> Draft {
    guard let releasefile = try releasefile() else { throw Failure.noReleasefile(root: root) }
    if let session { return try session.draft(releasefile) }
    let world = World(
      workspace: workspace, versions: ProjectVersion(), answers: NoAnswers(),
      pipeline: try Pipeline.found(in: Session.processEnvironment))
    return Draft(of: world, releasefile: releasefile, laneName: nil)
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

  /// The `.xcconfig` files of the project, in the order of their bytes.
  func xcconfigs() throws -> [RelativePath] { try files.filePaths().filter { $0.pathExtension == "xcconfig" }.sorted() }

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
    path.below(top) ?? path
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

extension RelativePath {
  /// This path as it is read from `folder`, nil for the root; nil when it is not below it.
  fileprivate func below(_ folder: RelativePath?) -> RelativePath? {
    guard let folder else { return self }
    guard string.hasPrefix(folder.string + "/") else { return nil }
    return RelativePath(String(string.dropFirst(folder.string.count + 1)))
  }
}

/// The answers outside of a repository, where nothing is planned that asks.
private struct NoAnswers: Answering {
  func answer(to question: Question, problem: (String) -> String?) throws -> String {
    throw AnswerError.missing(question.text, option: "--answer \(question.id)=…")
  }

  func confirms(_ text: String, preview: Plan) -> Bool { false }
}
