import MartletCore
import SystemAPI

/// An open folder below a root. Names are resolved in it, even after another process has moved it, or put a link in its
/// place.
struct OpenFolder: ~Copyable {
  let descriptor: Int32

  /// Opens the folder at `path`, which is relative to `root` and empty for the root itself.
  ///
  /// - Throws: `SystemError` with `ELOOP` or `ENOTDIR` when a link is on the way: the caller has resolved all links.
  init(_ path: String, below root: String) throws(SystemError) {
    let top = open(root, folderFlags)
    guard top >= 0 else { throw .last }
    guard !path.isEmpty else {
      descriptor = top
      return
    }
    defer { close(top) }
    descriptor = try openBeneath(top, path)
  }

  deinit { close(descriptor) }

  func rename(_ name: String, to other: String) throws(SystemError) {
    guard renameat(descriptor, name, descriptor, other) == 0 else { throw .last }
  }

  /// Removes a file; a missing one is not an error.
  func remove(_ name: String) throws(SystemError) {
    guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else { throw .last }
  }

  /// Removes a folder if it is empty.
  func removeFolder(_ name: String) {
    unlinkat(descriptor, name, AT_REMOVEDIR)
  }

  /// Creates a folder, unless something of that name exists.
  func makeFolder(_ name: String) throws(SystemError) {
    guard mkdirat(descriptor, name, 0o777) == 0 || errno == EEXIST else { throw .last }
  }

  /// Copies the extended attributes of a file, including access control lists, where this user's rights allow it.
  func copyExtendedAttributes(of name: String, to copy: String) {
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW
    let (original, target) = (openat(descriptor, name, flags), openat(descriptor, copy, flags))
    defer { for file in [original, target] where file >= 0 { close(file) } }
    guard original >= 0, target >= 0 else { return }
    Execution.copyExtendedAttributes(of: original, to: target)
  }
}
