import Git
import MartletCore

/// The names in an exported folder. No two of them may be the same on a disk that ignores case or composition.
struct ExportedNames {
  private var seen: Set<String> = []
  /// The folders in the order in which they were added.
  private(set) var folders: [[UInt8]] = []

  mutating func addFolder(_ path: [UInt8]) { folders.append(path) }

  /// - Throws: `ExecutionError.collidingNames`.
  mutating func add(_ entry: ExportEntry) throws(ExecutionError) {
    let path = entry.path.last == UInt8(ascii: "/") ? entry.path.dropLast() : entry.path
    let name = String(decoding: path, as: UTF8.self)
    // Like HFS+, Swift treats composed and decomposed letters as equal.
    let key = String(validUTF8: path).map(\.foldedCase) ?? path.map { "\($0)." }.joined()
    guard seen.insert(key).inserted else { throw .collidingNames(name) }
    if entry.kind == .folder { folders.append(path) }
  }
}

extension ExecutionError {
  /// Two names that are the same on some disks; this is the second one.
  static func collidingNames(_ path: String) -> ExecutionError {
    .failed(
      Failure(
        "the path `\(path)` is refused: on some disks it is the same as another path of the tree",
        hint: "write a tar archive, or leave it out with `--exclude '/\(path)'`"))
  }
}
