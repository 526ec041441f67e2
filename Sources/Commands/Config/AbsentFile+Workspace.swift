import Execution
import Lanes
import TextEditing

extension AbsentFile {
  /// Why a fresh clone of the repository does not have the file at `path`; nil where nothing explains it.
  init?(_ path: RelativePath, in workspace: Workspace) throws {
    if let submodule = try workspace.submodulePaths().first(where: { path.isInside($0) }) {
      self = .submodule(submodule)
    } else if try path.isInsidePods(of: workspace) {
      self = .pods
    } else if try workspace.isIgnored(path) {
      self = .ignored(path)
    } else {
      return nil
    }
  }
}

extension RelativePath {
  fileprivate func isInside(_ folder: RelativePath) -> Bool { string.hasPrefix(folder.string + "/") }

  /// Whether it is in the folder that CocoaPods makes beside a `Podfile`.
  fileprivate func isInsidePods(of workspace: Workspace) throws -> Bool {
    var folder = parent
    while let inner = folder {
      folder = inner.parent
      guard inner.lastComponent == "Pods", let podfile = RelativePath("Podfile", in: folder) else { continue }
      if try workspace.byteCount(at: podfile) != nil { return true }
    }
    return false
  }
}
