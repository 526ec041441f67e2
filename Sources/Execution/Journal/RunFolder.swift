import MartletCore
import SystemAPI

/// The folder of one run below the git directory. It contains the journal and copies of replaced files, so that undoing
/// does not depend on git.
struct RunFolder: Sendable {
  let id: RunID
  let path: String
  /// Whether replaced files are kept, to be restored later.
  let keepsCopies: Bool

  /// - Parameter store: The folder that holds all runs.
  init(_ id: RunID, in store: String) {
    self.id = id
    path = "\(store)/\(id)"
    keepsCopies = true
  }

  /// The folder of a run that leaves no record; it does not exist.
  init(leavingNoRecord id: RunID) {
    self.id = id
    path = ""
    keepsCopies = false
  }

  var journalPath: String { "\(path)/journal.jsonl" }

  /// An empty file that is as old as the run.
  private var startPath: String { "\(path)/start" }

  /// Creates the folder, readable for this user only.
  func make() throws(ExecutionError) {
    for folder in [path, "\(path)/before"] where mkdir(folder, 0o700) != 0 {
      let code = lastSystemError
      // `rmdir` removes the outer folder only if it is empty.
      if folder != path { rmdir(path) }
      throw .cannotWrite(folder, code: code)
    }
    do throws(SystemError) {
      try Disk.create(startPath, holding: [])
    } catch {
      throw .cannotWrite(startPath, code: error.code)
    }
    DiskSync.wait(forNamesIn: [path.parentFolder])
  }

  /// Removes the folder with its contents.
  func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Whether the file at an absolute path has not been changed since before the run began.
  func isOlder(_ file: String) -> Bool {
    var (status, start) = (stat(), stat())
    guard stat(file, &status) == 0, stat(startPath, &start) == 0 else { return false }
    return changeTime(of: status) < changeTime(of: start)
  }

  /// The kind of a kept file.
  enum Original: String {
    case file, index
    /// What an archive or its checksum file replaces.
    case archive, checksum
  }

  /// The file with the paths of all copies, so that they can be restored without a journal.
  private var listPath: String { "\(path)/before/paths" }

  /// Adds the path of the copy before `entry` to the list.
  func list(_ path: RelativePath, before entry: Int) throws(ExecutionError) {
    do throws(SystemError) {
      try Disk.append(Array("\(entry).\(Original.file.rawValue) \(path)\n".utf8), to: listPath)
    } catch {
      throw .cannotWrite(listPath, code: error.code)
    }
  }

  /// The copies of files, with the paths of the originals.
  var copiedPaths: [CopiedFile] {
    let lines = (try? Disk.contents(of: listPath))?.split(separator: .lineFeed) ?? []
    return lines.compactMap { line in
      let parts = String(decoding: line, as: UTF8.self).split(separator: " ", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      return CopiedFile(copy: "\(path)/before/\(parts[0])", path: String(parts[1]))
    }
  }

  /// Keeps `bytes` as they were before `entry`. The copy and its name are on the disk when this returns.
  func keep(_ bytes: [UInt8], of original: Original, before entry: Int) throws(ExecutionError) {
    try put(bytes, of: original, before: entry)
    try synchronise([copyPath(of: original, before: entry)])
  }

  /// Writes a copy without waiting for the disk.
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

  /// Waits until the contents and the names of `copies`, files of this folder, are on the disk.
  func synchronise(_ copies: [String]) throws(ExecutionError) {
    guard !copies.isEmpty else { return }
    do {
      let list = access(listPath, F_OK) == 0 ? [listPath] : []
      try DiskSync.wait(forFilesAt: copies + list, andNamesIn: ["\(path)/before"])
    } catch {
      throw .cannotWrite("\(path)/before", code: error.code)
    }
  }

  /// Whether there are copies: then the run had a plan, and has begun to perform it.
  var hasCopies: Bool {
    (try? FileManager.default.contentsOfDirectory(atPath: "\(path)/before").isEmpty) == false
  }

  /// Returns the copy, if its digest matches; otherwise nil.
  func copy(of original: Original, before entry: Int, expecting digest: ContentDigest) -> [UInt8]? {
    guard let bytes = try? Disk.contents(of: copyPath(of: original, before: entry)), ContentDigest(of: bytes) == digest
    else { return nil }
    return bytes
  }

  /// Returns the path for the copy of a file that is too large for memory.
  func copyPath(of original: Original, before entry: Int) -> String {
    "\(path)/before/\(entry).\(original.rawValue)"
  }
}

/// The backup copy of a file from before a run wrote it.
package struct CopiedFile: Hashable, Sendable {
  /// The absolute path of the copy.
  package let copy: String
  /// The path of the file, from the root of the working tree.
  package let path: String
}
