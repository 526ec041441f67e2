import Archiving
import MartletCore

/// Walks a tree in git's order and returns the exported entries, as `git archive` does (archive.c). A folder is
/// returned before the first file or link in it, even if that is left out by `export-ignore`; a folder without any is
/// not exported.
///
/// It must be used on one thread. Its memory depends only on the depth of the tree and the size of its folders.
package final class ExportWalk {
  /// A folder that is being walked.
  private struct Frame {
    let source: Int
    /// The rest of its entries.
    var tree: ArraySlice<TreeObject.Entry>
    let id: ObjectID
    /// The path with a slash at its end, from the top of the export, without the prefix; empty at the top.
    let path: [UInt8]
    /// The length of the part of `path` that is the submodule's path.
    let offset: Int
    let attributes: AttributeStack
    var isEmitted: Bool
  }

  package let subject: ExportSubject
  private let options: ExportOptions
  private let pathspec: Pathspec
  private let excludes: [PathRule]
  private var sources: [ExportSource]
  private var frames: [Frame] = []
  private var emitted: [ExportEntry] = []
  private var substitution: Substitution
  /// The paths of the submodules that were left out.
  package private(set) var skippedSubmodules: [String] = []

  /// - Throws: `GitError.badPathspec`, `.noMatch` for a path that is not in the tree, and read errors.
  package init(_ subject: ExportSubject, in repository: Repository, _ options: ExportOptions) throws(GitError) {
    self.subject = subject
    self.options = options
    let source = try ExportSource(repository)
    sources = [source]
    pathspec = try Pathspec(options.paths)
    excludes = options.excludes.map { PathRule(Array($0.utf8), ignoresCase: source.ignoresCase) }
    substitution = Substitution(of: subject.commit, in: repository)
    let root = subject.tree
    if !pathspec.isEmpty { try checkPathspec(root) }
    let tree = try source.tree(root)
    frames = [
      Frame(
        source: 0, tree: tree, id: root, path: [], offset: 0, attributes: try source.attributes(of: tree),
        isEmitted: true)
    ]
    if options.prefix.hasSuffix("/") {
      var prefix = Array(options.prefix.utf8)
      while prefix.count > 1, prefix[prefix.count - 2] == .slash { prefix.removeLast() }
      emitted = [
        ExportEntry(path: prefix, kind: .folder, id: root, isText: nil, treatment: .unchanged, origin: 0)
      ]
    }
  }

  /// The repositories of the entries, by their `origin`; it grows during the walk.
  package var origins: [ExportOrigin] { sources.map(\.origin) }

  /// Returns the next entry; nil at the end.
  package func next() throws(GitError) -> ExportEntry? {
    while emitted.isEmpty {
      guard let entry = nextInTree() else { return nil }
      try emit(entry)
    }
    return emitted.removeFirst()
  }

  /// Returns the next entry of the innermost folder that has one, and enters folders.
  private func nextInTree() -> TreeObject.Entry? {
    while !frames.isEmpty {
      let last = frames.count - 1
      if let entry = frames[last].tree.popFirst() { return entry }
      frames.removeLast()
    }
    return nil
  }

  private func emit(_ entry: TreeObject.Entry) throws(GitError) {
    let frame = frames[frames.count - 1]
    let source = sources[frame.source]
    var path = frame.path + entry.name
    if let problem = SafeName.problem(with: entry.name, entry.kind) {
      throw .unsafePath(String(decoding: path, as: UTF8.self), reason: problem)
    }
    let isFolder = entry.kind == .folder || entry.kind == .submodule
    if isFolder { path.append(.slash) }
    guard !excludes.contains(where: { $0.matches(PathRule.Subject(path[...]), below: []) }) else { return }
    switch entry.kind {
    case .folder: guard pathspec.canMatch(below: path[...]) else { return }
    case .file, .link, .submodule: guard pathspec.matches(path[...]) || isInMatchedSubmodule(path) else { return }
    }
    let attributes = frame.attributes.attributes(of: path[frame.offset...])
    guard attributes["export-ignore"] != .on else {
      // git adds a folder to the archive when it finds anything but a folder in it, ignored or not.
      if entry.kind != .folder { emitFolders() }
      return
    }
    switch entry.kind {
    case .folder: try enter(entry, path, frame)
    case .submodule: try emitSubmodule(entry, path, frame)
    case .link:
      emit(
        ExportEntry(
          path: prefixed(path), kind: .link, id: entry.id, isText: source.isText(attributes["diff"]),
          treatment: .unchanged, origin: frame.source))
    case .file(let isExecutable):
      emit(
        ExportEntry(
          path: prefixed(path), kind: .file(isExecutable: isExecutable), id: entry.id,
          isText: source.isText(attributes["diff"]), treatment: try treatment(entry, path, attributes, frame),
          origin: frame.source))
    }
  }

  /// Returns whether a pathspec named the submodule that contains `path`.
  private func isInMatchedSubmodule(_ path: [UInt8]) -> Bool {
    guard let frame = frames.last, frame.offset > 0 else { return false }
    return pathspec.matches(path[..<frame.offset])
  }

  /// Adds `entry` after the folders above it.
  private func emit(_ entry: ExportEntry) {
    emitFolders()
    emitted.append(entry)
  }

  /// Adds the folders above that were not added yet.
  private func emitFolders() {
    for index in frames.indices where !frames[index].isEmitted {
      frames[index].isEmitted = true
      let frame = frames[index]
      emitted.append(
        ExportEntry(
          path: prefixed(frame.path), kind: .folder, id: frame.id, isText: nil, treatment: .unchanged,
          origin: frame.source))
    }
  }

  private func prefixed(_ path: [UInt8]) -> [UInt8] {
    options.prefix.isEmpty ? path : Array(options.prefix.utf8) + path
  }

  private func enter(_ entry: TreeObject.Entry, _ path: [UInt8], _ frame: Frame) throws(GitError) {
    guard frames.count < TreeObject.maximumDepth else { throw .tooDeep(entry.id) }
    let source = sources[frame.source]
    let tree = try located(path) { () throws(GitError) in try source.tree(entry.id) }
    var attributes = frame.attributes
    if let file = try located(path, { () throws(GitError) in try source.attributeFile(in: tree) }) {
      attributes.append(file, in: path[frame.offset...].dropLast())
    }
    frames.append(
      Frame(
        source: frame.source, tree: tree, id: entry.id, path: path, offset: frame.offset, attributes: attributes,
        isEmitted: false))
  }

  private func emitSubmodule(_ entry: TreeObject.Entry, _ path: [UInt8], _ frame: Frame) throws(GitError) {
    let name = String(decoding: path.dropLast(), as: UTF8.self)
    emit(
      ExportEntry(
        path: prefixed(path), kind: .folder, id: entry.id, isText: nil, treatment: .unchanged, origin: frame.source))
    switch options.submodules {
    case .error: throw .submoduleInTree(name)
    case .skip: skippedSubmodules.append(name)
    case .include:
      let owner = sources[frame.source]
      let repository = try owner.repository.submodule(
        at: String(decoding: path[frame.offset...].dropLast(), as: UTF8.self), having: entry.id)
      let source = try ExportSource(repository)
      let subject = try repository.exportSubject(entry.id, named: name)
      let root = subject.tree
      let tree = try source.tree(root)
      sources.append(source)
      frames.append(
        Frame(
          source: sources.count - 1, tree: tree, id: root, path: path, offset: path.count,
          attributes: try source.attributes(of: tree), isEmitted: true))
    }
  }

  private func treatment(
    _ entry: TreeObject.Entry, _ path: [UInt8], _ attributes: [String: AttributeState], _ frame: Frame
  ) throws(GitError) -> ExportEntry.Treatment {
    let source = sources[frame.source]
    let conversion = try source.policy.conversion(of: path, attributes)
    // Placeholders are expanded only for the exported commit, not for submodules.
    guard attributes["export-subst"] == .on, subject.commit != nil, frame.source == 0 else {
      return conversion.map(ExportEntry.Treatment.converted) ?? .unchanged
    }
    let bytes = try located(path) { () throws(GitError) in try source.reader.bytes(of: entry.id, .blob) }
    let converted = try conversion?.applied(to: bytes, of: entry.id, at: path) ?? bytes
    return .given(try substitution.applied(to: converted, at: path))
  }

  /// git reports a pathspec without a match before it writes anything.
  private func checkPathspec(_ root: ObjectID) throws(GitError) {
    let source = sources[0]
    var search = pathspec.search
    var folders: [(id: ObjectID, path: [UInt8])] = [(root, [])]
    while search.missing != nil, let folder = folders.popLast() {
      for entry in try located(folder.path, { () throws(GitError) in try source.tree(folder.id) }) {
        let path = folder.path + entry.name
        switch entry.kind {
        case .folder where pathspec.canMatch(below: (path + [.slash])[...]): folders.append((entry.id, path + [.slash]))
        case .folder: break
        case .submodule: search.markMatched((path + [.slash])[...])
        case .file, .link: search.markMatched(path[...])
        }
      }
    }
    if let missing = search.missing { throw .noMatch(missing) }
  }
}

/// Runs `work`, and adds `path` to an error about a missing object.
func located<Result>(_ path: [UInt8], _ work: () throws(GitError) -> Result) throws(GitError) -> Result {
  do throws(GitError) {
    return try work()
  } catch {
    guard case .missingObject(let id, nil, let isPartial) = error else { throw error }
    throw .missingObject(id, path: String(decoding: path, as: UTF8.self), isPartialClone: isPartial)
  }
}
