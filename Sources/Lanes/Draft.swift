import Pipelines
import TextEditing
import Versioning

/// All that planning may look at or ask.
package struct World {
  package let workspace: any WorkspaceReading
  package let versions: any VersionReading
  package let answers: any Answering
  /// The CI system that runs us; nil for none.
  package let pipeline: Pipeline?

  package init(
    workspace: any WorkspaceReading, versions: any VersionReading, answers: any Answering, pipeline: Pipeline? = nil
  ) {
    self.workspace = workspace
    self.versions = versions
    self.answers = answers
    self.pipeline = pipeline
  }
}

/// The project as it would be by now: the world, and on it what the effects planned so far would have done.
package struct Draft: FileReading {
  package let workspace: any WorkspaceReading
  /// How the project is released; while a package is looked at, how that is.
  package private(set) var releasefile: Releasefile
  /// Who answers what a step has to ask.
  package internal(set) var answers: any Answering
  /// The CI system that runs us; nil for none.
  package let pipeline: Pipeline?
  /// The whole Releasefile, whatever is looked at.
  private let wholeReleasefile: Releasefile
  /// The package that is looked at; nil: the project.
  package private(set) var package: PackageDeclaration?
  /// The lane that was asked for; nil for a lane without a name.
  let laneName: String?
  let versions: any VersionReading
  /// The names of the lane that is being planned.
  var scope = Scope()
  /// What `${steps.ID.…}` calls the step that is being planned.
  package internal(set) var stepID: String?
  /// Set while the steps of `on_error` are planned.
  var failure: FailureFacts?
  var progress = Progress()
  /// The steps whose output a plan that is only shown cannot know, by their id: where it is asked for stands what asks.
  var unknownOutputs: Set<String> = []
  private var texts: [RelativePath: SourceText] = [:]
  /// What the world was found to hold while this stage is planned.
  private var glance = Glance()

  package init(of world: World, releasefile: Releasefile, laneName: String?) {
    workspace = world.workspace
    versions = world.versions
    answers = world.answers
    pipeline = world.pipeline
    self.releasefile = releasefile
    wholeReleasefile = releasefile
    self.laneName = laneName
  }

  package func source(at path: RelativePath) throws -> SourceText? {
    try texts[path] ?? workspace.source(at: path)
  }

  package func byteCount(at path: RelativePath) throws -> Int? {
    try texts[path]?.bytes.count ?? workspace.byteCount(at: path)
  }

  package func identity(of path: RelativePath) -> RelativePath { workspace.identity(of: path) }

  package func path(of name: String, in folder: RelativePath?) -> RelativePath? {
    workspace.path(of: name, in: folder)
  }

  package func filePaths() throws -> [RelativePath] {
    let paths = try glance.filePaths(of: workspace)
    guard !texts.isEmpty else { return paths }
    let created = Set(texts.keys).subtracting(paths)
    return created.isEmpty ? paths : (paths + created).sorted()
  }

  /// False where `filePaths()` has none below `folder`, as far as that can be told without looking through the whole project.
  package func mayHaveFiles(below folder: RelativePath) throws -> Bool {
    try texts.keys.contains { $0.string.hasPrefix("\(folder)/") } || workspace.mayHaveFiles(below: folder)
  }

  /// What tags there are, and what each leads to, without those that are planned.
  package func tags() throws -> [String: ObjectID] { try glance.tags(of: workspace) }

  /// Does to the draft what `decision` of the step called `id` would do to the world.
  ///
  /// - Throws: `Failure.otherSpelling` where a commit of the changed files would have a second name for one of them.
  mutating func apply(_ decision: Decision, id: String?) throws {
    if let found = try workspace.misspelling(among: decision.effects.flatMap(\.changedPaths)) {
      throw Failure.otherSpelling(found.path, tracked: found.tracked)
    }
    for effect in decision.effects {
      progress.effects.append(effect)
      switch effect {
      case .writeFile(let write):
        try checkOutsideGit(write.path.string, identity(of: write.path).string)
        texts[write.path] = try SourceText(path: write.path, fileBytes: write.contents)
        // What is written below `Pods`, say, must not come into a commit by that.
        if try !workspace.isIgnored(write.path) { progress.uncommitted[write.path] = .bytes(write.digestAfter) }
      case .createCommit(let commit): for path in commit.paths { progress.uncommitted[path] = nil }
      case .runCommand(let run):
        for path in run.outputs {
          try checkOutsideGit(path.string, path.string)
          progress.uncommitted[path] = .unknown
        }
      case .writeArchive(let archive):
        if let path = archive.path, let top = archive.top, !path.hasPrefix("/") { try checkOutsideGit(path, top) }
      case .createTag, .pushRefs, .showMessage, .release: break
      }
    }
    if let version = decision.version {
      let previous = changedVersion.map(\.previous) ?? version.previous
      progress.versions[packageName] = VersionState(previous: previous, current: version.current)
    }
    if let breaks = decision.interfaceBreaks { progress.interfaceBreaks[packageName] = breaks }
    if let id { progress.outputs[id, default: [:]].merge(decision.outputs) { $1 } }
    progress.secrets.merge(decision.secrets) { $1 }
    progress.keptTags += decision.keptTags
  }

  /// No step writes into a git directory. Where a new file gets to, the disk is asked again before it is written.
  private func checkOutsideGit(_ path: String, _ destination: String) throws(Failure) {
    guard !GitFolderName.isPart(of: path), !GitFolderName.isPart(of: destination) else {
      throw .inGitDirectory(path, destination: destination)
    }
  }

  /// Looks at the package called `name` from here on, as if it were all of the project; nil: at the whole project.
  package mutating func focus(onPackage name: String?) {
    package = name.flatMap(wholeReleasefile.package(named:))
    releasefile = package.map(wholeReleasefile.focused(on:)) ?? wholeReleasefile
  }

  /// The name of the package that is looked at; empty: the project.
  var packageName: String { package?.name ?? "" }

  /// What the public interface has lost since the last release; nil when it was not compared.
  package var interfaceBreaks: [String]? { progress.interfaceBreaks[packageName] }

  /// Takes note of what performing the effects so far has brought about: from here on the disk tells what files hold.
  mutating func proceed(after result: StageResult) {
    texts = [:]
    glance = Glance()
    progress.performedCount = progress.effects.count
    progress.commits.merge(result.commits) { $1 }
    for file in result.files.sorted(by: { $0.key < $1.key }).flatMap(\.value) {
      if progress.uncommitted[file.path] == .unknown { progress.uncommitted[file.path] = file.contents }
    }
  }

  /// Takes note that the lane has failed: what it did was taken back, and what it planned will not be done.
  mutating func fail(_ failure: FailureFacts) {
    self.failure = failure
    texts = [:]
    glance = Glance()
    progress.performedCount = progress.effects.count
    progress.droppedCount = progress.effects.count
    progress.uncommitted = [:]
    progress.keptTags = []
  }
}

