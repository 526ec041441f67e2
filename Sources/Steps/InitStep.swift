import Environments
import Importing
import Lanes
import Manifests
import Templates
import TextEditing
import Versioning

/// Writes a first Releasefile from what is found in the project. `martlet init` is a lane of this one step; it is not in
/// the catalogue, because a Releasefile that writes itself helps nobody.
package struct InitStep: Step {
  package static let keyword = "init"
  package static let summary = "Writes a Releasefile for what is found in the project."
  package static let parameters: [Parameter<Self>] = []

  /// What is known of the project; nil: it is looked for.
  private var head: ReleasefileHead?

  package init() {}

  /// For the project that `draft` shows, which is looked over only once, however often a lane of this step is planned.
  package init(in draft: Draft) throws {
    head = try ReleasefileHead(of: draft)
  }

  package func plan(_ draft: Draft) throws -> Decision {
    let head = try head ?? ReleasefileHead(of: draft)
    let environments = try environments(in: draft)
    if head.manifests.isEmpty, !head.livesInTags {
      guard let environments else { throw Failure.noVersion }
      let effect = try Effect.writeReleasefile(ReleasefileText.head + environments)
      return Decision([effect], remarks: head.remarks + ["no version was found, so the Releasefile has no lanes"])
    }
    let releasability = Releasability(in: draft)
    let habits = try ReleaseHabits(of: draft)
    let content = Templates.FirstReleasefile(
      project: head.project.asYAMLScalar, tag: head.tagFormat.description.asYAMLScalar,
      branch: try branch(in: draft).asYAMLScalar, parts: head.parts,
      extras: Templates.FirstReleasefile.Extras(
        ensuresReleasable: releasability.isThere, bumpsBuild: head.raisesBuild,
        comparesInterface: try head.livesInTags && draft.hasLibrary(), isFirst: head.isFirst,
        isConventional: habits.isConventional, changelog: habits.changelog?.string.asYAMLScalar,
        publishes: try draft.forge() != nil),
      manifests: head.manifests.map { manifest in
        Templates.FirstReleasefile.Manifest(
          keyword: manifest.keyword, path: manifest.path.string.asYAMLScalar,
          options: manifest.options.sorted { $0.key < $1.key }.map { name, texts in
            let list = texts.map(\.asYAMLFlowScalar).joined(separator: ", ")
            return .init(name: name, value: name == "targets" ? "[\(list)]" : texts.first?.asYAMLScalar ?? "")
          }
        )
      },
      leftOut: head.leftOut.map { .init(keyword: $0.keyword, path: $0.path.string.asYAMLScalar, says: $0.says) })
    let effect = try Effect.writeReleasefile(
      Templates.releasefile(content) + (environments.map { "\n\($0)" } ?? ""))
    return Decision([effect], remarks: head.remarks + releasability.remarks + (try fastfileRemarks(draft)))
  }

  /// What a Releasefile declares of the environments that the project has; nil where there are none.
  private func environments(in draft: Draft) throws -> String? {
    try FoundEnvironments(in: draft).map { found in
      ReleasefileText.environments(
        in: found.values.string, setting: found.setting ?? Templates.Environments.setting,
        output: try FoundEnvironments.swiftOutput(in: draft), isChosenAtRunTime: false, default: nil)
    }
  }

  /// The branch that is checked out, which need not have a commit yet; without any, the one that is there or fetched as
  /// `main` or `master`.
  private func branch(in draft: Draft) throws -> String {
    switch try draft.workspace.head() {
    case .unborn(let branch): return branch
    case .branch: return try draft.branch()
    case .detached:
      if let branch = draft.pipeline?.branch { return branch }
      let names = ["main", "master"]
      return try names.first { name in
        try ["refs/heads/\(name)", "refs/remotes/origin/\(name)"].contains {
          try draft.workspace.commit(named: $0) != nil
        }
      } ?? names[0]
    }
  }

  private func fastfileRemarks(_ draft: Draft) throws -> [String] {
    try Fastfile.fileNames.compactMap { name in
      guard let path = RelativePath(name), try draft.source(at: path) != nil else { return nil }
      return "found \(path): translate it with `martlet init --from \(path)`"
    }
  }
}

extension Draft {
  /// Whether there is a package with a library: without one nobody builds on its interface.
  fileprivate func hasLibrary() throws -> Bool {
    try source(at: path(PackageDescription.fileName)).map { PackageDescription($0).hasLibrary } ?? false
  }
}

/// Whether a package passes `ensure_releasable` as it is: a first lane shall not be one that stops at once.
private struct Releasability {
  private(set) var isThere = false
  private(set) var remarks: [String] = []

  init(in draft: Draft) {
    guard let path = RelativePath(PackageDescription.fileName), (try? draft.source(at: path)) != nil else { return }
    do {
      _ = try EnsureReleasableStep().plan(draft)
      isThere = true
    } catch {
      let diagnostic = Failure(of: error).diagnostics[0]
      let place = diagnostic.place.map { "\($0): " } ?? ""
      remarks.append(
        "`ensure_releasable` is left out, because it would stop the release: \(place)\(diagnostic.message)")
    }
  }
}

extension Effect {
  /// Writes `text` as the Releasefile that was not there before.
  ///
  /// - Throws: `Failure` when it is none.
  static func writeReleasefile(_ text: String) throws -> Effect {
    guard let path = Releasefile.fileNames.first.flatMap({ RelativePath($0) }) else { throw Failure.badPath("") }
    let file = SourceText(path: path, text: text)
    _ = try Releasefile(file, vocabulary: .standard)
    return .writeFile(FileWrite(from: nil, to: file))
  }
}
