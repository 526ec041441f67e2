import Lanes
import MartletCore
import MartletManifests

/// The part of a first Releasefile that does not depend on its lanes.
struct ReleasefileHead: Equatable {
  /// A manifest that was found, but has another version than the project.
  struct SkippedManifest: Equatable {
    let keyword: String
    let path: RelativePath
    /// Its version, or its versions if it has several.
    let value: String
  }

  /// Where the lanes read the version.
  enum Source {
    case manifests
    /// In the places that each bump finds again: declared manifests would lose some of them.
    case found
    case tags
    /// Neither a file nor a tag has a version.
    case nowhere
  }

  let project: String
  let tagFormat: TagFormat
  /// The manifests found by the resolver.
  let manifests: [ManifestDeclaration]
  /// Those of them that the last releases show.
  let raised: [ManifestDeclaration]
  let leftOut: [SkippedManifest]
  let source: Source
  /// The packages that tags name; empty if the repository has one version.
  let packages: [TaggedPackages.Package]
  /// Whether neither a file nor a tag has a version yet.
  let isFirst: Bool
  /// Whether the files have a build number that can be raised, and that was not the same at the last two releases and now.
  let raisesBuild: Bool
  /// Whether the last release raised the build number with the version.
  let raisesBuildWithVersion: Bool
  /// How to choose it.
  let build: BumpBuildStep.Strategy
  /// Decisions for the user, and remarks, one line each.
  let remarks: [String]

  /// - Parameter tagFormat: The tag format, if known; nil to detect it from the repository.
  init(of draft: Draft, tagFormat: TagFormat? = nil) throws {
    let tagged = try OtherTags(in: draft, declaring: tagFormat).packages
    let decided = try draft.decidedVersion()
    var survey = try draft.resolution(for: tagged.isOnlyAnswer ? .version : .edits, deciding: decided)
    guard tagged.packages.isEmpty || !tagged.isOnlyAnswer && survey.isConfirmedByTag else {
      packages = tagged.packages
      project = draft.releasefile.project ?? draft.repositoryName ?? draft.workspace.folderName
      (self.tagFormat, manifests, raised, leftOut) = (.plain, [], [], [])
      (source, isFirst, raisesBuild, raisesBuildWithVersion, remarks) = (.nowhere, false, false, false, [])
      build = .increment
      return
    }
    packages = []
    if case .undecided(.contradiction(.disagreement, let sites, _, _)) = survey.decision,
      let highest = sites.compactMap(\.version).highest
    {
      survey = try draft.resolution(for: .edits, deciding: highest)
    }
    let names = try draft.projectNames()
    let version = try survey.version()
    let found = try decided == nil ? version.map { try FoundManifests(in: survey, version: $0, names, of: draft) } : nil
    let declared = decided == nil ? nil : draft.releasefile.manifests ?? []
    var manifests = declared ?? found?.manifests ?? []
    let leftOut = found?.leftOut ?? []
    project =
      draft.releasefile.project ?? names.title(ofRepository: draft.repositoryName, in: draft.workspace.folderName)
    self.tagFormat = try tagFormat ?? draft.tagFormat()
    let isTagged = try !draft.releases().isEmpty
    let isPackage = try draft.isPackage()
    isFirst = manifests.isEmpty && !isTagged
    var lost = try found == nil ? [] : version.map { try draft.places(of: survey, at: $0, lostBy: manifests) } ?? []
    raised =
      try found == nil
      ? [] : version.map { try RaisedLines(of: draft, at: $0, besides: survey, names).manifests } ?? []
    if let version, !raised.isEmpty {
      // With a list of manifests, a bump raises nothing else.
      let lines = try TextManifest.lines(of: survey.sites(of: .version).filter { lost.contains($0.place) }, in: draft)
      manifests += lines.map(ManifestDeclaration.init) + raised
      lost = try draft.places(of: survey, at: version, lostBy: manifests)
    }
    let isFound = !lost.isEmpty
    self.leftOut = isFound ? [] : leftOut
    let decisions = isFound ? raised.map(Self.remark) : found?.remarks ?? []
    self.manifests = isFound ? [] : manifests
    source = isFound ? .found : !manifests.isEmpty ? .manifests : isTagged || isPackage ? .tags : .nowhere
    let hasBuild =
      isFound ? survey.canRaiseBuild && survey.hasBuild(besideRaised: version) : found?.raisesBuild ?? false
    let habit = try draft.buildHabit(of: survey)
    // A build number that is the version rises with it.
    raisesBuild = hasBuild && habit != .kept && survey.build != version?.description
    build = (try? survey.highestBuild())?.isTimestamp == true ? .timestamp : .increment
    raisesBuildWithVersion = self.tagFormat.hasBuild || habit == .raised
    remarks =
      try decisions + (found?.mismatches ?? []) + survey.buildRemarks()
      + OtherTags(in: draft, declaring: tagFormat).remarks
  }
}

