import Archiving
import Lanes
import MartletCore
import SystemAPI

/// A file or a link of an archive that is made from files on the disk.
struct PackedEntry {
  private enum Contents {
    case bytes([UInt8])
    /// The absolute path of the file.
    case file(String)
  }

  let path: String
  let kind: ArchiveEntry.Kind
  private let contents: Contents
  /// The target triples that the file must have machine code for; nil for any contents.
  private var code: PackedCode?

  /// Returns the entries in byte order of their paths, so that the order on the disk does not matter.
  ///
  /// - Throws: `ExecutionError.cannotRead`, `.notAFile`, `Failure.outsideLink`.
  static func entries(of files: [PackedFile], in workspace: Workspace) throws -> [PackedEntry] {
    var entries: [PackedEntry] = []
    for file in files {
      switch file.contents {
      case .text(let text):
        entries.append(
          PackedEntry(path: file.path, kind: .file(isExecutable: false), contents: .bytes(Array(text.utf8))))
      case .file(let path, let isExecutable):
        let full = try workspace.absoluteArtifactPath(path)
        let code = file.triples.map { PackedCode(path: path, isExecutable: isExecutable, triples: $0) }
        entries.append(
          PackedEntry(path: file.path, kind: .file(isExecutable: isExecutable), contents: .file(full), code: code))
      case .folder(let path):
        let found = try self.entries(below: try workspace.absoluteArtifactPath(path), as: file.path)
        entries += found.filter { entry in !files.contains { $0.path == entry.path } }
      }
    }
    return entries.sorted { $0.path.precedesInBytes($1.path) }
  }

  /// - Parameters:
  ///   - folder: An absolute path.
  ///   - top: Its path in the archive.
  private static func entries(below folder: String, as top: String) throws -> [PackedEntry] {
    var entries: [PackedEntry] = []
    var folders = [(folder, top)]
    while let (folder, path) = folders.popLast() {
      let names: [String]
      do throws(SystemError) {
        names = try SystemFile.names(in: folder)
      } catch {
        throw ExecutionError.cannotRead(folder, code: error.code)
      }
      // macOS writes the settings of its windows beside the files.
      for name in names where name != ".DS_Store" {
        let (full, path) = ("\(folder)/\(name)", "\(path)/\(name)")
        var status = stat()
        guard lstat(full, &status) == 0 else { throw ExecutionError.cannotRead(full, code: lastSystemError) }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: folders.append((full, path))
        case S_IFLNK:
          let target = try self.target(ofLink: full, at: path, below: top)
          entries.append(PackedEntry(path: path, kind: .link, contents: .bytes(target)))
        case S_IFREG:
          let isExecutable = status.st_mode & S_IXUSR != 0
          entries.append(PackedEntry(path: path, kind: .file(isExecutable: isExecutable), contents: .file(full)))
        default: throw ExecutionError.notAFile(full)
        }
      }
    }
    return entries
  }

  /// Returns the target of a link, which must not lead out of the folder.
  private static func target(ofLink link: String, at path: String, below top: String) throws -> [UInt8] {
    let limit = Int(PATH_MAX)
    let target = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      count = buffer.withMemoryRebound(to: CChar.self) { bytes in
        bytes.baseAddress.map { max(0, readlink(link, $0, limit)) } ?? 0
      }
    }
    let text = String(decoding: target, as: UTF8.self)
    var depth = path.split(separator: "/").count - top.split(separator: "/").count - 1
    for component in text.split(separator: "/") where component != "." {
      depth += component == ".." ? -1 : 1
      guard depth >= 0 else { throw Failure.outsideLink(path, target: text) }
    }
    guard !text.isEmpty, !text.hasPrefix("/") else { throw Failure.outsideLink(path, target: text) }
    return target
  }

  /// Reads the contents of a file, or the target of a link.
  ///
  /// - Throws: `ExecutionError.cannotRead`; `Failure.notCode`, `.otherCode` for a file with the wrong machine code.
  func bytes() throws -> [UInt8] {
    switch contents {
    case .bytes(let bytes): return bytes
    case .file(let path):
      let bytes: [UInt8]
      do throws(SystemError) {
        bytes = try Disk.contents(of: path)
      } catch {
        throw ExecutionError.cannotRead(path, code: error.code)
      }
      try code?.check(bytes)
      return bytes
    }
  }
}

extension Failure {
  fileprivate static func outsideLink(_ path: String, target: String) -> Failure {
    Failure("`\(path)` links to `\(target)`, expected a link that stays in its folder")
  }
}
