import Git
import TextEditing

/// The names of what is exported into a folder: no two of them may be one on a disk that does not tell them apart.
struct ExportedNames {
  private var seen: Set<String> = []
  /// In the order in which they were added.
  private(set) var folders: [[UInt8]] = []

  mutating func addFolder(_ path: [UInt8]) { folders.append(path) }

  /// - Throws: `ExecutionError.collidingNames`.
  mutating func add(_ entry: ExportEntry) throws(ExecutionError) {
    let path = entry.path.last == UInt8(ascii: "/") ? entry.path.dropLast() : entry.path
    let name = String(decoding: path, as: UTF8.self)
    // Swift compares texts as HFS+ does: an é is an é, be it one scalar or two.
    let key = String(validUTF8: path).map(\.foldedCase) ?? path.map { "\($0)." }.joined()
    guard seen.insert(key).inserted else { throw .collidingNames(name) }
    if entry.kind == .folder { folders.append(path) }
  }
}
