import Essentials
import Libc
import TextEditing
import Versioning

/// The folder of one run below the git directory: its journal, and copies of what the run replaces, so that taking it
/// back needs no git.
struct RunFolder: Sendable {
  let id: RunID
  let path: String
  /// Whether what gives way is kept, to be put back later.
  let keepsCopies: Bool

  /// - Parameter store: The folder that holds all runs.
  init(_ id: RunID, in store: String) {
    self.id = id
    path = "\(store)/\(id)"
    keepsCopies = true
  }

  /// Of a run that leaves no record: there is no such folder.
  init(leavingNoRecord id: RunID) {
    self.id = id
    path = ""
    keepsCopies = false
  }

  var journalPath: String { "\(path)/journal.jsonl" }

  /// Makes the folder, for this user alone.
  func make() throws(ExecutionError) {
    for folder in [path, "\(path)/before"] where mkdir(folder, 0o700) != 0 {
      let code = lastSystemError
      // The outer one is empty, or not ours.
      if folder != path { rmdir(path) }
      throw .cannotWrite(folder, code: code)
    }
    DiskSync.wait(forNamesIn: [path.parentFolder])
  }

  /// Removes the folder with all that is in it.
  func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// What a copy is of.
  enum Original: String {
    case file, index
    /// What an archive, or its checksum, takes the place of.
    case archive, checksum
  }

  /// The list of the paths that the copies of files belong to, so that they can be restored without a journal.
  private var listPath: String { "\(path)/before/paths" }

  /// Adds to the list that the copy before `entry` is of the file at `path`.
  func list(_ path: RelativePath, before entry: Int) throws(ExecutionError) {
    do throws(SystemError) {
      try Disk.append(Array("\(entry).\(Original.file.rawValue) \(path)\n".utf8), to: listPath)
    } catch {
      throw .cannotWrite(listPath, code: error.code)
    }
  }

  /// The copies of files, as absolute paths, with the paths that they belong to.
  var copiedPaths: [CopiedFile] {
    let lines = (try? Disk.contents(of: listPath))?.split(separator: .lineFeed) ?? []
    return lines.compactMap { line in
      let parts = String(decoding: line, as: UTF8.self).split(separator: " ", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      return CopiedFile(copy: "\(path)/before/\(parts[0])", path: String(parts[1]))
    }
  }

  /// Keeps `bytes` as they were before `entry`: they and their name are on the disk when this returns.
  func keep(_ bytes: [UInt8], of original: Original, before entry: Int) throws(ExecutionError) {
    try put(bytes, of: original, before: entry)
    try synchronise([copyPath(of: original, before: entry)])
  }

  /// Writes what `keep` keeps, without waiting for the disk.
  func put(_ bytes: [UInt8], of original: Original, before entry: Int) throws(ExecutionError) {
    let copy = copyPath(of: original, before: entry)
    // An earlier attempt at the same entry may have left one.
    unlink(copy)
    do {
      try Disk.create(copy, holding: bytes)
    } catch {
      throw .cannotWrite(copy, code: error.code)
    }
  }

  /// Waits until the disk has what is in `copies`, files of this folder, and their names.
  func synchronise(_ copies: [String]) throws(ExecutionError) {
    guard !copies.isEmpty else { return }
    do {
      let list = access(listPath, F_OK) == 0 ? [listPath] : []
      try DiskSync.wait(forFilesAt: copies + list, andNamesIn: ["\(path)/before"])
    } catch {
      throw .cannotWrite("\(path)/before", code: error.code)
    }
  }

  /// Whether anything has been kept: then the run had a plan, and has begun to follow it.
  var hasCopies: Bool {
    (try? FileManager.default.contentsOfDirectory(atPath: "\(path)/before").isEmpty) == false
  }

  /// What was kept, if it still is what was kept; nil when it is not.
  func copy(of original: Original, before entry: Int, expecting digest: ContentDigest) -> [UInt8]? {
    guard let bytes = try? Disk.contents(of: copyPath(of: original, before: entry)), ContentDigest(of: bytes) == digest
    else { return nil }
    return bytes
  }

  /// Where the copy of something that is too large for memory goes.
  func copyPath(of original: Original, before entry: Int) -> String {
    "\(path)/before/\(entry).\(original.rawValue)"
  }
}

/// The copy of a file as it was before a run wrote it.
package struct CopiedFile: Hashable, Sendable {
  /// The absolute path of the copy.
  package let copy: String
  /// The path of the file, from the root of the working tree.
  package let path: String
}
