import MartletCore

/// The inputs of planning.
package struct PlanningContext {
  package let workspace: any WorkspaceReading
  package let versions: any VersionReading
  package let answers: any AnswerSource
  /// The CI system that runs Martlet; nil for none.
  package let pipeline: Pipeline?
  package let purpose: PlanningPurpose

  package init(
    workspace: any WorkspaceReading, versions: any VersionReading, answers: any AnswerSource,
    pipeline: Pipeline? = nil, purpose: PlanningPurpose = .run
  ) {
    self.purpose = purpose
    self.workspace = workspace
    self.versions = versions
    self.answers = answers
    self.pipeline = pipeline
  }
}

/// The state of the project at one point of the plan: the workspace with the effects planned so far.
package struct Draft: FileReading {
  package let workspace: any WorkspaceReading
  /// The Releasefile of the project, or of the current package.
  package private(set) var releasefile: Releasefile
  /// The source of answers to a step's questions.
  package internal(set) var answers: any AnswerSource
  /// The CI system that runs Martlet; nil for none.
  package let pipeline: Pipeline?
  package let purpose: PlanningPurpose
  /// The complete Releasefile, even while a package is current.
  let wholeReleasefile: Releasefile
  /// The current package; nil: the project.
  package private(set) var package: PackageDeclaration?
  /// The requested lane; nil for a lane without a name.
  package let laneName: String?
  let versions: any VersionReading
  /// The names of the lane that is being planned.
  var scope = Scope()
  /// The id of the step that is being planned.
  package internal(set) var stepID: String?
  /// Set while the steps of `on_error` are planned.
  var failure: FailureFacts?
  var progress = Progress()
  /// The ids of steps with outputs unknown to a plan that is only shown; their `${…}` names are not replaced.
  var unknownOutputs: Set<String> = []
  /// The new contents of the files that the stage changes.
  private(set) var texts: [RelativePath: SourceText] = [:]
  /// Those that do not exist yet.
  private var created: [RelativePath] = []
  private let cache: WorkspaceCache
  package let inclusions: InclusionCount? = InclusionCount()

  package init(of context: PlanningContext, releasefile: Releasefile, laneName: String?) {
    workspace = context.workspace
    cache = context.workspace.cache
    versions = context.versions
    answers = context.answers
    pipeline = context.pipeline
    purpose = context.purpose
    self.releasefile = releasefile
    wholeReleasefile = releasefile
    self.laneName = laneName
  }

  package func head() throws -> HeadState { try cache.head(of: workspace) }

  /// Returns the remote's commit as of the last fetch or push; nil when it is unknown.
  package func trackedHead(of destination: PushDestination) throws -> ObjectID? {
    try cache.listing(of: destination) { try workspace.trackedHead(of: destination) }
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
    let paths = try cache.filePaths(of: workspace)
    return created.isEmpty ? paths : (paths + created).sorted()
  }

  /// Sets the new contents of a file, which may not exist yet. The files are not listed for that: it needs the git program.
  mutating func write(_ text: SourceText, isNew: Bool) {
    if isNew { created.append(text.path) }
    texts[text.path] = text
  }

  /// False where `filePaths()` has none below `folder`, if that is known without listing the whole project.
  package func mayHaveFiles(below folder: RelativePath) throws -> Bool {
    try texts.keys.contains { $0.string.hasPrefix("\(folder)/") } || workspace.mayHaveFiles(below: folder)
  }

  /// Returns the files that differ from HEAD, without ignored files, in byte order.
  package func changes() throws -> [FileChange] { try cache.changes(of: workspace) }

  /// Returns the existing tags with their targets, without planned ones.
  package func tags() throws -> [String: ObjectID] { try cache.tags(of: workspace) }

  /// Returns the names of the existing tags that begin with `prefix`, in any order.
  package func tagNames(beginningWith prefix: String) throws -> ArraySlice<String> {
    guard !prefix.isEmpty else { return try Array(tags().keys)[...] }
    let names = try cache.listing(of: ListingKey.tagNames) { try tags().keys.sorted { $0.precedesInBytes($1) } }
    let start = names.partitioningIndex { !$0.precedesInBytes(prefix) }
    let end = names[start...].partitioningIndex { !$0.utf8.starts(with: prefix.utf8) }
    return names[start..<end]
  }

  /// Returns the addresses of the remotes, without user names and passwords.
  package func remoteAddresses() throws -> [String] { try cache.remoteAddresses(of: workspace) }

  /// Returns the formats of the existing tags.
  package func tagForms() throws -> TagForms {
    let remotes = (try? remoteAddresses()) ?? []
    let repositories = remotes.compactMap { RemoteAddress($0)?.path.split(separator: "/").last.map(String.init) }
    let names = repositories + [releasefile.project, workspace.folderName].compactMap(\.self)
    return try cache.tagForms(of: workspace, project: Set(names.map { $0.lowercased() })) { commit in
      versions.contents(of: commit, in: self)
    }
  }

  /// Returns the commits of a range, children before parents.
  package func history(of range: CommitRange) throws -> [CommitRecord] { try cache.history(of: range, in: workspace) }

  /// Returns the first of `candidates` from which `commit` descends; nil for none.
  package func firstAncestor(of commit: ObjectID, among candidates: [ObjectID]) throws -> ObjectID? {
    try workspace.firstAncestor(of: commit, among: candidates)
  }

  /// Returns what `derive` finds in the files, tags and version of this draft: once for all drafts that have the same, also
  /// where the lane is planned again.
  package func derived<Value>(_ key: some Hashable, by derive: () throws -> Value) rethrows -> Value {
    let state = WorkspaceCache.State(
      releasefile: wholeReleasefile, texts: texts, version: changedVersion, package: packageName)
    return try cache.value(of: key, in: state, derive: derive)
  }

  /// Returns what `derive` finds in the tags: once for all drafts.
  package func tagged<Value>(_ key: some Hashable, by derive: () throws -> Value) rethrows -> Value {
    try cache.listing(of: key, derive: derive)
  }

  /// Returns what `derive` finds in the paths of the files, without their contents: once for all drafts.
  package func listed<Value>(_ key: some Hashable, by derive: ([RelativePath]) throws -> Value) throws -> Value {
    let paths = try filePaths()
    // Files that a stage creates are not listed for other drafts.
    guard created.isEmpty else { return try derive(paths) }
    return try cache.listing(of: key) { try derive(paths) }
  }

  /// Applies `decision` of the step `id` to the draft.
  ///
  /// - Throws: `Failure.otherSpelling` where git tracks a changed file under another name.
  mutating func apply(_ decision: Decision, id: String?) throws {
    let values = decision.effects.map(\.value)
    if let found = try workspace.misspelling(among: values.flatMap(\.changedPaths)) {
      throw Failure.otherSpelling(found.path, tracked: found.tracked)
    }
    progress.effects += decision.effects
    for value in values { try value.apply(to: &self) }
    if let version = decision.version {
      let previous = changedVersion.map(\.previous) ?? version.previous
      progress.versions[packageName] = VersionState(previous: previous, current: version.current)
    }
    if decision.isBuildUnknown { progress.packagesWithUnknownBuild.insert(packageName) }
    if let breaks = decision.interfaceBreaks { progress.interfaceBreaks[packageName] = breaks }
    if let id { progress.outputs[id, default: [:]].merge(decision.outputs) { $1 } }
    progress.secrets.merge(decision.secrets) { $1 }
    progress.keptTags += decision.keptTags
  }

  /// Throws for a file in a git directory. The path of a new file is checked again before it is written.
  static func checkOutsideGit(_ path: String, _ destination: String) throws(Failure) {
    guard !GitFolderName.isPart(of: path), !GitFolderName.isPart(of: destination) else {
      throw .inGitDirectory(path, destination: destination)
    }
  }

  /// Makes the package `name` the current one, as if it were the whole project; nil: selects the project.
  package mutating func focus(onPackage name: String?) {
    package = name.flatMap(wholeReleasefile.package(named:))
    releasefile = package.map(wholeReleasefile.focused(on:)) ?? wholeReleasefile
  }

  /// The name of the current package; empty: the project.
  var packageName: String { package?.name ?? "" }

  /// The breaking changes of the public interface since the last release; nil when it was not compared.
  package var interfaceBreaks: [String]? { progress.interfaceBreaks[packageName] }

  /// Records the outcomes of the performed effects. From here on, files are read from disk.
  mutating func proceed(after outcomes: Outcomes) {
    (texts, created) = ([:], [])
    cache.clear()
    progress.performedCount = progress.effects.count
    progress.commits.merge(outcomes.compactMapValues(\.commit)) { $1 }
    progress.artifacts.merge(outcomes.compactMapValues(\.artifacts)) { $1 }
    for file in outcomes.sorted(by: { $0.key < $1.key }).flatMap({ $0.value.files ?? [] }) {
      if progress.uncommitted[file.path] == .unknown { progress.uncommitted[file.path] = file.contents }
    }
  }

  /// Records that the lane has failed: its performed effects were undone, and the planned ones are dropped.
  mutating func fail(_ failure: FailureFacts) {
    self.failure = failure
    (texts, created) = ([:], [])
    cache.clear()
    progress.performedCount = progress.effects.count
    progress.droppedCount = progress.effects.count
    progress.uncommitted = [:]
    progress.keptTags = []
    progress.artifacts = [:]
  }
}

