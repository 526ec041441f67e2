import Foundation

/// All files below a folder, byte for byte, with their kind and permissions.
struct FolderContents: Equatable {
  /// The bytes by path; for a link, its target.
  private(set) var files: [String: Data] = [:]
  /// Type and permissions by path, folders included.
  private(set) var modes: [String: UInt16] = [:]

  /// - Parameter excluded: Names directly below `path` to skip.
  init(of path: String, excluding excluded: Set<String> = []) throws {
    let manager = FileManager.default
    guard let walker = manager.enumerator(atPath: path) else { return }
    for case let name as String in walker {
      if excluded.contains(name) {
        walker.skipDescendants()
        continue
      }
      let full = "\(path)/\(name)"
      let attributes = try manager.attributesOfItem(atPath: full)
      modes[name] = (attributes[.posixPermissions] as? NSNumber)?.uint16Value
      switch attributes[.type] as? FileAttributeType {
      case FileAttributeType.typeRegular?: files[name] = manager.contents(atPath: full)
      case FileAttributeType.typeSymbolicLink?:
        files[name] = Data(try manager.destinationOfSymbolicLink(atPath: full).utf8)
      default: break
      }
    }
  }

  /// The files that are new, or have other bytes than `before`.
  func changes(since before: FolderContents) -> [String: Data] {
    files.filter { before.files[$0.key] != $0.value }
  }

  /// The deleted files of `before`, in alphabetical order.
  func removals(since before: FolderContents) -> [String] {
    before.files.keys.filter { files[$0] == nil }.sorted()
  }

  /// The permissions that differ from `before`, one per line.
  func modeChanges(since before: FolderContents) -> [String] {
    modes.sorted { $0.key < $1.key }.compactMap { path, mode in
      guard let old = before.modes[path], old != mode else { return nil }
      return "\(path) \(String(old, radix: 8)) \(String(mode, radix: 8))"
    }
  }
}
