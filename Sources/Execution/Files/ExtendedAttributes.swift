import CExtendedAttributes
import SystemAPI

/// Copies the extended attributes of an open file to another one, including access control lists, where the file system
/// and this user's rights allow it.
func copyExtendedAttributes(of original: Int32, to copy: Int32) {
  #if canImport(Darwin)
    fcopyfile(original, copy, nil, copyfile_flags_t(COPYFILE_XATTR | COPYFILE_ACL))
  #else
    // Most files have none.
    guard flistxattr(original, nil, 0) > 0 else { return }
    // The maximum length of a list of names and of a value on Linux, xattr(7).
    var names = [CChar](repeating: 0, count: 1 << 16)
    let length = flistxattr(original, &names, names.count)
    guard length > 0 else { return }
    for name in names[..<length].split(separator: 0) {
      let name = Array(name) + [0]
      var value = [UInt8](repeating: 0, count: 1 << 16)
      let size = fgetxattr(original, name, &value, value.count)
      if size >= 0 { _ = fsetxattr(copy, name, value, size, 0) }
    }
  #endif
}
