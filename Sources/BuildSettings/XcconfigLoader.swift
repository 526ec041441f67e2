import TextEditing

/// Reads `.xcconfig` files with all that they include, each file once.
///
/// The rules are those of swiftlang/swift-build (`SWBCore/MacroConfigFileLoader.swift`). Files outside the root of all
/// paths, and those below `<DEVELOPER_DIR>`, cannot be seen from here; their inclusion is passed over. A name that is
/// found nowhere is looked for without regard to case, because that is how a Mac's disk would find it.
package struct XcconfigLoader {
  /// What a file and its inclusions come to.
  package struct Loaded: Sendable {
    /// An inclusion, and the file that it stands in.
    package struct Unseen: Sendable {
      package let inclusion: Xcconfig.Inclusion
      package let source: SourceText

      /// What a report says about it.
      package var problem: BuildSettingsProblem {
        BuildSettingsProblem(.outsideProject(inclusion.name), at: inclusion.span, of: source)
      }
    }

    /// In the order in which they count: a later one is stronger. A file that is included twice is here twice.
    package fileprivate(set) var assignments: [Assignment] = []
    /// Each once, however often its file is included.
    package fileprivate(set) var problems: [BuildSettingsProblem] = []
    /// The files that were read, in that order, each once.
    package fileprivate(set) var files: [SourceText] = []
    /// Inclusions that lead where nothing can be seen from here.
    package fileprivate(set) var unseen: [Unseen] = []
    /// Whether everything that is included is here: nothing unseen, and no optional file missing.
    package fileprivate(set) var isWhole = true
    fileprivate var inclusionCount = 0
    fileprivate var paths: Set<RelativePath> = []
    fileprivate var reported: Set<Problem> = []
  }

  /// What tells one problem from another.
  fileprivate struct Problem: Hashable {
    let error: BuildSettingsError
    let path: RelativePath
    let start: Int
  }

  /// A file that is being read.
  private struct Visit {
    let file: Xcconfig
    let identity: RelativePath
    /// The file that nothing includes.
    let outermost: RelativePath
    /// Where names are looked for: beside the file, then beside those that included it, the nearest first; each once.
    let folders: [RelativePath?]
    var next = 0
  }

  /// How much one file may come to; without an end, files that include others twice grow without one.
  static let inclusionLimit = 50_000
  static let assignmentLimit = 500_000

  /// Where names are looked for at last.
  private enum Root {
    case project(RelativePath?)
    /// The folder of the nearest project around the outermost file; this one where there is none.
    case nearest(otherwise: RelativePath?)
  }

  private let root: Root
  private let top: String?
  private var parsed: [RelativePath: Xcconfig?] = [:]
  /// All paths by their lower-case form, once they were needed.
  private var spellings: [String: RelativePath]?
  /// The folders that Xcode projects lie in, once they were needed.
  private var projectFolders: Set<RelativePath?>?

  /// A loader for the files of one project.
  ///
  /// - Parameters:
  ///   - root: The folder of the project; nil for the root of all paths.
  ///   - top: Where the root of all paths is, so that absolute names can be found: empty for the machine's own root.
  package init(root: RelativePath?, top: String? = nil) {
    self.root = .project(root)
    self.top = top
  }

  /// A loader for files of whatever project is the nearest around each of them.
  ///
  /// - Parameter folder: Stands for the project's folder where a file lies in none; nil for the root of all paths.
  package init(folder: RelativePath? = nil, top: String? = nil) {
    root = .nearest(otherwise: folder)
    self.top = top
  }

  /// The assignments of the file at `path`; nil when there is no such file.
  ///
  /// - Throws: what `files` throws for this file; an inclusion that cannot be read is a problem of the result.
  package mutating func load(_ path: RelativePath, in files: some FileReading) throws -> Loaded? {
    guard let file = try xcconfig(at: path, in: files) else { return nil }
    var loaded = Loaded()
    read([visit(file, in: files, after: nil)], in: files, into: &loaded)
    return loaded
  }

  /// What `inclusion`, a statement of `file`, brings in; nothing when it cannot be read.
  mutating func load(_ inclusion: Xcconfig.Inclusion, of file: Xcconfig, in files: some FileReading) -> Loaded {
    var loaded = Loaded()
    let outer = visit(file, in: files, after: nil)
    if let other = try? target(of: inclusion, from: outer, open: [outer.identity], in: files, &loaded) {
      // The including file stays open, with nothing left to read in it.
      var done = outer
      done.next = file.statements.count
      read([done, visit(other, in: files, after: outer)], in: files, into: &loaded)
    }
    return loaded
  }

  /// Reads the innermost file of `visits` to its end, then those around it.
  private mutating func read(_ visits: [Visit], in files: some FileReading, into loaded: inout Loaded) {
    var visits = visits
    var open = Set(visits.map(\.identity))
    visits.last.map { loaded.note($0.file.source) }
    while let visit = visits.last {
      guard visit.next < visit.file.statements.count else {
        open.remove(visit.identity)
        visits.removeLast()
        continue
      }
      visits[visits.count - 1].next += 1
      let source = visit.file.source
      switch visit.file.statements[visit.next] {
      case .assignment(let assignment): loaded.assignments.append(assignment)
      case .problem(let problem): loaded.report(problem)
      case .inclusion(let inclusion):
        do {
          guard let other = try target(of: inclusion, from: visit, open: open, in: files, &loaded) else { continue }
          loaded.inclusionCount += 1
          visits.append(self.visit(other, in: files, after: visit))
          open.insert(visits[visits.count - 1].identity)
          loaded.note(other.source)
        } catch {
          let error = error as? BuildSettingsError ?? .unreadableFile(inclusion.name)
          loaded.report(BuildSettingsProblem(error, at: inclusion.span, of: source))
        }
      }
      guard loaded.inclusionCount <= Self.inclusionLimit, loaded.assignments.count <= Self.assignmentLimit else {
        return loaded.report(BuildSettingsProblem(.tooManyInclusions, at: 0..<0, of: source))
      }
    }
  }

  private func visit(_ file: Xcconfig, in files: some FileReading, after outer: Visit?) -> Visit {
    let path = file.source.path
    let outerFolders = outer?.folders ?? []
    let folders =
      outerFolders.first == path.parent ? outerFolders : [path.parent] + outerFolders.filter { $0 != path.parent }
    return Visit(
      file: file, identity: files.identity(of: path), outermost: outer?.outermost ?? path, folders: folders)
  }

  /// The file that is meant; nil when it is none of ours, or missing and optional.
  private mutating func target(
    of inclusion: Xcconfig.Inclusion, from visit: Visit, open: Set<RelativePath>, in files: some FileReading,
    _ loaded: inout Loaded
  ) throws -> Xcconfig? {
    var candidates = candidates(for: inclusion.name, in: visit.folders, of: files)
    for path in candidates ?? [] {
      if let file = try xcconfig(at: path, open: open, in: files) { return file }
    }
    let project = try projectFolder(around: visit.outermost, in: files)
    let others = self.candidates(for: inclusion.name, in: [project], of: files)
    for path in others ?? [] {
      if let file = try xcconfig(at: path, open: open, in: files) { return file }
    }
    if let others { candidates = (candidates ?? []) + others }
    for path in candidates ?? [] {
      guard let path = try spelling(of: path, in: files) else { continue }
      if let file = try xcconfig(at: path, open: open, in: files) { return file }
    }
    loaded.isWhole = false
    if candidates == nil { loaded.unseen.append(Loaded.Unseen(inclusion: inclusion, source: visit.file.source)) }
    guard let candidates, !inclusion.isOptional else { return nil }
    let absences = try candidates.compactMap(files.absence)
    // What makes the file says more than that git ignores it.
    let known = absences.first { if case .ignored = $0 { false } else { true } }
    guard let absence = known ?? absences.first else { throw BuildSettingsError.missingFile(inclusion.name) }
    throw BuildSettingsError.absentFile(inclusion.name, absence)
  }

  /// The path of a file that differs from `path` in case alone.
  private mutating func spelling(of path: RelativePath, in files: some FileReading) throws -> RelativePath? {
    let known =
      try spellings
      ?? Dictionary(
        files.filePaths().map { ($0.string.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    spellings = known
    return known[path.string.lowercased()]
  }

  /// Where a name is looked for: in `folders`, in each as it is and, if it has no extension at all, with `.xcconfig`. An
  /// absolute name is looked for in one place. Nil when nothing can be seen there.
  private func candidates(
    for name: String, in folders: [RelativePath?], of files: some FileReading
  ) -> [RelativePath]? {
    let names = name.fileExtension.isEmpty ? [name, name + ".xcconfig"] : [name]
    guard !name.hasPrefix("<DEVELOPER_DIR>") else { return nil }
    guard name.hasPrefix("/") else {
      let paths = folders.flatMap { folder in names.compactMap { files.path(of: $0, in: folder) } }
      return paths.isEmpty && !name.isEmpty ? nil : paths
    }
    guard let top, name.hasPrefix(top + "/") else { return nil }
    return names.compactMap { RelativePath(String($0.dropFirst(top.count + 1)), in: nil) }
  }

  /// The folder of the project that the file at `path` belongs to.
  private mutating func projectFolder(around path: RelativePath, in files: some FileReading) throws -> RelativePath? {
    let other: RelativePath?
    switch root {
    case .project(let folder): return folder
    case .nearest(otherwise: let folder): other = folder
    }
    let folders = try projectFolders ?? Set(files.xcodeProjects().map(\.parent))
    projectFolders = folders
    var folder = path.parent
    while let inner = folder, !folders.contains(inner) { folder = inner.parent }
    return folders.contains(folder) ? folder : other
  }

  private mutating func xcconfig(
    at path: RelativePath, open: Set<RelativePath>, in files: some FileReading
  ) throws -> Xcconfig? {
    guard let file = try xcconfig(at: path, in: files) else { return nil }
    guard !open.contains(files.identity(of: path)) else { throw BuildSettingsError.cyclicInclusion(path) }
    return file
  }

  private mutating func xcconfig(at path: RelativePath, in files: some FileReading) throws -> Xcconfig? {
    if let known = parsed[path] { return known }
    let file = try files.source(at: path).map { Xcconfig($0) }
    parsed[path] = .some(file)
    return file
  }
}

extension XcconfigLoader.Loaded {
  fileprivate mutating func note(_ source: SourceText) {
    if paths.insert(source.path).inserted { files.append(source) }
  }

  fileprivate mutating func report(_ problem: BuildSettingsProblem) {
    let key = XcconfigLoader.Problem(
      error: problem.error, path: problem.source.path, start: problem.span.lowerBound)
    if reported.insert(key).inserted { problems.append(problem) }
  }
}

extension FileReading {
  /// The folders `X.xcodeproj` among all files, in the order of their bytes.
  package func xcodeProjects() throws -> [RelativePath] {
    try filePaths().filter { $0.lastComponent == "project.pbxproj" && $0.parent?.pathExtension == "xcodeproj" }
      .compactMap(\.parent).sorted()
  }
}
