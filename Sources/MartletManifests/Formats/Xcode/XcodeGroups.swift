import MartletCore

/// The paths of a project's files: a file's path is relative to its group's, which is relative to its parent group's.
struct XcodeGroups {
  private let folder: RelativePath?
  /// The group of a group or file, by the index of its node.
  private var parents: [Int: OpenStepValue] = [:]

  /// - Parameter folder: The folder that the project's paths are relative to; nil for the root of all paths.
  init(_ objects: XcodeObjects, project: OpenStepValue, folder: RelativePath?) {
    self.folder = folder
    guard let main = objects[project["mainGroup"]] else { return }
    var open = [main]
    var known: Set = [main.index]
    while let group = open.popLast() {
      for child in objects.values(of: group["children"]) where known.insert(child.index).inserted {
        parents[child.index] = group
        if child["children"] != nil { open.append(child) }
      }
    }
  }

  /// Returns the path of a file or group; nil when it is outside of the project or known only at build time.
  func path(of value: OpenStepValue) -> RelativePath? {
    var parts: [String] = []
    var next: OpenStepValue? = value
    while let current = next {
      if let part = current["path"]?.string, !part.isEmpty { parts.append(part) }
      switch current["sourceTree"]?.string {
      case "SOURCE_ROOT": next = nil
      case "<group>", "", nil: next = parents[current.index]
      default: return nil
      }
    }
    return RelativePath(parts.reversed().joined(separator: "/"), in: folder)
  }
}
