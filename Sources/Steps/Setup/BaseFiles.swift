import Lanes
import MartletCore
import MartletManifests

/// The `.xcconfig` files that a project already has as the base of its build configurations: the new ones include them, because
/// Xcode takes one base file for each row.
struct BaseFiles {
  /// The lines for each new file.
  private(set) var includes: [String: [String]] = [:]
  /// The build configurations that get no new file.
  private(set) var remarks: [String] = []

  /// - Parameter folder: The folder of the new files.
  init(in draft: Draft, below folder: String) throws {
    var files: [String: [RelativePath]] = [:]
    var names: [String] = []
    for target in try draft.appTargets() {
      let own = target.files.reversed().filter { !$0.string.hasPrefix(folder + "/") }
      if !names.contains(target.configuration) { names.append(target.configuration) }
      // An app and its extension may have different files, which their new file cannot both include.
      files[target.configuration] = files[target.configuration].map { $0.filter(own.contains) } ?? Array(own)
    }
    let common = names.compactMap { files[$0] }.reduce(nil) { common, own in common?.filter(own.contains) ?? own } ?? []
    includes["Shared"] = lines(common, from: folder)
    for name in ["Debug", "Release"] {
      includes[name] = lines((files[name] ?? []).filter { !common.contains($0) }, from: folder)
    }
    for name in names where !["Debug", "Release", "Debug.LocalServer"].contains(name) {
      remarks.append(
        "decide: the build configuration `\(name)` needs a file in `\(folder)` that names its environment, such as `Release.xcconfig`"
      )
    }
  }

  private func lines(_ paths: [RelativePath], from folder: String) -> [String] {
    paths.map { path in
      let parts = folder.split(separator: "/").map(String.init)
      let shared = zip(parts, path.components).prefix { $0 == $1 }.count
      let target = Array(repeating: "..", count: parts.count - shared) + path.components.dropFirst(shared)
      // CocoaPods writes its files on each machine.
      return "#include\(path.components.contains("Pods") ? "?" : "") \"\(target.joined(separator: "/"))\"\n"
    }
  }
}
