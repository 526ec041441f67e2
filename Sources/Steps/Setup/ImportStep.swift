import Lanes
import MartletCore

/// Writes a first Releasefile from a Fastfile. `martlet init --from FILE` is a lane of this one step. Like `InitStep`,
/// it is not in the catalogue.
package struct ImportStep: Step {
  package static let keyword = "import"
  package static let summary = "Writes a Releasefile with the lanes of a Fastfile."
  package static let parameters: [Parameter<Self>] = []

  /// The path of the Fastfile, relative to the repository's root.
  package var file = ""
  package init() {}

  package func plan(_ draft: Draft) throws -> Decision {
    let path = try draft.path(file)
    guard let source = try draft.source(at: path) else { throw try Failure.noFastfile(path, in: draft) }
    let project = try FastlaneProject(of: draft, fastfile: path)
    // A file that cannot be read is not imported, and its lanes are called as they are.
    var fastfile = Fastfile(source, project: project) { path in try? draft.source(at: path) }
    guard !fastfile.entries.isEmpty else { throw Failure.noLanes(path) }
    let head = try ReleasefileHead(of: draft, tagFormat: fastfile.tagFormat.flatMap { TagFormat($0) })
    // Martlet may refuse steps in this order.
    let written = SourceText(path: try draft.path(Releasefile.fileNames[0]), text: text(fastfile, head, path))
    if (try? Releasefile(written, vocabulary: .standard)) == nil { fastfile = fastfile.withoutSteps }
    var remarks = head.remarks + fastfile.mixtures
    if head.source == .nowhere {
      remarks.append("no manifest with a version was found: add one under `manifests:`")
    }
    return Decision([try .write(releasefile: text(fastfile, head, path), in: draft)], remarks: remarks)
  }

  private func text(_ fastfile: Fastfile, _ head: ReleasefileHead, _ path: RelativePath) -> String {
    let title =
      "# -*- mode: yaml -*-\n" + "The lanes of \(path): `martlet plan LANE` shows what one does.".asYAMLComment
    let lines = [title] + (head.entries + fastfile.entries).flatMap(\.section).dropFirst()
    return lines.joined(separator: "\n") + "\n"
  }
}

extension YAMLEntry {
  /// The lines of a key at the top, below an empty line; with empty lines between lanes.
  fileprivate var section: [String] {
    guard key == "lanes", case .mapping(let lanes) = value else { return [""] + lines }
    let blocks = lanes.map { $0.lines.map { $0.isEmpty ? "" : "  " + $0 } }
    return ["", "lanes:"] + blocks.joined(separator: [""])
  }
}

extension ReleasefileHead {
  /// The keys above the lanes.
  fileprivate var entries: [YAMLEntry] {
    var version = [YAMLEntry("tag", .scalar(tagFormat.description))]
    if source == .tags || source == .nowhere { version.append(YAMLEntry("source", .scalar("tag"))) }
    var entries = [YAMLEntry("project", .scalar(project)), YAMLEntry("version", .mapping(version))]
    if !manifests.isEmpty {
      let items = manifests.map { manifest in
        YAMLItem.value(
          .mapping(
            [YAMLEntry(manifest.keyword, .scalar(manifest.path.string))]
              + manifest.options.sorted { $0.key < $1.key }.map { name, texts in
                YAMLEntry(name, name == "targets" ? .words(texts) : .scalar(texts.first ?? ""))
              }))
      }
      entries.append(YAMLEntry("manifests", .list(items)))
    }
    return entries
  }
}

extension Failure {
  /// The hint names the project's Fastfile at another path.
  fileprivate static func noFastfile(_ path: RelativePath, in draft: Draft) throws -> Failure {
    let other = try draft.filePaths().first(where: Fastfile.isFastfile)
    return Failure("no file `\(path)`", hint: other.map { "did you mean `\($0)`?" })
  }

  static func noLanes(_ path: RelativePath) -> Failure {
    Failure("no lane in `\(path)`, expected a Fastfile such as `fastlane/Fastfile`")
  }
}
