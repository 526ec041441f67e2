import Importing
import Lanes
import Manifests
import TextEditing
import Versioning

/// What a first Releasefile says of a project, whatever its lanes are.
struct ReleasefileHead: Equatable {
  /// A file that was found and says another version than the project has.
  struct LeftOut: Equatable {
    let keyword: String
    let path: RelativePath
    /// Its version, or all that it says.
    let says: String
  }

  let project: String
  let tagFormat: TagFormat
  /// The files found by looking, then those that only another tool's configuration names.
  let manifests: [Predecessor.Manifest]
  let leftOut: [LeftOut]
  /// Whether no file says the version, and tags do or will.
  let livesInTags: Bool
  /// Whether neither a file nor a tag says a version yet.
  let isFirst: Bool
  /// The parts of the version that can be raised: `1.4` has no patch.
  let parts: [String]
  /// Whether the files say a build number that can be raised.
  let raisesBuild: Bool
  /// What was found of other tools, a line each.
  let remarks: [String]

  /// - Parameter tagFormat: How tags are spelled, if that is known better than from the repository.
  init(of draft: Draft, tagFormat: TagFormat? = nil) throws {
    var survey = try draft.resolution(for: .edits)
    if case .undecided(.conflict(let sites, _, _)) = survey.decision,
      let highest = sites.compactMap(\.version).max(by: { $0.precedes($1) })
    {
      survey = try draft.resolution(for: .edits, deciding: highest)
    }
    let predecessors = try Predecessor.found(in: draft)
    let names = try draft.projectNames()
    let version = try survey.version()
    let found = try version.map { try FoundManifests(in: survey, saying: $0, names, of: draft) }
    var manifests = found?.manifests ?? []
    leftOut = found?.leftOut ?? []
    var remarks = (found?.remarks ?? []) + (found?.mismatches ?? [])
    for predecessor in predecessors {
      var taken = 0
      var refusals: [String] = []
      for manifest in predecessor.manifests
      where !manifests.contains(where: { $0.path == manifest.path && manifest.keyword != "text" })
        && !leftOut.contains(where: { $0.path == manifest.path })
      {
        if let problem = try manifest.problem(in: draft, names: names) {
          refusals.append("\(predecessor.path): `\(manifest.path)` is not taken over: \(problem)")
        } else if !manifests.contains(manifest) {
          manifests.append(manifest)
          taken += 1
        }
      }
      remarks += [predecessor.summary(taken: taken)] + refusals + predecessor.notes.map(\.description)
    }
    project = draft.releasefile.project ?? names.title(inFolder: draft.workspace.folderName)
    self.tagFormat = try tagFormat ?? predecessors.lazy.compactMap(\.tagFormat).first ?? draft.tagFormat()
    let isTagged = try !draft.releases().isEmpty
    isFirst = manifests.isEmpty && !isTagged
    livesInTags = try manifests.isEmpty && (isTagged || draft.isPackage())
    self.manifests = manifests
    parts = Array(["major", "minor", "patch"].prefix(version?.components.count ?? 3))
    raisesBuild = found?.raisesBuild ?? false
    self.remarks = remarks
  }
}

extension ProjectNames {
  /// What the project is called: by its package, Xcode project or pod, the one that its folder is named after first.
  fileprivate func title(inFolder folder: String) -> String {
    own.first { $0.lowercased() == folder.lowercased() } ?? own.first ?? folder
  }
}

extension Draft {
  /// Whether there is a Swift package at the root.
  func isPackage() throws -> Bool { try source(at: path(PackageDescription.fileName)) != nil }
}

extension Predecessor {
  /// What was found and what is made of it.
  fileprivate func summary(taken: Int) -> String {
    let tags = tagFormat.map { ", tags are spelled `\($0)`" } ?? ""
    return "found \(path) (\(tool)): \(taken) of its files taken over\(tags)"
  }
}

extension Predecessor.Manifest {
  /// Why the version cannot be read with this; nil when it can.
  fileprivate func problem(in draft: Draft, names: ProjectNames) throws -> String? {
    guard let format = ManifestCatalogue.format(named: keyword) else { return "unknown format" }
    do {
      let manifest = try format.manifest(at: path, options: ManifestOptions(options), names: { names })
      return try manifest.versionSites(in: draft).isEmpty ? "no version in it" : nil
    } catch {
      return error.firstMessage
    }
  }
}
