import Lanes
import MartletCore

/// What the project already has for releases: pipelines, scripts, make targets, lanes, documents and other tools that make tags or
/// releases, or upload. If Martlet and one of them release, the work is done twice, or the second one stops at the tag.
struct ReleaseProcess {
  /// A decision for the user about each of them, one line each.
  private(set) var remarks: [String] = []

  init(in draft: Draft) throws {
    let paths = try draft.filePaths()
    for tool in Self.tools {
      guard let path = paths.first(where: { tool.files.contains($0.string) }) else { continue }
      remarks.append(
        "decide: `\(path)` is of \(tool.name), which raises the version and makes tags: let only one of the two release"
      )
    }
    var files: [(path: RelativePath, place: Place, source: SourceText)] = []
    for path in paths {
      guard let place = Place(path), let source = try Self.source(at: path, in: draft) else { continue }
      files.append((path, place, source))
    }
    // A script that a workflow runs is a part of it.
    var parts: [RelativePath: [Part]] = [:]
    var started: Set<String> = []
    let known = Set(paths)
    for (path, place, source) in files {
      parts[path] = Part.all(in: source, at: place)
      guard place == .workflow else { continue }
      for call in ScriptCall.all(in: source) {
        guard let (file, name) = call.file(in: known), let script = try Self.source(at: file, in: draft) else {
          continue
        }
        let place: Place = name == nil ? .script : .makefile
        let found = Part.all(in: script, at: place).filter { $0.name == name }
        guard let part = found.first else { continue }
        parts[path, default: []].append(part.started(by: call.text))
        started.insert("\(file) \(name ?? "")")
      }
    }
    for (path, place, source) in files {
      let trigger = place == .workflow ? Trigger(source) : nil
      for part in parts[path] ?? [] where !started.contains("\(path) \(part.name ?? "")") {
        remarks.append(part.remark(about: path, trigger))
      }
    }
  }

  private static func source(at path: RelativePath, in draft: Draft) throws -> SourceText? {
    guard let size = try draft.byteCount(at: path), size <= greatestSize else { return nil }
    return try draft.source(at: path)
  }

  /// In bytes. Longer files are generated.
  private static let greatestSize = 256 << 10

  private static let tools: [(name: String, files: Set<String>)] = [
    (
      "semantic-release",
      [
        ".releaserc", ".releaserc.json", ".releaserc.yml", ".releaserc.yaml", ".releaserc.js", ".releaserc.cjs",
        "release.config.js", "release.config.cjs", "release.config.mjs",
      ]
    ),
    ("release-please", ["release-please-config.json", ".release-please-manifest.json"]),
    ("GoReleaser", [".goreleaser.yml", ".goreleaser.yaml"]), ("Changesets", [".changeset/config.json"]),
    ("release-it", [".release-it.json", ".release-it.js", ".release-it.yml"]), ("Lerna", ["lerna.json"]),
  ]
}

/// The kinds of files that take part in releases.
private enum Place {
  case workflow, script, makefile, lanes, document

  init?(_ path: RelativePath) {
    let name = path.lastComponent.lowercased()
    let folders = path.components.dropLast().map { $0.lowercased() }
    if Fastfile.isFastfile(path) {
      self = .lanes
    } else if path.string.contains("/workflows/"), folders.first?.hasPrefix(".") == true {
      self = .workflow
    } else if CISystem.all.contains(where: { $0.configuration.contains(path.string) }) || path.string == ".travis.yml" {
      self = .script
    } else if ["makefile", "justfile", "rakefile"].contains(name), path.depth <= 2 {
      self = .makefile
    } else if name.hasSuffix(".md"), path.depth <= 2, ["releas", "publish", "deploy"].contains(where: name.contains),
      !["note", "changelog"].contains(where: name.contains)
    {
      self = .document
    } else if folders.isEmpty && name.hasSuffix(".sh")
      || path.depth <= 3 && !Self.scriptFolders.isDisjoint(with: folders)
        && ["sh", "bash", "rb", "py", "js", "mjs", "ts", nil].contains(path.pathExtension)
    {
      self = .script
    } else {
      return nil
    }
  }

  private static let scriptFolders: Set = [
    "script", "scripts", "bin", "tools", "ci", "ci_scripts", ".buildkite", "build",
  ]
}

/// What starts a workflow.
private enum Trigger {
  case tag, release, push, hand

  /// - Returns: nil for another event, or if it cannot be read.
  init?(_ workflow: SourceText) {
    let root = try? Node(yaml: workflow)
    guard let value = root?.entries?.first(where: { $0.key == "on" })?.value else { return nil }
    let events: [(name: String, filters: [String])]
    switch value.content {
    case .scalar(let name): events = [(name, [])]
    case .sequence(let names): events = names.compactMap(\.text).map { ($0, []) }
    case .mapping(let entries): events = entries.map { ($0.key, $0.value.entries?.map(\.key) ?? []) }
    case .nothing: return nil
    }
    let names = events.map(\.name)
    if events.contains(where: { $0.name == "create" || $0.name == "push" && $0.filters.contains("tags") }) {
      self = .tag
    } else if names.contains("release") {
      self = .release
    } else if names.contains("push") {
      self = .push
    } else if names.contains("workflow_dispatch") {
      self = .hand
    } else {
      return nil
    }
  }

