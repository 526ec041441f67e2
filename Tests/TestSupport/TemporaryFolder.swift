import Foundation

/// A new folder on disk, removed with its contents when this object is released.
package final class TemporaryFolder {
  /// Without links and without a trailing slash.
  package let path: String

  /// An empty folder below `parent`, or below the folder for temporary files.
  package init(in parent: String? = nil) throws {
    let parent = parent ?? FileManager.default.temporaryDirectory.path
    let folder = "\(parent)/martlet-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    path = Self.realPath(of: folder)
  }

  /// `path` without links. Foundation's own functions keep `/var` on macOS, which is a link to `/private/var`.
  package static func realPath(of path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file, replacing an existing one, and creates its folders.
  package func write(_ name: String, _ bytes: [UInt8]) throws {
    let url = URL(fileURLWithPath: path).appendingPathComponent(name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  /// Writes a text in UTF-8.
  package func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

  /// Adds a text at the end of a file.
  package func append(_ text: String, to name: String) throws { try write(name, (read(name) ?? "") + text) }

  /// The bytes of a file; nil if there is none.
  package func bytes(of name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: "\(path)/\(name)").map(Array.init)
  }

  /// The text of a file in UTF-8; nil if there is none.
  package func read(_ name: String) -> String? { bytes(of: name).map { String(decoding: $0, as: UTF8.self) } }

  /// Whether there is a file or folder with that name.
  package func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(path)/\(name)") }

  /// Removes a file, or a folder with its contents.
  package func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(path)/\(name)") }

  /// Creates a folder and its parents.
  package func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
  }

  /// Creates a symbolic link `name` to the literal `destination`.
  package func link(_ name: String, to destination: String) throws {
    try FileManager.default.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: destination)
  }

  /// Sets the permissions, such as `0o755`.
  package func setMode(_ mode: Int, of name: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: "\(path)/\(name)")
  }

  /// Writes an executable shell script.
  package func writeScript(_ name: String, _ lines: String) throws {
    try write(name, "#!/bin/sh\n\(lines)\n")
    try setMode(0o755, of: name)
  }
}
