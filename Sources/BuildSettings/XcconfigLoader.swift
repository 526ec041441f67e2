import TextEditing

/// Reads `.xcconfig` files with all that they include, each file once.
///
/// The rules are those of swiftlang/swift-build (`SWBCore/MacroConfigFileLoader.swift`). Files outside the root of all
/// paths, also those below `<DEVELOPER_DIR>`, cannot be seen from here; their inclusion is passed over in silence. A
/// name that is found nowhere is looked for without regard to case, because that is how a Mac's disk would find it.
package struct XcconfigLoader {
  /// What a file and its inclusions come to.
  package struct Loaded: Sendable {
    /// In the order in which they count: a later one is stronger. A file that is included twice is here twice.
    package fileprivate(set) var assignments: [Assignment] = []
    package fileprivate(set) var problems: [BuildSettingsProblem] = []
    /// The files that were read, in that order, each once.
    package fileprivate(set) var files: [SourceText] = []
    fileprivate var inclusionCount = 0
  }

  /// How many inclusions one file may come to; without an end, files that include others twice grow without one.
  static let inclusionLimit = 2_000
  private static let depthLimit = 100

  private let root: RelativePath?
  private var parsed: [RelativePath: Xcconfig] = [:]
  /// All paths by their lower-case form, once they were needed.
  private var spellings: [String: RelativePath]?

  /// - Parameter root: The folder of the project; nil for the root of all paths.
  package init(root: RelativePath? = nil) {
    self.root = root
  }

  /// The assignments of the file at `path`; nil when there is no such file.
  ///
  /// - Throws: what `files` throws for this file; an inclusion that cannot be read is a problem of the result.
  package mutating func load(_ path: RelativePath, in files: some FileReading) throws -> Loaded? {
    guard let file = try xcconfig(at: path, in: files) else { return nil }
    var loaded = Loaded()
    include(file, openedBy: [], in: files, into: &loaded)
    return loaded
  }

  /// What `inclusion`, a statement of `file`, brings in; nothing when it cannot be read.
  mutating func load(_ inclusion: Xcconfig.Inclusion, of file: Xcconfig, in files: some FileReading) -> Loaded {
    var loaded = Loaded()
    try? include(inclusion, openedBy: [file.source.path], in: files, into: &loaded)
    return loaded
  }

  /// - Parameter includers: The files whose inclusions led to `file`, the nearest last.
  private mutating func include(
    _ file: Xcconfig, openedBy includers: [RelativePath], in files: some FileReading, into loaded: inout Loaded
  ) {
    let path = file.source.path
    if !loaded.files.contains(where: { $0.path == path }) { loaded.files.append(file.source) }
    let open = includers + [path]
    for statement in file.statements {
      switch statement {
      case .assignment(let assignment): loaded.assignments.append(assignment)
      case .problem(let problem): loaded.problems.append(problem)
      case .inclusion(let inclusion):
        do {
          try include(inclusion, openedBy: open, in: files, into: &loaded)
        } catch {
          let error = error as? BuildSettingsError ?? .unreadableFile(inclusion.name)
          loaded.problems.append(BuildSettingsProblem(error, at: inclusion.span, of: file.source))
        }
      }
    }
  }

  private mutating func include(
    _ inclusion: Xcconfig.Inclusion, openedBy open: [RelativePath], in files: some FileReading,
    into loaded: inout Loaded
  ) throws {
    guard let other = try target(of: inclusion, from: open, in: files) else { return }
    loaded.inclusionCount += 1
    guard loaded.inclusionCount <= Self.inclusionLimit, open.count < Self.depthLimit else {
      throw BuildSettingsError.tooManyInclusions
    }
    include(other, openedBy: open, in: files, into: &loaded)
  }

  /// The file that is meant; nil when it is none of ours, or missing and optional.
  private mutating func target(
    of inclusion: Xcconfig.Inclusion, from open: [RelativePath], in files: some FileReading
  ) throws -> Xcconfig? {
    guard !inclusion.name.hasPrefix("/"), !inclusion.name.hasPrefix("<") else { return nil }
    for path in candidates(for: inclusion.name, from: open) {
      guard !open.contains(path) else { throw BuildSettingsError.cyclicInclusion(path) }
      if let file = try xcconfig(at: path, in: files) { return file }
    }
    guard !inclusion.isOptional else { return nil }
    for path in candidates(for: inclusion.name, from: open) {
      guard let path = try spelling(of: path, in: files) else { continue }
      guard !open.contains(path) else { throw BuildSettingsError.cyclicInclusion(path) }
      if let file = try xcconfig(at: path, in: files) { return file }
    }
    throw BuildSettingsError.missingFile(inclusion.name)
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

  /// Where a relative name is looked for: beside the including file, beside those that included it, the nearest first,
  /// and from the project's folder; in each as it is and, if it has no extension at all, with `.xcconfig`.
  private func candidates(for name: String, from open: [RelativePath]) -> some Sequence<RelativePath> {
    let names = name.hasExtension ? [name] : [name, name + ".xcconfig"]
    let folders = open.reversed().map(\.parent) + [root]
    return folders.lazy.flatMap { folder in names.lazy.compactMap { RelativePath($0, in: folder) } }
  }

  private mutating func xcconfig(at path: RelativePath, in files: some FileReading) throws -> Xcconfig? {
    if let known = parsed[path] { return known }
    let file = try files.source(at: path).map { Xcconfig($0) }
    parsed[path] = file
    return file
  }
}

extension String {
  /// Whether something follows a dot in the last part of the path.
  fileprivate var hasExtension: Bool {
    let name = split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return false }
    return name.index(after: dot) != name.endIndex
  }
}