/// What drafts list once.
private enum ListingKey: Hashable { case tagNames }

/// The progress of a run through all its stages.
struct Progress: Sendable {
  /// In the order of their entries.
  var effects: [Effect] = []
  /// The number of performed effects, whose results are on disk.
  var performedCount = 0
  /// The number of effects that were undone or dropped because of a failure.
  var droppedCount = 0
  /// The files that the run has written and not committed yet, with their contents.
  var uncommitted: [RelativePath: CommittedFile.Contents] = [:]
  /// The names of existing tags that are as the run would have created them.
  var keptTags: [String] = []
  /// By the name of the package; empty: the project.
  var versions: [String: VersionState] = [:]
  /// The packages whose new build number a plan that is only shown cannot have.
  var packagesWithUnknownBuild: Set<String> = []
  /// The breaking changes of the public interface, by the name of the package.
  var interfaceBreaks: [String: [String]] = [:]
  /// By the step's id and the output's name.
  var outputs: [String: [String: String]] = [:]
  var secrets: [String: Secret] = [:]
  /// The created commits, by the number of their entry.
  var commits: [Int: ObjectID] = [:]
  /// The files that commands and archives made for a release, by the number of their entry.
  var artifacts: [Int: [Artifact]] = [:]
}

/// The version of a project before and after a run.
package struct VersionState: Hashable, Sendable, Codable {
  /// Nil when the project had none.
  package let previous: Version?
  package let current: Version

  package init(previous: Version?, current: Version) {
    self.previous = previous
    self.current = current
  }
}

extension Failure {
  /// git tracks the file under another name that is the same file on this disk.
  static func otherSpelling(_ path: RelativePath, tracked: RelativePath) -> Failure {
    path.string == tracked.string
      ? Failure(
        "`\(path)` is spelled with decomposed characters, expected the composed ones that git tracks",
        hint: "write the name with composed characters (Unicode NFC)")
      : Failure(
        "`\(path)` is tracked by git as `\(tracked)`, which is the same file on this disk",
        hint: "use `\(tracked)` in the Releasefile")
  }

  /// A step would write to a git directory; `destination` is `path` with links resolved.
  static func inGitDirectory(_ path: String, destination: String) -> Failure {
    Failure(
      "`\(path)` \(path == destination ? "is" : "leads to `\(destination)`,") in a git directory, expected a file of the work tree"
    )
  }
}
