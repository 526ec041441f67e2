import Libc
import Processes

/// What a look at each tracked file and into each folder that has one finds out, without reading files or rules.
struct WorkTreeScan: Sendable {
  /// A name that the index does not have.
  struct UnknownName {
    /// From the top of the work tree.
    let path: [UInt8]
    let isFolder: Bool
  }

  /// Whether every tracked file is as it was when git looked last.
  private(set) var isUnchanged = true
  /// The numbers of the tracked files in whose place a link is.
  private(set) var links: Set<Int> = []
  private(set) var unknown: [UnknownName] = []
  /// Whether something could not be looked at.
  private(set) var isIncomplete = false

  /// So many names are no few exceptions.
  private static let maximumUnknownCount = 10_000

  /// Looks at the folders of `index` below `root`, on several threads where there are many files.
  ///
  /// - Parameter time: When the index was written.
  init(_ index: IndexFolders, below root: String, time: FileRecord.Time) {
    let threads = Threads.suitable(forItems: index.image.entries.count)
    let parts = Threads.results(threads) { number in
      var part = WorkTreeScan()
      let folders = index.part(number, of: threads)
      for folder in folders where !part.isIncomplete { part.look(into: folder, of: index, root, time) }
      return part
    }
    for part in parts {
      isUnchanged = isUnchanged && part.isUnchanged
      links.formUnion(part.links)
      unknown += part.unknown
      isIncomplete = isIncomplete || part.isIncomplete
    }
  }

  private init() {}

  private mutating func look(
    into number: Int, of index: IndexFolders, _ root: String, _ time: FileRecord.Time
  ) {
    let folder = index.folders[number]
    let path = Array(index.image.paths[folder.path])
    let descriptor = open(
      "\(root)/\(String(decoding: path, as: UTF8.self))", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    // A folder that is gone takes its files along; of a name that is not UTF-8, this is another one.
    guard descriptor >= 0, let stream = fdopendir(descriptor) else {
      if descriptor >= 0 { close(descriptor) }
      isIncomplete = true
      return
    }
    defer { closedir(stream) }
    for entry in folder.entries {
      look(at: entry, in: descriptor, path.isEmpty ? 0 : path.count + 1, index.image, time)
    }
    errno = 0
    while let entry = readdir(stream) {
      let isFolder = entry.pointee.d_type == UInt8(DT_DIR)
      withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        let name = UnsafeRawBufferPointer(rebasing: bytes.prefix { $0 != 0 })
        guard !name.isDots, !(path.isEmpty && name.elementsEqual(".git".utf8)), !index.has(name, in: number) else {
          return
        }
        unknown.append(
          UnknownName(path: path.isEmpty ? Array(name) : path + [.slash] + name, isFolder: isFolder))
      }
    }
    if errno != 0 || unknown.count > Self.maximumUnknownCount { isIncomplete = true }
  }

  /// - Parameter start: How much of the entry's path is the folder's.
  private mutating func look(
    at number: Int, in folder: Int32, _ start: Int, _ image: IndexImage, _ time: FileRecord.Time
  ) {
    let entry = image.entries[number]
    guard !entry.isSubmodule else {
      isUnchanged = false
      return
    }
    var status = stat()
    let code = image.paths.withUnsafeBytes { paths in
      paths.baseAddress.map { base in
        fstatat(
          folder, (base + entry.path.lowerBound + start).assumingMemoryBound(to: CChar.self), &status,
          AT_SYMLINK_NOFOLLOW)
      }
    }
    guard code == 0 else {
      isUnchanged = false
      return
    }
    let found = FileRecord(status)
    if found.isLink { links.insert(number) }
    if !found.isStill(image.record(of: entry), before: time) { isUnchanged = false }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether these are the names of a folder itself and of the one that it is in.
  fileprivate var isDots: Bool {
    (count == 1 || count == 2) && allSatisfy { $0 == UInt8(ascii: ".") }
  }
}
