import MartletCore

/// The entries of the index, as one `git ls-files` prints them. They are valid while the index is the same file.
final class ListedIndex {
  /// Such as `H 100644 1a2b3c… 0<tab>path`, in byte order of the paths, except where git ignores case.
  let lines: [ArraySlice<UInt8>]
  /// Nil if there was no index, or it changed while git read it.
  private let file: FileState?

  /// Those of conflicts as well, without those whose paths are not UTF-8.
  private(set) lazy var entries = lines.compactMap { IndexEntry($0) }
  private lazy var byPath = Dictionary(entries.map { ($0.path, $0) }) { first, _ in first }

  init(_ lines: [ArraySlice<UInt8>], of file: FileState?) { (self.lines, self.file) = (lines, file) }

  /// Returns the entry at `path`, the first of a conflict; nil when git does not track it.
  func entry(at path: RelativePath) -> IndexEntry? { byPath[path.string] }

  func isValid(for file: FileState?) -> Bool { file != nil && file == self.file }
}

extension Repository {
  /// Returns the entries of the index.
  func listedIndex() throws(GitError) -> ListedIndex {
    if let knownIndex, knownIndex.isValid(for: try indexState()) { return knownIndex }
    return try list([]).index
  }

  /// Returns the entries of the index, and the names of the files that are neither tracked nor ignored; the name of a nested
  /// repository ends with a slash.
  func listedFiles() throws(GitError) -> (index: ListedIndex, untracked: [ArraySlice<UInt8>]) {
    try list(["--others", "--exclude-standard"])
  }

  private func list(
    _ options: [String]
  ) throws(GitError) -> (index: ListedIndex, untracked: [ArraySlice<UInt8>]) {
    let file = try indexState()
    let result = try GitQuery(self).result(of: ["ls-files", "--stage", "-v", "-z"] + options)
    guard result.succeeded else { throw .unreadableIndex(reason: result.lastErrorLine) }
    var (lines, untracked): ([ArraySlice<UInt8>], [ArraySlice<UInt8>]) = ([], [])
    for line in result.output.split(separator: 0) {
      if line.starts(with: "? ".utf8) { untracked.append(line.dropFirst(2)) } else { lines.append(line) }
    }
    let index = ListedIndex(lines, of: try indexState() == file ? file : nil)
    knownIndex = index
    return (index, untracked)
  }

  private func indexState() throws(GitError) -> FileState? { try FileState(of: "\(gitDirectory)/index") }
}