extension ReleasefileHead {
  fileprivate static func remark(aboutRaised line: ManifestDeclaration) -> String {
    "decide: the last two releases raised `\(line.options["pattern"]?.first ?? "")` in `\(line.path)`, and a bump does not"
  }
}

extension ProjectNames {
  /// Returns the name of the package, Xcode project or pod that equals the repository's name, or is a part of it, apart from
  /// signs such as `-`; otherwise the repository's name. Without a remote, and for a repository named only after its platform,
  /// it is the first name that is not an id such as `com.example.app`, or else that of the folder.
  fileprivate func title(ofRepository repository: String?, in folder: String) -> String {
    let first = own.first { !$0.contains(".") }
    guard let repository else { return first ?? folder }
    let name = repository.lettersAndNumbers
    if Self.platforms.contains(name), let first { return first }
    return own.first { $0.lettersAndNumbers == name }
      ?? own.first { !$0.lettersAndNumbers.isEmpty && name.contains($0.lettersAndNumbers) } ?? repository
  }

  private static let platforms: Set = [
    "app", "apple", "client", "ios", "iosapp", "mac", "macos", "mobile", "sdk", "swift",
  ]
}

extension String {
  fileprivate var lettersAndNumbers: String { lowercased().filter { $0.isLetter || $0.isNumber } }
}

extension Draft {
  /// The version that a Releasefile without lanes decides, with `source: tag` or `manifests`; nil where it leaves that open.
  fileprivate func decidedVersion() throws -> Version? {
    guard releasefile.lanes.isEmpty else { return nil }
    if releasefile.versionSource == .tag { return try newestTaggedVersion() }
    return releasefile.manifests == nil ? nil : try survey(for: .version).version()
  }

  /// The last part of the address of the first remote; nil without a remote.
  fileprivate var repositoryName: String? {
    let address = (try? workspace.remoteAddresses())?.lazy.compactMap { RemoteAddress($0) }.first
    return address?.path.split(separator: "/").last.map(String.init)
  }

  /// Whether there is a Swift package at the root.
  package func isPackage() throws -> Bool { try source(at: path(PackageDescription.fileName)) != nil }
}

extension VersionSurvey {
  /// Whether the product has a build number that can be raised.
  var canRaiseBuild: Bool { (try? nextBuild()) != nil }

  /// Returns the build number after the highest one; nil without one.
  private func nextBuild() throws -> BuildNumber? {
    let next = try highestBuild()?.incremented()
    _ = try next.map(AppleVersionRule.buildVersion)
    return next
  }

  /// A decision for the user if Apple's stores refuse the next build number, such as that of a minute without a dot.
  fileprivate func buildRemarks() throws -> [String] {
    do {
      _ = try nextBuild()
    } catch let error as AppleVersionError {
      return ["decide: no lane raises the build number, because \(error)"]
    } catch is VersionError {}
    return []
  }

  /// Whether a file that a bump raises from `version` has a build number of the product, too.
  fileprivate func hasBuild(besideRaised version: Version?) -> Bool {
    guard let version else { return false }
    return readings.contains { reading in
      reading.sites.contains { $0.kind == .version && follows(version, at: $0) }
        && reading.sites.contains { $0.kind == .build && $0.role == .product }
    }
  }
}
