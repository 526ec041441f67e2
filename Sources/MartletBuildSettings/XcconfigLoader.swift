import MartletCore

/// Reads `.xcconfig` files with everything that they include, each file once.
///
/// The rules are those of swiftlang/swift-build (`SWBCore/MacroConfigFileLoader.swift`). Files outside the root of all
/// paths, and those below `<DEVELOPER_DIR>`, cannot be read; their inclusion is skipped. If no file has the exact name,
/// the search ignores case, because a Mac's disk would find it.
package struct XcconfigLoader {
  /// The result of loading a file with its inclusions.
  package struct Loaded: Sendable {
    /// An inclusion, and the file that contains it.
    package struct UnreadInclusion: Sendable {
      package let inclusion: Xcconfig.Inclusion
      package let source: SourceText

      /// The problem to report for it.
      package var problem: BuildSettingsProblem {
        BuildSettingsProblem(.outsideProject(inclusion.name), at: inclusion.span, of: source)
      }
    }

    /// In order of strength, weakest first. A file that is included twice is here twice.
    package fileprivate(set) var assignments: [Assignment] = []
    /// Each once, even if its file is included several times.
    package fileprivate(set) var problems: [BuildSettingsProblem] = []
    /// The files that were read, in that order, each once.
    package fileprivate(set) var files: [SourceText] = []
    /// Inclusions whose files cannot be read here.
    package fileprivate(set) var unreadInclusions: [UnreadInclusion] = []
    /// Whether every included file was read: none unread, and no optional file missing.
    package fileprivate(set) var isWhole = true
    fileprivate var inclusionCount = 0
    fileprivate var hasTooMany = false
    fileprivate var paths: Set<RelativePath> = []
    fileprivate var reported: Set<Problem> = []
  }

  /// The identity of a problem.
  fileprivate struct Problem: Hashable {
    let error: BuildSettingsError
    let path: RelativePath
    let start: Int
  }

  /// A file that is being read.
  private struct Visit {
    let file: Xcconfig
    let identity: RelativePath
    /// The file at the root of the inclusions.
    let outermost: RelativePath
    /// The search folders: beside the file, then beside the files that include it, the nearest first; each once.
    let folders: [RelativePath?]
    var next = 0
  }

  /// The limit for one file; without it, files that include others twice grow exponentially.
  static let assignmentLimit = 500_000

  private let inclusions = InclusionCount()

  /// The last place to search for names.
  private enum Root {
    case project(RelativePath?)
    /// The folder of the nearest project around the outermost file; `otherwise` without a project.
    case nearest(otherwise: RelativePath?)
  }

  private let root: Root
  private let top: String?
  private var parsed: [RelativePath: Xcconfig?] = [:]
  /// All paths by their lower-case form, computed when first needed.
  private var spellings: [String: RelativePath]?
  /// The folders that contain Xcode projects, computed when first needed.
  private var projectFolders: Set<RelativePath?>?

  /// Creates a loader for the files of one project.
  ///
  /// - Parameters:
  ///   - root: The folder of the project; nil for the root of all paths.
  ///   - top: The location of the root of all paths, to resolve absolute names: empty for the machine's own root.
  package init(root: RelativePath?, top: String? = nil) {
    self.root = .project(root)
    self.top = top
  }

  /// Creates a loader for files of the nearest project around each of them.
  ///
  /// - Parameter folder: The folder for files outside any project; nil for the root of all paths.
  package init(folder: RelativePath? = nil, top: String? = nil) {
    root = .nearest(otherwise: folder)
    self.top = top
  }

  /// Loads the file at `path`; nil when there is no such file.
  ///
  /// - Throws: The errors of `files` for this file; an inclusion that cannot be read is a problem of the result.
  package mutating func load(_ path: RelativePath, in files: some FileReading) throws -> Loaded? {
    guard let file = try xcconfig(at: path, in: files) else { return nil }
    var loaded = Loaded()
    read([visit(file, in: files, after: nil)], in: files, into: &loaded)
    return loaded
  }

  /// Loads `inclusion`, a statement of `file`; empty when it cannot be read.
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
          let count = files.inclusions ?? inclusions
          loaded.hasTooMany = !count.add(loaded.inclusionCount, ofDistinct: loaded.paths.count)
        } catch {
          let error = error as? BuildSettingsError ?? .unreadableFile(inclusion.name)
          loaded.report(BuildSettingsProblem(error, at: inclusion.span, of: source))
        }
      }
      guard !loaded.hasTooMany, loaded.assignments.count <= Self.assignmentLimit else {
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

  /// Returns the included file; nil when it is outside the project, or missing and optional.
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
    if candidates == nil {
      loaded.unreadInclusions.append(Loaded.UnreadInclusion(inclusion: inclusion, source: visit.file.source))
    }
    guard let candidates, !inclusion.isOptional else { return nil }
    let absences = try candidates.compactMap(files.absence)
    // The tool that creates the file is a better explanation than the fact that git ignores it.
    let known = absences.first { if case .ignored = $0 { false } else { true } }
    guard let absence = known ?? absences.first else { throw BuildSettingsError.missingFile(inclusion.name) }
    throw BuildSettingsError.absentFile(inclusion.name, absence)
  }

  /// Returns the path of a file that differs from `path` only in case.
  private mutating func spelling(of path: RelativePath, in files: some FileReading) throws -> RelativePath? {
    let known =
      try spellings
      ?? Dictionary(
        files.filePaths().map { ($0.string.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    spellings = known
    return known[path.string.lowercased()]
  }

  /// Returns the candidate paths: in each of `folders` as written and, without an extension, with `.xcconfig`. An
  /// absolute name has one candidate. Nil when that place cannot be read.
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

  /// Returns the folder of the project that the file at `path` belongs to.
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
    // A link is another name of the file, which is edited once.
    let file = try files.source(at: files.identity(of: path)).map { Xcconfig($0) }
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
  /// Returns the folders `X.xcodeproj` among all files, in byte order.
  package func xcodeProjects() throws -> [RelativePath] {
    Set(try filePaths().compactMap(\.xcodeProject)).sorted()
  }
}

extension RelativePath {
  /// The folder `X.xcodeproj` of a project file; nil for other files.
  package var xcodeProject: RelativePath? { isXcodeProjectFile && parent?.pathExtension == "xcodeproj" ? parent : nil }

  /// The project files that this folder may have: one in JSON, which Xcode 27 reads first, and a property list.
  package var xcodeProjectFiles: [RelativePath] { Self.xcodeProjectNames.compactMap { RelativePath($0, in: self) } }

  /// Whether it has the name of a project file of Xcode.
  package var isXcodeProjectFile: Bool { Self.xcodeProjectNames.contains(lastComponent) }

  /// Whether it has the name of a project file in JSON.
  package var isXcodeProjectJSON: Bool { lastComponent == Self.xcodeProjectNames[0] }

  private static let xcodeProjectNames = ["project.xcproj", "project.pbxproj"]
}