/// What a run has come to, through all its stages.
struct Progress: Sendable {
  /// In the order of their entries.
  var effects: [Effect] = []
  /// How many of them are done: what came of these, the disk tells.
  var performedCount = 0
  /// How many of them a failure has undone, or kept from being done.
  var droppedCount = 0
  /// The files that the run wrote and did not commit yet, and what each holds.
  var uncommitted: [RelativePath: CommittedFile.Contents] = [:]
  /// The names of tags that were there already, as the run would have made them.
  var keptTags: [String] = []
  /// By the name of the package; empty: the project.
  var versions: [String: VersionState] = [:]
  /// What the public interface has lost, by the name of the package.
  var interfaceBreaks: [String: [String]] = [:]
  /// By the step's id and the output's name.
  var outputs: [String: [String: String]] = [:]
  var secrets: [String: Secret] = [:]
  /// The commits that were made, by the number of their entry.
  var commits: [Int: ObjectID] = [:]
}

/// The version of a project before and after what a run does to it.
package struct VersionState: Hashable, Sendable, Codable {
  /// Nil when the project had none.
  package let previous: Version?
  package let current: Version

  package init(previous: Version?, current: Version) {
    self.previous = previous
    self.current = current
  }
}

/// What performing a stage brought about that its plan could not know.
package struct StageResult: Sendable {
  /// By the number of their entry.
  package var commits: [Int: ObjectID] = [:]
  /// What captured commands wrote, by the number of their entry.
  package var outputs: [Int: String] = [:]
  /// What exports have written, by the number of their entry.
  package var archives: [Int: ArchiveResult] = [:]
  /// The published releases, by the number of their entry.
  package var releases: [Int: ReleaseResult] = [:]
  /// The declared outputs of commands, as each command left them, by the number of their entry.
  package var files: [Int: [CommittedFile]] = [:]

  package init() {}
}

extension Failure {
  /// git tracks the file under another name, which the disk does not tell from this one.
  static func otherSpelling(_ path: RelativePath, tracked: RelativePath) -> Failure {
    path.string == tracked.string
      ? Failure(
        "`\(path)` is spelled with decomposed characters, expected the composed ones that git tracks",
        hint: "write the name with composed characters (Unicode NFC)")
      : Failure(
        "`\(path)` is tracked by git as `\(tracked)`, and this disk does not tell the two names apart",
        hint: "write `\(tracked)` where the Releasefile names the file")
  }

  /// A step would write a file in a git directory, by this path; `destination` is where links lead from there.
  static func inGitDirectory(_ path: String, destination: String) -> Failure {
    Failure(
      "`\(path)` \(path == destination ? "is" : "leads to `\(destination)`,") in a git directory, expected a file of the work tree"
    )
  }
}
