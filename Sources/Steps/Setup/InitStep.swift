import BuiltInTemplates
import Environments
import Lanes
import MartletCore
import MartletManifests

/// Writes a first Releasefile for the project. `martlet init` is a lane of this one step. It is not in the catalogue,
/// because a Releasefile has no use for it.
package struct InitStep: Step {
  package static let keyword = "init"
  package static let summary = "Writes a Releasefile for the version files and tags found in the project."
  package static let parameters: [Parameter<Self>] = []

  /// The facts about the project; nil: they are collected when planning.
  private var head: ReleasefileHead?

  package init() {}

  /// Creates the step for the project of `draft`, which is surveyed only once, even if the lane is planned again.
  package init(in draft: Draft) throws {
    head = try ReleasefileHead(of: draft)
  }

  package func plan(_ draft: Draft) throws -> Decision {
    let head = try head ?? ReleasefileHead(of: draft)
    let existing = try draft.releasefileWithoutLanes()
    let environments =
      existing?.environments == nil
      ? try environments(in: draft, isNew: head.source == .nowhere && head.packages.isEmpty) : nil
    if !head.packages.isEmpty { return try plan(packages: head.packages, draft) }
    if head.source == .nowhere {
      guard let environments else { throw Failure.noVersion(in: draft) }
      let effect = try Effect.write(releasefile: environments, in: draft)
      return Decision([effect], remarks: head.remarks + ["no version was found, so the Releasefile has no lanes"])
    }
    let releasability = Releasability(in: draft, tag: head.tagFormat)
    let conventions = try ReleaseConventions(of: draft)
    let content = Templates.FirstReleasefile(
      project: head.project.asYAMLScalar, tag: head.tagFormat.description.asYAMLFlowScalar,
      branch: try branch(in: draft).asYAMLFlowScalar,
      extras: Templates.FirstReleasefile.Extras(
        ensuresReleasable: releasability.isReleasable,
        bumpsBuild: try head.raisesBuild && !head.raisesBuildWithVersion && !isLibrary(head, in: draft),
        bumpsBuildWithVersion: head.raisesBuild && head.raisesBuildWithVersion, build: head.build.rawValue,
        comparesInterface: try head.source == .tags && draft.hasLibrary(), isInTags: head.source == .tags,
        isFound: head.source == .found, isFirst: head.isFirst, isConventional: conventions.isConventional,
        changelog: conventions.changelog?.string.asYAMLFlowScalar,
        publishes: try draft.forge() != nil, binaries: try binaries(in: draft)),
      manifests: head.manifests.map { manifest in
        Templates.FirstReleasefile.Manifest(
          keyword: manifest.keyword, path: manifest.path.string.asYAMLScalar,
          options: ManifestOptions(manifest.options).yamlValues.map { .init(name: $0.name, value: $0.value) },
          isRaised: head.raised.contains(manifest))
      },
      leftOut: head.leftOut.map { .init(keyword: $0.keyword, path: $0.path.string.asYAMLScalar, value: $0.value) })
    let text = try Templates.releasefile(content) + (environments.map { "\n\($0)" } ?? "")
    let effect = try Effect.write(releasefile: text, in: draft)
    return try Decision(
      [effect],
      remarks: head.remarks + releasability.remarks + conventions.remarks + OtherReleaseTools(in: draft).remarks
        + fastfileRemarks(draft))
  }

  /// Returns the binary targets with the address of the last release: the next one needs another address and checksum.
  private func binaries(in draft: Draft) throws -> [Templates.FirstReleasefile.Binary] {
    guard let released = try draft.releaseTags().tags.released else { return [] }
    return try draft.binaryTargets(at: released).enumerated().map { index, binary in
      let url = binary.url.replacing(released.description, with: "${version}")
      let name = url.split(separator: "/").last ?? ""
      return Templates.FirstReleasefile.Binary(
        target: binary.name.asYAMLFlowScalar, url: try draft.isReleaseFile(binary) ? nil : url.asYAMLFlowScalar,
        folder: "build/\(binary.name).xcframework".asYAMLFlowScalar,
        output: name == "\(binary.name).xcframework.zip" ? nil : "dist/\(name)".asYAMLFlowScalar,
        id: index == 0 ? "binary" : "binary\(index + 1)")
    }
  }

  /// Whether there is a package, a pod, or a project without an app, and no app or Info.plist contains the version.
  private func isLibrary(_ head: ReleasefileHead, in draft: Draft) throws -> Bool {
    var isLibrary = try draft.isPackage()
    for manifest in head.manifests {
      switch manifest.keyword {
      case XcodeprojManifest.keyword:
        if try XcodeprojManifest(path: manifest.path).makesApp(in: draft) { return false }
        isLibrary = true
      case PlistManifest.keyword where manifest.path.lastComponent.hasSuffix("Info.plist"): return false
      case PodspecManifest.keyword: isLibrary = true
      default: break
      }
    }
    return isLibrary
  }

  /// Plans a Releasefile for packages with tags such as `core/1.4.2`.
  private func plan(packages: [TaggedPackages.Package], _ draft: Draft) throws -> Decision {
    guard packages.contains(where: { $0.folder != nil }) else { throw Failure.noPackageFolders(packages) }
    let values = zip(packages, packages.declaredNames).map { package, name -> TemplateValue in
      let isUsual = package.format == PackageDeclaration(name: name).tagFormat
      return [
        "name": .text(name.asYAMLScalar), "folder": .optional(package.folder?.string.asYAMLFlowScalar ?? ""),
        "tag": .optional(isUsual ? "" : package.format.description.asYAMLFlowScalar),
      ]
    }
    let text = try Mustache(BuiltInTemplate.packagesReleasefile.text).text(
      with: ["packages": .list(values), "branch": .text(try branch(in: draft).asYAMLFlowScalar)], .html)
    return Decision([try Effect.write(releasefile: text, in: draft)], remarks: try OtherReleaseTools(in: draft).remarks)
  }

  /// Returns the Releasefile text for the project's environments; nil where there are none.
  ///
  /// - Parameter isNew: Whether the text is a whole Releasefile.
  private func environments(in draft: Draft, isNew: Bool) throws -> String? {
    try FoundEnvironments(in: draft).map { found in
      let setting = found.setting ?? Templates.Environments.setting
      return try Templates.environments(
        in: found.values.string, setting: setting, output: try FoundEnvironments.swiftOutput(in: draft),
        isChosenAtRunTime: try draft.infoPlists().contains(where: InfoPlistKey(setting).exists),
        default: found.production, isNew: isNew)
    }
  }

  /// Returns the checked-out branch, even if it has no commit yet. In detached HEAD state: the CI system's branch, or
  /// `main` or `master` if it exists locally or was fetched.
  private func branch(in draft: Draft) throws -> String {
    switch try draft.head() {
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
    try draft.filePaths().filter(Fastfile.isFastfile).filter { path in
      try draft.source(at: path).map { FastfileOutline($0).lanes.isEmpty } == false
    }.map {
      "found \($0): to translate its lanes instead, delete the Releasefile, then run `martlet init --from \($0.string.shellWord)`"
    }
  }
}

extension [TaggedPackages.Package] {
  /// The names for a Releasefile: `app` for `@cool/app`, unless several packages have that name in different scopes.
  fileprivate var declaredNames: [String] {
    let short = map { $0.name.split(separator: "/").last.map(String.init)?.asPackageName ?? "" }
    return zip(self, short).map { package, name in
      short.count { $0 == name } == 1 ? name : package.name.asPackageName
    }
  }
}

extension String {
  /// The text in the letters of a package's name in a Releasefile.
  fileprivate var asPackageName: String {
    split { !($0.isASCII && ($0.isLetter || $0.isNumber)) && $0 != "_" && $0 != "-" }.joined(separator: "-")
  }
}

extension Draft {
  /// Whether there is a package with a library: without one, its interface has no users.
  fileprivate func hasLibrary() throws -> Bool {
    try source(at: path(PackageDescription.fileName)).map { PackageDescription($0).hasLibrary } ?? false
  }
}

/// Whether a package passes the check `releasable` now, so that the first lane does not stop at this step.
private struct Releasability {
  private(set) var isReleasable = false
  private(set) var remarks: [String] = []

  init(in draft: Draft, tag format: TagFormat) {
    guard let path = RelativePath(PackageDescription.fileName), (try? draft.source(at: path)) != nil else { return }
    guard TagFormat.readBySwiftPM.contains(format) else {
      remarks.append("the check `releasable` is omitted, because SwiftPM does not read tags of the form `\(format)`")
      return
    }
    do {
      _ = try EnsureReleasableStep().plan(draft)
      isReleasable = true
    } catch {
      let diagnostic = Failure(of: error).diagnostics[0]
      let place = diagnostic.place.map { "\($0): " } ?? ""
      remarks.append(
        "the check `releasable` is omitted, because it would stop the release: \(place)\(diagnostic.message)")
    }
  }
}

extension Effect {
  /// Returns the effect that writes `text` as a new Releasefile, or adds it to one without lanes.
  ///
  /// - Throws: `Failure` if the result is not a valid Releasefile.
  static func write(releasefile text: String, in draft: Draft) throws -> Effect {
    let existing = try draft.releasefileWithoutLanes()?.source
    let file =
      try existing.map { try $0.appending(text.withoutModeLine.withoutSections(of: $0)) }
      ?? SourceText(path: draft.path(Releasefile.fileNames[0]), text: text)
    _ = try Releasefile(file, vocabulary: .standard)
    return .writeFile(FileWrite(from: existing, to: file))
  }
}

extension Draft {
  /// Returns the project's Releasefile if it has no lanes, only environments, for example.
  fileprivate func releasefileWithoutLanes() throws -> Releasefile? {
    let sources = try Releasefile.fileNames.compactMap { try source(at: path($0)) }
    let releasefile = sources.first.flatMap { try? Releasefile($0, vocabulary: .standard) }
    return releasefile?.lanes.isEmpty == true ? releasefile : nil
  }
}

extension Failure {
  static func noPackageFolders(_ packages: [TaggedPackages.Package]) -> Failure {
    Failure(
      "the tags are of \(packages.count) packages, and no folder has the name of one",
      hint: "write `packages:` with the folders of each in a Releasefile",
      notes: packages.map { "  \($0.newest)  \($0.day)" })
  }
}

extension String {
  /// The text without its keys that `existing` has, too: there the user has decided.
  fileprivate func withoutSections(of existing: SourceText) throws -> String {
    let keys = Set(try Node(yaml: existing).entries?.map(\.key) ?? [])
    var isOmitted = false
    return split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      if line.first?.isLetter == true { isOmitted = keys.contains(String(line.prefix { $0 != ":" })) }
      return !isOmitted
    }.joined(separator: "\n")
  }

  /// The text without the first line for editors, which a file has only at its start.
  fileprivate var withoutModeLine: String {
    hasPrefix("# -*-") ? String(drop { $0 != "\n" }.dropFirst()) : self
  }
}
