import MartletBuildSettings
import MartletCore

/// An Xcode project: its targets, their configurations, and the sources of their settings.
///
/// `project.pbxproj` is a property list whose `objects` refer to each other by id. Only the sources of settings are
/// read, which do not depend on `objectVersion`. Ids without an object are skipped. `project.xcproj` is a tree in JSON.
struct XcodeProject {
  /// The folder `X.xcodeproj`.
  let path: RelativePath
  let source: SourceText
  let targets: [XcodeTarget]
  /// The configurations of the project itself.
  let configurations: XcodeConfigurations
  /// The folder that the project's paths are relative to, `SRCROOT`; nil for the root of all paths.
  let folder: RelativePath?

  /// The project's name: that of its folder.
  var name: String {
    let name = path.lastComponent
    return name.hasSuffix(".xcodeproj") ? String(name.dropLast(10)) : name
  }
}

extension XcodeProject {
  /// - Throws: `ManifestError` when the project is missing, is not in a form of Xcode, or has merge conflicts; errors of
  ///   `files`.
  init(_ path: RelativePath, in files: some FileReading) throws {
    let source = try Self.source(of: path, in: files)
    let root = try OpenStepPropertyList(source).root
    if source.path.isXcodeProjectJSON {
      self.init(path, json: root)
    } else {
      try self.init(path, XcodeObjects(root))
    }
  }

  private init(_ path: RelativePath, _ objects: XcodeObjects) throws(ManifestError) {
    let source = objects.source
    guard let project = objects.project else {
      throw ManifestError.malformed(
        source, at: 0..<min(1, source.bytes.count), problem: "this file contains no project",
        hint: "open the project in Xcode and save it")
    }
    let folder = RelativePath(project["projectDirPath"]?.string ?? "", in: path.parent) ?? path.parent
    let groups = XcodeGroups(objects, project: project, folder: folder)
    self.init(
      path: path, source: source,
      targets: objects.values(of: project["targets"]).compactMap { XcodeTarget($0, objects, groups) },
      configurations: XcodeConfigurations(of: project, objects, groups), folder: folder)
  }

  /// Whether the file is a placeholder, such as an empty one: neither a dictionary nor a property list of another form.
  static func isPlaceholder(_ source: SourceText) -> Bool {
    let bytes = source.bytes
    return bytes.firstIndex(of: "{", from: 0) == nil && bytes.firstIndex(of: "<plist", from: 0) == nil
      && !bytes.has("bplist", at: 0)
  }

  /// Returns the project file, if it can be edited in place.
  private static func source(of path: RelativePath, in files: some FileReading) throws -> SourceText {
    guard let source = try path.xcodeProjectFiles.lazy.compactMap({ try files.source(at: $0) }).first else {
      throw ManifestError.missing(path, keyword: XcodeprojManifest.keyword)
    }
    let file = source.path
    let bytes = source.bytes
    let start = bytes.index(after: source.startOffset) { $0.isBlank || $0.isLineEnd }
    let problem: String? =
      if start == bytes.count {
        "is empty, expected a project file in Xcode's format"
      } else if bytes.has("bplist", at: start) {
        "is a binary property list, expected one in OpenStep form, Xcode's format"
      } else if bytes.has("<?xml", at: start) || bytes.has("<plist", at: start) || bytes.has("<!DOCTYPE", at: start) {
        "is a property list in XML, expected one in OpenStep form, Xcode's format"
      } else {
        nil
      }
    if let problem {
      throw ManifestError.notEditable(file, problem: problem, hint: "open the project in Xcode and save it")
    }
    return source
  }
}

/// The objects of a project by their ids.
struct XcodeObjects {
  let project: OpenStepValue?
  private let list: OpenStepPropertyList
  /// The indices of their nodes.
  private var indices: [String: Int] = [:]

  var source: SourceText { list.source }

  init(_ root: OpenStepValue) {
    list = root.list
    let entries = root["objects"]?.entryIndices ?? []
    indices.reserveCapacity(entries.count)
    for (key, value) in entries {
      if let id = OpenStepValue(list: list, index: key).string { indices[id] = value }
    }
    project = root["rootObject"]?.string.flatMap { [list, indices] id in
      indices[id].map { OpenStepValue(list: list, index: $0) }
    }
  }

  /// The object with the id `value`.
  subscript(value: OpenStepValue?) -> OpenStepValue? {
    value?.string.flatMap { indices[$0] }.map { OpenStepValue(list: list, index: $0) }
  }

  /// Returns the objects whose ids are the elements of `array`.
  func values(of array: OpenStepValue?) -> [OpenStepValue] { array?.elements.compactMap { self[$0] } ?? [] }
}
