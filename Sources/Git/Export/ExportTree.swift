import CLibGit2
import MartletCore
import SystemAPI

/// The entries of a tree, in the order in which libgit2 lists them.
struct ExportTree {
  private final class Owner {
    let handle: Handle

    init(_ handle: consuming Handle) {
      self.handle = handle
    }
  }

  private let owner: Owner
  private var position = 0

  /// - Parameter handle: A tree of libgit2.
  init(_ handle: consuming Handle) {
    owner = Owner(handle)
  }

  /// Returns the next entry; nil at the end.
  mutating func next() -> TreeObject.Entry? {
    defer { position += 1 }
    return git_tree_entry_byindex(owner.handle.pointer, position).map(TreeObject.Entry.init)
  }

  /// Returns the file or link called `name`.
  func blob(named name: String) -> RawObjectID? {
    guard let entry = git_tree_entry_byname(owner.handle.pointer, name).map(TreeObject.Entry.init) else { return nil }
    switch entry.kind {
    case .file, .link: return entry.id
    case .folder, .submodule: return nil
    }
  }
}

extension TreeObject.Entry {
  /// Copies an entry of libgit2.
  fileprivate init(_ entry: OpaquePointer) {
    // The bytes need not be UTF-8.
    let name = git_tree_entry_name(entry).map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) } ?? []
    self.init(
      kind: TreeObject.Kind(mode: UInt32(git_tree_entry_filemode_raw(entry).rawValue)), name: name[...],
      id: git_tree_entry_id(entry).map { RawObjectID($0) } ?? .zero)
  }
}
