import MartletCore

extension Repository {
  /// Returns the first of `paths` that git tracks under another spelling, where the disk treats both as the same; nil
  /// for none.
  ///
  /// Such a disk ignores case (`core.ignorecase`) or the composition of letters (`core.precomposeunicode`). It finds a
  /// file under any spelling, but a commit would get a second entry beside the tracked one. Folders above a file count
  /// as well.
  package func misspelling(
    among paths: [RelativePath]
  ) throws(GitError) -> (path: RelativePath, tracked: RelativePath)? {
    let ignoresCase = configurationFlag("core.ignorecase") == true
    guard ignoresCase || configurationFlag("core.precomposeunicode") == true, !paths.isEmpty else { return nil }
    var spellings = TrackedSpellings(of: paths, ignoringCase: ignoresCase)
    for entry in try listedIndex().entries { spellings.add(entry.path) }
    for path in paths {
      if let tracked = spellings.tracked(for: path), tracked != path { return (path, tracked) }
    }
    return nil
  }
}

/// The spellings in git of some paths and their folders.
private struct TrackedSpellings {
  private let ignoresCase: Bool
  /// The spellings by the folded path of a file or folder. Equal keys are equal as text, not byte by byte.
  private var spellings: [String: Set<RelativePath>] = [:]
  /// The folded first components of the paths.
  private let roots: Set<String>

  init(of paths: [RelativePath], ignoringCase ignoresCase: Bool) {
    self.ignoresCase = ignoresCase
    func fold(_ text: String) -> String { ignoresCase ? text.foldedCase : text }
    roots = Set(paths.compactMap { $0.components.first.map { fold(String($0)) } })
    for path in paths {
      for folder in sequence(first: path, next: \.parent) { spellings[fold(folder.string)] = [] }
    }
  }

  /// Adds a tracked file.
  mutating func add(_ name: String) {
    guard let root = name.utf8.split(separator: .slash, maxSplits: 1).first,
      roots.contains(fold(String(Substring(root)))),
      let path = RelativePath(name)
    else { return }
    for part in sequence(first: path, next: \.parent) { spellings[fold(part.string)]?.insert(part) }
  }

  /// Returns `path` in git's spelling, for as many components as git tracks; nil for none.
  func tracked(for path: RelativePath) -> RelativePath? {
    for part in sequence(first: path, next: \.parent) {
      guard let known = spellings[fold(part.string)], let tracked = known.min() else { continue }
      if known.contains(part) { return path }
      let rest = path.string.utf8.dropFirst(part.string.utf8.count + 1)
      return RelativePath(String(Substring(rest))).map { tracked.appending($0) } ?? tracked
    }
    return nil
  }

  private func fold(_ text: String) -> String { ignoresCase ? text.foldedCase : text }
}
