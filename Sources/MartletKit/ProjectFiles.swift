import MartletCore
import MartletManifests

/// The files of a project, from any source: a disk, an archive, memory.
///
/// Paths are relative to the project's folder, with `/` between their components. Files are read when needed, possibly
/// several times; their contents must not change.
public struct ProjectFiles: Sendable {
  private let paths: [RelativePath]
  private let bytes: @Sendable (String) throws -> [UInt8]?

  /// Creates the files at `paths`, read by `bytes`.
  ///
  /// - Parameters:
  ///   - paths: The candidates for manifests and inclusions of `.xcconfig` files. Use the output of `git ls-files`, so
  ///     that files outside the project are not treated as manifests.
  ///   - bytes: Returns the bytes of the file at any path; nil if there is none.
  /// - Throws: ``MartletError`` for a path that is absolute, empty, or outside the folder.
  public init(
    _ paths: some Sequence<String>, bytes: @escaping @Sendable (String) throws -> [UInt8]?
  ) throws(MartletError) {
    self.paths = Set(try paths.map(RelativePath.init(named:))).sorted()
    self.bytes = bytes
  }

  /// Creates files from bytes in memory, by path.
  ///
  /// - Throws: ``MartletError`` for a path that is absolute, empty, or outside the folder, and for two paths of one
  ///   file.
  public init(_ contents: [String: [UInt8]]) throws(MartletError) {
    var texts: [String: [UInt8]] = [:]
    for (name, bytes) in contents.sorted(by: { $0.key < $1.key }) {
      let path = try RelativePath(named: name)
      guard texts.updateValue(bytes, forKey: path.string) == nil else {
        throw MartletError("two files have the path `\(path)`, expected one")
      }
    }
    let files = texts
    try self.init(files.keys) { files[$0] }
  }
}

extension ProjectFiles: FileReading {
  /// Returns the text of a file.
  ///
  /// - Throws: `ManifestError.notEditable` with the error of the closure or the decoder.
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
  /// - Throws: `MartletError` for a path that is absolute, empty, or outside the folder.
  init(named name: String) throws(MartletError) {
    guard let path = RelativePath(name) else {
      throw MartletError(
        "`\(name)` is not a path below the project's folder, expected one such as `Sources/Version.swift`")
    }
    self = path
  }
}
