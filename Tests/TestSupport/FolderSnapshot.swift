import Foundation

/// The complete state of a folder, for later comparison: contents, permissions, links, empty folders.
package struct FolderSnapshot {
  private enum Entry: Equatable {
    case folder(mode: Int)
    case file(mode: Int, [UInt8])
    case link(to: String)
    case other
  }

  private let entries: [String: Entry]

  /// - Parameter excluded: Paths below the folder to skip, with everything below them.
  package init(of path: String, without excluded: [String] = []) throws {
    var entries: [String: Entry] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
      guard !excluded.contains(where: { name == $0 || name.hasPrefix($0 + "/") }) else { continue }
      entries[name] = try Self.entry(at: "\(path)/\(name)")
    }
    self.entries = entries
  }

  private static func entry(at path: String) throws -> Entry {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
    switch attributes[.type] as? FileAttributeType {
    case .typeDirectory: return .folder(mode: mode)
    case .typeSymbolicLink: return .link(to: try FileManager.default.destinationOfSymbolicLink(atPath: path))
    case .typeRegular: return .file(mode: mode, FileManager.default.contents(atPath: path).map(Array.init) ?? [])
    default: return .other
    }
  }

  /// Added, removed and changed entries since `earlier`, one per line, in the order of the paths.
  package func differences(from earlier: FolderSnapshot) -> [String] {
    Set(entries.keys).union(earlier.entries.keys).sorted().compactMap { name in
      switch (earlier.entries[name], entries[name]) {
      case (nil, _?): "new: \(name)"
      case (_?, nil): "gone: \(name)"
      case (let before, let after): before == after ? nil : "changed: \(name)"
      }
    }
  }
}
