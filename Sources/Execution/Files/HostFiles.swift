import MartletCore
import SystemAPI

/// The files of the whole machine, read only. Paths start at its root.
///
/// For reports on files that need not be in a repository, and that may include files outside it.
package struct HostFiles: FileReading {
  package let inclusions: InclusionCount? = InclusionCount()
  private let disk = Disk(root: "")
  private let list: List
  private let explain: (RelativePath) throws -> AbsentFile?

  /// The listed files, computed on first use.
  private final class List {
    let find: () throws -> [RelativePath]
    lazy var paths = Result { try find() }

    init(_ find: @escaping () throws -> [RelativePath]) { self.find = find }
  }

  /// - Parameters:
  ///   - known: Returns the files for `filePaths()`: a machine has too many files to list them all.
  ///   - absence: Returns the reason why a file is missing in a clone.
  package init(
    known: @escaping () throws -> [RelativePath] = { [] },
    absence: @escaping (RelativePath) throws -> AbsentFile? = { _ in nil }
  ) {
    list = List(known)
    explain = absence
  }

  package func source(at path: RelativePath) throws -> SourceText? {
    try disk.contents(at: path).map { try SourceText(ofFile: path, $0) }
  }

  package func absence(of path: RelativePath) throws -> AbsentFile? { try explain(path) }

  package func byteCount(at path: RelativePath) throws -> Int? { try disk.byteCount(at: path) }

  package func identity(of path: RelativePath) -> RelativePath { (try? disk.destination(of: path)) ?? path }

  package func path(of name: String, in folder: RelativePath?) -> RelativePath? { disk.path(of: name, in: folder) }

  package func filePaths() throws -> [RelativePath] { try list.paths.get() }

  /// Returns `path` as read from the folder `directory`, with the links of the folder resolved; nil when it cannot be
  /// the path of a file.
  package static func path(_ path: String, from directory: String) -> RelativePath? {
    guard let folder = try? SystemFile.realPath(of: directory) else { return nil }
    let location = path.hasPrefix("/") ? path : "\(folder)/\(path)"
    return RelativePath(String(location.drop { $0 == "/" }), in: nil)
  }
}
