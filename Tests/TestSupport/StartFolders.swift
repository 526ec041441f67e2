import Foundation

/// Folders that many tests begin with: each is made once in a process, and copied for every test.
package final class StartFolders: @unchecked Sendable {
  /// Making one folder may copy another.
  private let lock = NSRecursiveLock()
  private var folders: [String: TemporaryFolder] = [:]

  /// They are removed when the process ends.
  private static let shared: StartFolders = {
    atexit { StartFolders.shared.lock.withLock { StartFolders.shared.folders.removeAll() } }
    return StartFolders()
  }()

  /// A copy of the folder with that name, which `make` fills the first time. The configurations of its repositories contain
  /// the path of the copy in place of that of the original.
  package static func copy(
    of name: String, in parent: String? = nil, make: (TemporaryFolder) throws -> Void
  ) throws -> TemporaryFolder {
    let copy = try TemporaryFolder(in: parent)
    // git stores properties of the disk in a new repository.
    guard parent == nil else {
      try make(copy)
      return copy
    }
    let original = try shared.folder(name, make: make)
    for item in try FileManager.default.contentsOfDirectory(atPath: original.path) {
      try FileManager.default.copyItem(atPath: "\(original.path)/\(item)", toPath: "\(copy.path)/\(item)")
      for configuration in ["\(item)/.git/config", "\(item)/config"] {
        guard let text = copy.read(configuration), text.contains(original.path) else { continue }
        try copy.write(configuration, text.replacing(original.path, with: copy.path))
      }
    }
    return copy
  }

  private func folder(_ name: String, make: (TemporaryFolder) throws -> Void) throws -> TemporaryFolder {
    try lock.withLock {
      if let folder = folders[name] { return folder }
      let folder = try TemporaryFolder()
      try make(folder)
      folders[name] = folder
      return folder
    }
  }
}
