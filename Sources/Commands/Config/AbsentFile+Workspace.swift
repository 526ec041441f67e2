import Execution
import Lanes
import MartletCore

extension AbsentFile {
  /// Finds out why a fresh clone does not have the file at `path`; nil when the reason is unknown.
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

  /// Whether the path is in the folder `Pods` that CocoaPods creates beside a `Podfile`.
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
