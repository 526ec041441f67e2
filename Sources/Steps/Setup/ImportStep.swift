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
  /// The lanes that fastlane runs if they cannot be converted completely.
  package var fastlaneLanes: [String] = []

  package init() {}

  package func plan(_ draft: Draft) throws -> Decision {
    let path = try draft.path(file)
    guard let source = try draft.source(at: path) else { throw try Failure.noFastfile(path, in: draft) }
    guard !path.string.hasSuffix(".swift") else { throw Failure.swiftFastfile(path) }
    let project = try FastlaneProject(of: draft, fastfile: path)
    var fastfile = Fastfile(source, project: project, delegated: Set(fastlaneLanes))
    // The file is written in any case: a lane that Martlet would refuse stops with the message.
    if let refused = try refusedLanes(of: fastfile, at: draft.path(Releasefile.fileNames[0])) {
      fastfile = Fastfile(source, project: project, delegated: Set(fastlaneLanes), refused: refused)
    }
    // Another lane of the list may complete one.
    let own = Fastfile(source, project: project).incompletePublicLanes
    let incomplete = own + fastfile.incompletePublicLanes.filter { !own.contains($0) }
    if let name = fastlaneLanes.first(where: { !incomplete.contains($0) }) {
      throw Failure.notIncomplete(name, incomplete)
    }
    let head = try ReleasefileHead(of: draft, tagFormat: fastfile.tagFormat)
    let body = fastfile.translated()
    guard body.entries.contains(where: { $0.key == "lanes" }) else { throw Failure.noLanes(path) }
    let title = [
      "-*- mode: yaml -*-".asYAMLComment,
      "The lanes of \(path), as `martlet init --from \(path)` translated them.".asYAMLComment,
      "Parts that could not be translated are comments.".asYAMLComment,
    ]
    var appStore: [String] = []
    if let id = fastfile.storeApp, body.entries.contains(where: { $0.value.needsDeclaredApp }) {
      let app = YAMLNode.mapping([
        YAMLEntry("app", .scalar(id)), YAMLEntry("platform", .scalar(fastfile.storePlatform.rawValue)),
      ])
      appStore = [""]
      if fastfile.guessesApp {
        let text = "fastlane takes the app of the file that it uploads: `upload_build` stops if that is not this app"
        appStore.append(text.asYAMLComment)
      }
      appStore += YAMLEntry("app_store", app).lines
    }
    let text = (title + head.lines + appStore + body.lines).joined(separator: "\n") + "\n"
    var remarks = head.remarks + body.notes.map(\.description)
    if head.source == .nowhere {
      remarks.append("no manifest with a version was found: add one under `manifests:`")
    }
    return Decision([try .write(releasefile: text, in: draft)], remarks: remarks)
  }
}

extension ImportStep {
  /// The lanes of the translation that Martlet refuses, with the first message for each; nil for none.
  private func refusedLanes(of fastfile: Fastfile, at path: RelativePath) -> [String: String]? {
    let head = ["app_store: {app: com.example.app, platform: ios}"]
    let lines = head + fastfile.translated().lines
    do {
      _ = try Releasefile(
        SourceText(path: path, text: lines.joined(separator: "\n") + "\n"), vocabulary: .standard)
      return nil
    } catch {
      var refused: [String: String] = [:]
      for diagnostic in Failure(of: error).diagnostics {
        guard let line = diagnostic.place?.line,
          let lane = lines.prefix(line).last(where: { $0.wholeMatch(of: /\ \ [^ #].*:/) != nil })
        else { continue }
        let name = String(lane.trimmingBlanks().dropLast())
        if refused[name] == nil { refused[name] = "Martlet refuses the steps: \(diagnostic.message)" }
      }
      return refused.isEmpty ? nil : refused
    }
  }
}

extension YAMLNode {
  /// Whether it has a step of App Store Connect that does not name its own app.
  fileprivate var needsDeclaredApp: Bool {
    switch self {
    case .mapping(let entries): entries.contains(where: \.needsDeclaredApp)
    case .list(let items): items.contains { if case .value(let node) = $0 { node.needsDeclaredApp } else { false } }
    default: false
    }
  }
}

extension YAMLEntry {
  fileprivate var needsDeclaredApp: Bool {
    // Their keys are names of options.
    guard !["parameters", "with", "environment"].contains(key) else { return false }
    guard ["upload_build", "testflight", "app_store_release", "bump"].contains(key) else {
      return value.needsDeclaredApp
    }
    guard case .mapping(let entries) = value else { return key != "bump" }
    return !entries.contains { $0.key == "app" }
      && (key != "bump" || entries.contains { $0.key == "above" && $0.value == .scalar("app_store") })
  }
}

extension ReleasefileHead {
  /// The lines above the lanes.
  fileprivate var lines: [String] {
    var version = [YAMLEntry("tag", .scalar(tagFormat.description))]
    if source == .tags { version.append(YAMLEntry("source", .scalar("tag"))) }
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
    return Array(entries.map(\.lines).joined(separator: [""]))
  }
}

extension Failure {
  /// The hint names the project's Fastfile at another path.
  fileprivate static func noFastfile(_ path: RelativePath, in draft: Draft) throws -> Failure {
    let other = try draft.filePaths().first(where: Fastfile.isFastfile)
    return Failure("no file `\(path)`", hint: other.map { "did you mean `\($0)`?" })
  }

  fileprivate static func notIncomplete(_ name: String, _ incomplete: [String]) -> Failure {
    let names = incomplete.isEmpty ? "none is" : "these are: " + incomplete.map { "`\($0)`" }.joined(separator: ", ")
    return Failure("`\(name)` is not a public lane that could not be converted completely; \(names)")
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