  var phrase: String {
    switch self {
    case .tag: "for a pushed tag"
    case .release: "for a release"
    case .push: "for a push"
    case .hand: "by hand"
    }
  }
}

/// A file, or one of its lanes or targets, with what it does for a release.
private struct Part {
  private enum Work: CaseIterable {
    case tags, releases, pods, packages, builds

    /// Texts in lower case of commands, actions and lanes.
    var marks: [String] {
      switch self {
      case .tags: ["push --tags", "push origin --tags", "add_git_tag", "push_git_tags", "npm version "]
      case .releases:
        [
          "gh release create", "gh release upload", "action-gh-release", "actions/create-release", "release-action@",
          "upload-release-", "release-drafter/", "set_github_release", "github_release(", "goreleaser-action",
          "semantic-release", "release-please-action", "changesets/action", "automatic-releases", "glab release create",
          "hub release create",
        ]
      case .pods: ["pod trunk push", "pod_push"]
      case .packages: ["npm publish", "yarn publish", "pnpm publish", "yarn npm publish", "lerna publish"]
      case .builds:
        [
          "upload_to_testflight", "upload_to_app_store", "pilot(", "deliver(", "altool", "itmstransporter",
          "upload-testflight-build",
        ]
      }
    }

    /// Whether a line in lower case does it.
    func isDone(by text: String) -> Bool {
      marks.contains { text.contains($0) } || self == .tags && (Self.makesTag(text) || Self.pushesTag(text))
    }

    /// Whether it is `git tag` other than to list or delete tags.
    private static func makesTag(_ text: String) -> Bool {
      text.contains(
        /\bgit tag (?!\s*(?:-l\b|-n|-d\b|--(?:list|sort|format|points-at|contains|no-contains|merged|no-merged|delete)|\|))/
      )
    }

    private static func pushesTag(_ text: String) -> Bool {
      text.contains(/\bgit push [^|;&]*(?:--tags|--follow-tags|refs\/tags\/|\$[{( ]*[a-z0-9_.]*(?:tag|version))/)
    }

    var phrase: String {
      switch self {
      case .tags: "makes tags"
      case .releases: "makes releases"
      case .pods: "publishes pods"
      case .packages: "publishes npm packages"
      case .builds: "uploads to App Store Connect"
      }
    }
  }

  /// The lane or target; nil for the whole file.
  private(set) var name: String?
  private var works: Set<Work>
  /// The command of a workflow that does it; nil for the file itself.
  private var command: String?

  /// Returns the parts of a file that do something for a release, in its order.
  static func all(in source: SourceText, at place: Place) -> [Part] {
    var parts: [Part] = []
    var name: String?
    for line in String(decoding: source.bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let text = line.lowercased().trimmingBlanks()
      switch place {
      case .lanes: name = line.firstMatch(of: /^\s*(?:private_)?lane[ (]+:(\w+)/).map { String($0.1) } ?? name
      case .makefile: name = line.firstMatch(of: /^([A-Za-z0-9_.-]+)\s*:(?!=)/).map { String($0.1) } ?? name
      case .workflow, .script, .document: break
      }
      guard !text.hasPrefix("#"), !text.hasPrefix("//") else { continue }
      let works = Work.allCases.filter { $0.isDone(by: text) }
      guard !works.isEmpty else { continue }
      if let index = parts.firstIndex(where: { $0.name == name }) {
        parts[index].works.formUnion(works)
      } else {
        parts.append(Part(name: name, works: Set(works)))
      }
    }
    return parts
  }

  /// The part as one of the workflow that runs it with `command`.
  func started(by command: String) -> Part {
    var part = self
    (part.name, part.command) = (nil, command)
    return part
  }

  func remark(about path: RelativePath, _ trigger: Trigger?) -> String {
    let verbs = Work.allCases.filter(works.contains).map(\.phrase).joined(separator: " and ")
    let place = "`\(path)`" + (name.map { ", `\($0)`," } ?? "")
    let command = command.map { ", with `\($0)`" } ?? ""
    return "decide: \(place) \(verbs)\(trigger.map { " \($0.phrase)" } ?? "")\(command): \(consequence(trigger))"
  }

  private func consequence(_ trigger: Trigger?) -> String {
    let isStarted = trigger == .tag || trigger == .release
    if isStarted, works.contains(.releases) {
      return "what Martlet pushes starts it, so let only one of the two make the release"
    }
    if isStarted { return "keep it, what Martlet pushes starts it, unless `GITHUB_TOKEN` pushes" }
    if works.contains(.tags) || works.contains(.releases) {
      return "let only one of the two do that; the second one stops at the tag"
    }
    if works.contains(.pods) { return "a step `run: [pod, trunk, push, NAME.podspec]` does that in the lane" }
    return "a step `run` does that in the lane"
  }
}
