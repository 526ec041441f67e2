/// The files of a project, current or with planned changes: read-only, by path from the root.
package protocol FileReading {
  /// Returns the text of the file at `path`; nil if there is none, or it may not be read as a text file of the project.
  ///
  /// - Throws: An I/O error, or a `TextError` for a file that is not text.
  func source(at path: RelativePath) throws -> SourceText?

  /// Returns all tracked and untracked files in byte order, without ignored files and without the contents of
  /// submodules and nested repositories.
  func filePaths() throws -> [RelativePath]

  /// Returns the size of the file at `path` in bytes, without reading it where possible; nil if there is none.
  func byteCount(at path: RelativePath) throws -> Int?

  /// Returns the path after following links; `path` itself if that is unknown.
  func identity(of path: RelativePath) -> RelativePath

  /// Resolves `name` in `folder`, nil for the root. A `..` follows links as every program does: after a link it is the
  /// parent of the link's target.
  ///
  /// - Returns: nil if it leaves the root, is absolute, or is the root itself.
  func path(of name: String, in folder: RelativePath?) -> RelativePath?

  /// Returns why a clone of the project does not have the file at `path`; nil without an explanation.
  func absence(of path: RelativePath) throws -> AbsentFile?

  /// Counts inclusions of all files together; nil: each reader counts its own.
  var inclusions: InclusionCount? { get }
}

/// How often files were included again that had been included many times.
///
/// Files that include others twice grow exponentially, and a project can have any number of such files, so the limit is one
/// for all of them.
package final class InclusionCount {
  private static let limit = 10_000
  private var excess = 0

  package init() {}

  /// Counts one more inclusion by a file.
  ///
  /// - Parameters:
  ///   - count: All inclusions by the file so far, also by those that it includes.
  ///   - distinct: The number of different files among them.
  /// - Returns: false above the limit.
  package func add(_ count: Int, ofDistinct distinct: Int) -> Bool {
    guard count > 4 * distinct + 100 else { return true }
    excess += 1
    return excess <= Self.limit
  }
}

/// The reason why a fresh clone of a project does not have a file.
package enum AbsentFile: Hashable, Sendable {
  /// `pod install` creates it.
  case pods
  case submodule(RelativePath)
  /// git ignores the path.
  case ignored(RelativePath)
}

extension FileReading {
  package func byteCount(at path: RelativePath) throws -> Int? { try source(at: path)?.bytes.count }

  package func identity(of path: RelativePath) -> RelativePath { path }

  package func path(of name: String, in folder: RelativePath?) -> RelativePath? { RelativePath(name, in: folder) }

  package func absence(of path: RelativePath) throws -> AbsentFile? { nil }

  package var inclusions: InclusionCount? { nil }
}
