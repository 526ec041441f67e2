import Lanes
import MartletCore
import MartletManifests

/// Updates a formula or a cask in a Homebrew tap.
package struct TapStep: TreeStep {
  package static let keyword = PublishTreeStep.keyword
  package static let foreignNames = ["brews", "homebrew_casks", "bump_formula_pr"]
  package static let summary =
    "Writes the version, and the address and the SHA-256 of each archive, to a formula or a cask in a Homebrew tap, and pushes it. Every other byte stays the same."
  package static let parameters =
    [
      Parameter<Self>.main(
        "formula", \.formula, "The formula or the cask in the tap, such as `Formula/cool.rb`.", .required),
      Parameter<Self>(
        "archives", \.archives,
        "A mapping of systems to archives: \(FormulaSystem.names.quotedList), each with a path, also of a file of `--artifacts`, or the `id` of the step that makes the archive.",
        .required),
      Parameter<Self>(
        "base_url", \.baseURL, "The address of the archives' folder; left out, that of the release of `tag`."),
      Parameter<Self>("tag", \.tag, "The tag of the release that has the archives."),
      Parameter<Self>("version", \.version, "The version."),
      Parameter<Self>(
        "prereleases", \.takesPrereleases, "Whether the tap gets pre-releases, too. Otherwise the step skips them."),
      Parameter<Self>(
        "template", \.template,
        "A formula in this repository. The tap gets a copy, with the version and the archives in it, if it has no such formula."
      ),
    ] + targetParameters

  static let createsBranch = false

  package var formula: Template = ""
  package var archives = NamedTexts()
  package var baseURL: Template?
  package var tag: Template = "${tag}"
  package var version: Template = "${version}"
  package var takesPrereleases = false
  package var template: Template?
  var target = TreeTarget()

  package init() {}

  package var filesRead: [Template] { archives.entries.map(\.text) }

  package func mistakes(id: String?) -> [StepProblem] {
    archives.entries.filter { FormulaSystem.systems(named: $0.name) == nil }
      .map { StepProblem(.unknownSystem($0.name), at: $0.nameSpan) }
  }

  package func plan(_ draft: Draft) throws -> Decision {
    let version = try draft.text(of: version)
    if !takesPrereleases, (try? Version(version))?.isPrerelease == true {
      return Decision(remarks: ["nothing to do: `\(version)` is a pre-release, and `prereleases` is not `true`"])
    }
    let path = try draft.path(draft.text(of: formula))
    let source: SourceText
    do {
      source = try self.source(at: path, in: draft)
    } catch is WithheldCredential {
      return try unreadPublication(on: remoteBranch(in: draft), in: draft)
    }
    let formula = FormulaFile(source)
    if let problem = formula.classProblem { throw problem }
    let found = try archives.entries.map { try archive($0, in: draft) }
    let edits = try formula.edits(version: version, archives: found.map(\.archive))
    let isComplete = found.allSatisfy { $0.file.contents != nil } && [self.version, tag].allSatisfy(draft.isKnown)
    if isComplete, baseURL == nil { try checkRelease(with: found.map(\.file), in: draft) }
    var request = TreeRequest()
    let text = try formula.source.applying(edits)
    request.files[path.string] = .text(text.string(at: 0..<text.bytes.count))
    var decision = try publication(of: isComplete ? request : nil, in: draft)
    decision.remarks += formula.styleProblems.map { "`\(path)`: \($0)" }
    return decision
  }

  /// The formula of the tap, or the template for a new one.
  private func source(at path: RelativePath, in draft: Draft) throws -> SourceText {
    let branch = try remoteBranch(in: draft)
    if let bytes = try draft.workspace.contents(of: path, on: branch) {
      return try SourceText(path: path, fileBytes: bytes)
    }
    guard let template else { throw Failure.noFormula(path, branch) }
    let file = try draft.projectSource(at: draft.path(draft.text(of: template)))
    return SourceText(path: path, bytes: file.bytes)
  }

  private func archive(
    _ entry: NamedTexts.Entry, in draft: Draft
  ) throws -> (archive: FormulaArchive, file: Artifact) {
    guard let systems = FormulaSystem.systems(named: entry.name) else { throw Failure.unknownSystem(entry.name) }
    let files = try AssetList([entry.text], in: draft).artifacts
    guard let file = files.first, files.count == 1 else {
      throw Failure.severalArchives(try draft.text(of: entry.text), files.map(\.path))
    }
    let url = try baseURL.map { "\(try draft.text(of: $0))/\(file.name)" } ?? draft.address(of: file, tag: tag)
    guard !url.contains(where: { "\"\\#'".contains($0) || $0.isNewline }) else { throw Failure.badArchiveAddress(url) }
    return (FormulaArchive(for: systems, url: url, sha256: file.contents?.digest.hex ?? ""), file)
  }

  /// Checks that the release of `tag` has exactly these files, unless this run publishes it.
  private func checkRelease(with files: [Artifact], in draft: Draft) throws {
    let tag = try draft.text(of: tag)
    guard !draft.publications.contains(where: { $0.draft.release.tag == tag }) else { return }
    let repository = try draft.forgeRepository(ofTag: tag)
    switch try draft.workspace.publishedRelease(of: tag, on: repository, comparing: files) {
    case .value(let release):
      guard release.differences.isEmpty else { throw Failure.otherFiles(tag, release) }
    case .none: throw Failure.notPublished(tag, repository)
    case .unknown(let failure): throw failure
    }
  }
}

extension Failure {
  fileprivate static func unknownSystem(_ name: String) -> Failure {
    Failure(
      "unknown system `\(name)`, expected one of \(FormulaSystem.names.quotedList)",
      hint: FormulaSystem.name(meantBy: name).map { "did you mean `\($0)`?" }
    ).permanent
  }

  fileprivate static func notPublished(_ tag: String, _ repository: ForgeRepository) -> Failure {
    Failure(
      "\(repository.kind.name) shows no published release of `\(tag)` in `\(repository.name)`, which the formula would refer to",
      hint: "put `publish_release` before `publish_files`, or name the address of the archives in `base_url`")
  }

  fileprivate static func otherFiles(_ tag: String, _ release: PublishedRelease) -> Failure {
    Failure(
      "the release of `\(tag)` is published without these files, or with others of their names: "
        + "\(release.differences.quotedList): \(release.url)",
      hint: "name in `archives` the files that were published, or their address in `base_url`")
  }

  fileprivate static func noFormula(_ path: RelativePath, _ branch: RemoteBranch) -> Failure {
    Failure(
      "no `\(path)` on `\(branch.name)` of `\(branch.address)`",
      hint:
        "correct `formula` or `branch`, or name a formula to begin with in `template`: `martlet help templates formula.rb` prints one"
    ).permanent
  }
}
