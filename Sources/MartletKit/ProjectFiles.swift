import Manifests
import TextEditing

/// The files of a project, wherever their bytes come from: a disk, an archive, a memory.
///
/// Paths are those below the project's folder, with `/` between their parts. Nothing is read before it is needed, and the
/// same file may be asked for more than once: it has to be the same each time.
public struct ProjectFiles: Sendable {
  private let paths: [RelativePath]
  private let bytes: @Sendable (String) throws -> [UInt8]?

  /// The files at `paths`, as `bytes` gives them.
  ///
  /// - Parameters:
  ///   - paths: Where manifests are looked for, and what `.xcconfig` files can include. `git ls-files` lists what a
  ///     project is made of; whatever else lies around is nobody's manifest.
  ///   - bytes: The bytes of the file at one of `paths` or another; nil when there is none.
  /// - Throws: ``MartletError`` for a path that is absolute, empty, or leads out of the folder.
  public init(
    _ paths: some Sequence<String>, bytes: @escaping @Sendable (String) throws -> [UInt8]?
  ) throws(MartletError) {
    self.paths = Set(try paths.map(RelativePath.init(named:))).sorted()
    self.bytes = bytes
  }

  /// Files that are held in memory, by path.
  ///
  /// - Throws: ``MartletError`` for a path that is absolute, empty, or leads out of the folder, and for two of one file.
  public init(_ contents: [String: [UInt8]]) throws(MartletError) {
    var texts: [String: [UInt8]] = [:]
    for (name, bytes) in contents.sorted(by: { $0.key < $1.key }) {
      let path = try RelativePath(named: name)
      guard texts.updateValue(bytes, forKey: path.string) == nil else {
        throw MartletError("two files are named `\(path)`, expected one")
      }
    }
    let files = texts
    try self.init(files.keys) { files[$0] }
  }
}

extension ProjectFiles: FileReading {
  /// The text of a file.
  ///
  /// - Throws: `ManifestError.notEditable` with what the closure or the encoding says.
  package func source(at path: RelativePath) throws -> SourceText? {
    do {
      return try bytes(path.string).map { try SourceText(path: path, fileBytes: $0) }
    } catch {
      throw ManifestError.notEditable(path, problem: "cannot be read: \(error)", hint: nil)
    }
  }

  /// All files in byte order.
  package func filePaths() -> [RelativePath] { paths }
}

extension RelativePath {
  /// - Throws: `MartletError` for a path that is absolute, empty, or leads out of the folder.
  init(named name: String) throws(MartletError) {
    guard let path = RelativePath(name) else {
      throw MartletError(
        "`\(name)` is no path below the project's folder, expected one such as `Sources/Version.swift`")
    }
    self = path
  }
}
