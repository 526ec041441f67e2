import SystemAPI

/// A folder that is written at a temporary path and moved into place when it is complete.
struct FolderDraft: Hashable, Sendable, Codable {
  /// The path of the draft, beside the final folder.
  let path: String
  let folders: ParentFolders

  /// Creates the draft of the folder `destination`, and the missing folders above it.
  ///
  /// - Parameter token: Makes the name of the draft unique.
  init(of destination: String, token: String) throws(ExecutionError) {
    folders = try ParentFolders(above: destination)
    path = Disk.temporaryPath(beside: destination, token: token)
    // A killed run with the same token may have left one.
    try? FileManager.default.removeItem(atPath: path)
    guard mkdir(path, 0o700) == 0 else {
      let code = lastSystemError
      folders.remove()
      throw .cannotWrite(destination, code: code)
    }
  }

  /// Creates a folder in the draft.
  func makeFolder(_ name: [UInt8]) throws(ExecutionError) {
    guard mkdir(systemPath(name), 0o755) == 0 else { throw failure(name) }
  }

  /// Creates a link in the draft; later writes do not follow it.
  func makeLink(_ name: [UInt8], to target: [UInt8]) throws(ExecutionError) {
    let target = target.map { CChar(bitPattern: $0) } + [0]
    guard !target.dropLast().contains(0) else {
      throw .cannotWrite(String(decoding: name, as: UTF8.self), code: EINVAL)
    }
    guard symlink(target, systemPath(name)) == 0 else { throw failure(name) }
  }

  /// Opens a new file in the draft.
  func openFile(_ name: [UInt8], isExecutable: Bool) throws(ExecutionError) -> Int32 {
    let mode: mode_t = isExecutable ? 0o755 : 0o644
    let descriptor = open(systemPath(name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw failure(name) }
    // The umask of the process would make exports differ.
    fchmod(descriptor, mode)
    return descriptor
  }

  /// Sets the modification time of `name`; for a link, of the link itself.
  func setTime(of name: [UInt8], to time: UInt64) {
    let stamp = timespec(tv_sec: Int(clamping: time), tv_nsec: 0)
    utimensat(AT_FDCWD, systemPath(name), [stamp, stamp], AT_SYMLINK_NOFOLLOW)
  }

  /// Sets mode and time of folders, innermost first, because writing into a folder changes its time.
  func finishFolders(_ names: [[UInt8]], time: UInt64) {
    for name in names.reversed() + [[]] {
      chmod(systemPath(name), 0o755)
      setTime(of: name, to: time)
    }
  }

  /// Removes the draft with its contents.
  func remove() {
    try? FileManager.default.removeItem(atPath: path)
    folders.remove()
  }

  private func systemPath(_ name: [UInt8]) -> [CChar] {
    Array(path.utf8CString.dropLast()) + [CChar(bitPattern: UInt8(ascii: "/"))] + name.map { CChar(bitPattern: $0) } + [
      0
    ]
  }

  private func failure(_ name: [UInt8]) -> ExecutionError {
    .cannotWrite(String(decoding: name, as: UTF8.self), code: lastSystemError)
  }
}

extension FolderDraft: ChangeValue {
  func state(in workspace: Workspace) -> ChangeState { .notDone }
  var isRevertible: Bool { true }
  func revert(in workspace: Workspace, _ folder: RunFolder) { remove() }
}
