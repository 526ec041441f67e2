import MartletCore

/// `project.xcproj`, the project file of Xcode 27: one tree in JSON, with comments and trailing commas.
///
/// A target names others, and a configuration its `.xcconfig` file by the names of groups. Settings are one dictionary for
/// all configurations, with conditions such as `[config=Debug]`. Source: apple/xcode-project-format,
/// `Sources/Library/Schema`: `Project.swift`, `Configuration.swift`, `Target/Target.swift`, `Values/GroupTreeReference.swift`.
extension XcodeProject {
  init(_ path: RelativePath, json root: OpenStepValue) {
    let files = XcodeFileTree(root["files"], folder: path.parent)
    let names = (root["configurations"]?.elements ?? []).compactMap { $0.string ?? $0["name"]?.string }
    func configurations(_ list: OpenStepValue?, of owner: OpenStepValue) -> XcodeConfigurations {
      let all = names.map { name in
        let own = list?.elements.last { $0["name"]?.string == name }
        return XcodeConfigurations.Configuration(
          name: name, settings: owner["build-settings"], owner: owner, base: own?["file"].flatMap(files.path))
      }
      return XcodeConfigurations(all, default: root["default-configuration"]?.string)
    }
    let targets = root["targets"]?.elements ?? []
    let indices = Dictionary(targets.map { ($0["name"]?.string ?? "", $0.index) }) { first, _ in first }
    self.init(
      path: path, source: root.list.source,
      targets: targets.compactMap { target in
        guard let name = target["name"]?.string else { return nil }
        let type = target["product-type"]?.string.map { "com.apple.product-type.\($0)" }
        let dependencies = target["dependencies"]?.elements ?? []
        return XcodeTarget(
          name: name, kind: .init(productType: type ?? target["full-product-type"]?.string ?? ""),
          configurations: configurations(target["specialized-configurations"], of: target), id: target.index,
          dependencies: Set(dependencies.compactMap { indices[$0.string ?? $0["target"]?.string ?? ""] }),
          product: target["product"].flatMap(files.index), copiedProducts: files.members(ofTarget: name))
      }, configurations: configurations(root["configurations"], of: root), folder: path.parent)
  }
}

/// The groups and files of a `project.xcproj`.
///
/// References name them from the outside in, as `Configuration/Release.xcconfig`, or by an identifier, as `id:2C5E…`.
/// Source: `Values/NamePath.swift` and `References/FilePath.swift` there.
private struct XcodeFileTree {
  private let folder: RelativePath?
  /// The path from the project's folder, nil if only a build knows it, and the index of the node.
  private var items: [String: (path: String?, index: Int)] = [:]
  private var members: [String: Set<Int>] = [:]

  init(_ files: OpenStepValue?, folder: RelativePath?) {
    self.folder = folder
    var open = (files?.elements ?? []).map { (node: $0, names: "", base: String?.some("")) }
    while let (node, names, base) = open.popLast() {
      let written = node["path"]?.string ?? ""
      let path = Self.path(written, from: base)
      let name = node["name"]?.string ?? written.split(separator: "/").last.map(String.init) ?? ""
      items[names + name] = (path, node.index)
      if let id = node["id"]?.string { items["id:\(id)"] = (path, node.index) }
      // `App/copy-files/Embed Foundation Extensions`
      for member in node["target-membership"]?.elements ?? [] {
        guard let phase = member.string ?? member["build-phase"]?.string, !phase.hasPrefix("id:") else { continue }
        members[String(phase.prefix { $0 != "/" }), default: []].insert(node.index)
      }
      open += (node["children"]?.elements ?? []).map { ($0, "\(names)\(name)/", path) }
    }
  }

  /// Returns the path of `text`, which begins with its base in `<…>` if that is not the group.
  private static func path(_ text: String, from base: String?) -> String? {
    if text.hasPrefix("<PROJECT>/") { return String(text.dropFirst("<PROJECT>/".count)) }
    guard let base, !text.hasPrefix("/"), !text.hasPrefix("~"), !text.hasPrefix("<") else { return nil }
    return base.isEmpty || text.isEmpty ? base + text : "\(base)/\(text)"
  }

  func index(of reference: OpenStepValue) -> Int? { items[Self.key(of: reference)]?.index }

  /// Returns the path of a file: that of a reference, or one below the folder that an `anchor` refers to.
  func path(of reference: OpenStepValue) -> RelativePath? {
    let anchor = reference["anchor"] ?? reference
    guard let path = items[Self.key(of: anchor)]?.path else { return nil }
    let rest = reference["relative-path"].map { "/" + Self.key(of: $0) } ?? ""
    return RelativePath(path + rest, in: folder)
  }

  /// The nodes of the files in build phases of the target.
  func members(ofTarget name: String) -> Set<Int> { members[name] ?? [] }

  private static func key(of reference: OpenStepValue) -> String {
    reference.string ?? reference.elements.compactMap { $0.string ?? $0["name"]?.string }.joined(separator: "/")
  }
}
