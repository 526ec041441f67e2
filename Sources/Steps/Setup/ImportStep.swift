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
    guard !path.string.hasSuffix(".swift") else { throw Failure.swiftFastfile(path) }
    let project = try FastlaneProject(of: draft, fastfile: path)
    // A file that cannot be read is not imported, and its lanes are called as they are.
    let read = { path in try? draft.source(at: path) }
    var fastfile = Fastfile(source, project: project, read: read)
    guard !fastfile.entries.isEmpty else { throw Failure.noLanes(path) }
    let head = try ReleasefileHead(of: draft, tagFormat: fastfile.tagFormat.flatMap { TagFormat($0) })
    // Martlet may refuse the steps of a lane, such as an upload in a wrong place: that lane is called whole.
    var refused: Set<String> = []
    while let found = lanesRefused(in: text(fastfile, head, path), at: try draft.path(Releasefile.fileNames[0])),
      refused != fastfile.laneNames
    {
      refused = found.isEmpty || !refused.isEmpty ? fastfile.laneNames : found
      fastfile = Fastfile(source, project: project, refused: refused, read: read)
    }
    var remarks = head.remarks + fastfile.mixtures
    if head.source == .nowhere {
      remarks.append("no manifest with a version was found: add one under `manifests:`")
    }
    return Decision([try .write(releasefile: text(fastfile, head, path), in: draft)], remarks: remarks)
  }

  private func text(_ fastfile: Fastfile, _ head: ReleasefileHead, _ path: RelativePath) -> String {
    let lanes =
      fastfile.mixtures.isEmpty
      ? "`martlet plan LANE` shows what one does." : "fastlane runs those whole that have calls without a step."
    let title = ["-*- mode: yaml -*-", "The lanes of \(path): \(lanes)"].map(\.asYAMLComment)
    let app = YAMLNode.options(["app": .scalar(fastfile.project.app ?? ""), "platform": "ios"])
    let store = fastfile.usesStore ? [YAMLEntry("app_store", app)] : []
    let sections = head.entries + store + fastfile.entries
    return (title + sections.flatMap(\.section).dropFirst()).joined(separator: "\n") + "\n"
  }

  /// The lanes whose steps Martlet refuses; nil for a valid file.
  private func lanesRefused(in text: String, at path: RelativePath) -> Set<String>? {
    do {
      _ = try Releasefile(SourceText(path: path, text: text), vocabulary: .standard)
      return nil
    } catch {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      return Set(
        Failure(of: error).diagnostics.compactMap { diagnostic in
          lines.prefix(diagnostic.place?.line ?? 0).last {
            $0.hasPrefix("  ") && !$0.hasPrefix("   ") && $0.hasSuffix(":")
          }
        }.map { String($0.dropFirst(2).dropLast()) })
    }
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

  static func swiftFastfile(_ path: RelativePath) -> Failure {
    Failure(
      "`\(path)` is a Fastfile in Swift, expected one in Ruby, such as `fastlane/Fastfile`",
      hint: "write the lanes by hand: docs/from-fastlane.md lists the step for each action")
  }

  static func noLanes(_ path: RelativePath) -> Failure {
    Failure("no lane in `\(path)`, expected a Fastfile such as `fastlane/Fastfile`")
  }
}
