import Lanes
import MartletCore
import MartletManifests

extension ChecksumsStep {
  /// A file about the other files of a release.
  struct Evidence {
    let path: RelativePath
    let text: String
  }

  /// The kinds of such files.
  enum EvidenceKind {
    case materials(Template)
    case provenance(Template)
  }

  /// The files that the step writes, in order: each is about those before it, too.
  var evidenceKinds: [EvidenceKind] {
    [sbom.map(EvidenceKind.materials), provenance.map(EvidenceKind.provenance)].compactMap(\.self)
  }

  func evidence(
    _ kind: EvidenceKind, about files: [(digest: String, name: String)], in draft: Draft
  ) throws -> Evidence {
    switch kind {
    case .materials(let path):
      Evidence(path: try draft.path(draft.text(of: path)), text: try materials(files, in: draft).json)
    case .provenance(let path):
      Evidence(path: try draft.path(draft.text(of: path)), text: try provenance(of: files, in: draft).json)
    }
  }

  private func provenance(of files: [(digest: String, name: String)], in draft: Draft) throws -> Provenance {
    let tag = draft.ownTags.last
    guard let remote = try draft.addressOfRemote else { throw Failure.noRemote }
    let reference = try tag.map { "refs/tags/\($0)" } ?? "refs/heads/\(draft.branch())"
    var provenance = Provenance(
      of: Provenance.Source(address: remote, reference: reference, commit: try draft.knownCommit ?? Self.openCommit),
      lane: draft.laneName, effects: draft.effectPhrases, pipeline: draft.pipeline)
    provenance.files = files.map { (name: $0.name, digest: $0.digest) }
    let manifest = try RelativePath(PackageDescription.fileName).flatMap(draft.source).map(PackageDescription.init)
    provenance.packages = try draft.resolvedPackages(of: manifest).compactMap { pin in
      guard let location = pin.location, RemoteAddress.isOnServer(location), let commit = pin.revision else {
        return nil
      }
      return Provenance.Source(address: location, reference: pin.version, commit: commit)
    }
    return provenance
  }

  /// The commit in a plan that is only shown, if the run creates it.
  private static let openCommit = String(repeating: "?", count: 40)

  private func materials(_ files: [(digest: String, name: String)], in draft: Draft) throws -> BillOfMaterials {
    let manifest = try RelativePath(PackageDescription.fileName).flatMap(draft.source).map(PackageDescription.init)
    let repository = try draft.addressOfRemote.flatMap {
      RemoteAddress.isOnServer($0) ? RemoteAddress($0)?.repository : nil
    }
    let subject = BillOfMaterials.Subject(
      name: try draft.text(of: "${project}"), version: try draft.version().description,
      isLibrary: manifest.map { !$0.hasExecutable } ?? false, repository: repository)
    let own = try libraries.filter(draft.isKnown).map(draft.text(of:)).flatMap { try Self.components(of: $0) }
    let packages = try draft.resolvedPackages(of: manifest).map(\.component)
    return BillOfMaterials(of: subject, packages + own, files: files.map { (name: $0.name, digest: $0.digest) })
  }
}

extension ChecksumsStep {
  /// The libraries in lines such as `zlib 1.3.1`.
  ///
  /// - Throws: `Failure.badLibrary` for another line.
  private static func components(of text: String) throws(Failure) -> [BillOfMaterials.Component] {
    var libraries: [BillOfMaterials.Component] = []
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 2 else { throw .badLibrary(String(line)) }
      libraries.append(
        BillOfMaterials.Component(name: words[0], version: words[1], address: "pkg:generic/\(words[0])"))
    }
    return libraries
  }
}

extension Draft {
  /// The address of the remote that gets the release; nil if there is none.
  fileprivate var addressOfRemote: String? {
    get throws { try remote(ofTag: "").flatMap(workspace.remoteAddress) }
  }

  /// Whether the commit that the files are made of exists.
  var isCommitKnown: Bool { get throws { try knownCommit != nil } }

  /// The id of HEAD; nil if the run has yet to create it.
  fileprivate var knownCommit: String? {
    get throws { if case .existing(let id) = try headReference() { id.hex } else { nil } }
  }

  /// The packages that the project is built with: those of `Package.resolved` beside `Package.swift`, or those of its Xcode
  /// projects.
  ///
  /// - Throws: `Failure.unresolvedPackages` if there is no such file, and the manifest has dependencies.
  fileprivate func resolvedPackages(of manifest: PackageDescription?) throws -> [ResolvedPackages.Pin] {
    if let source = try RelativePath(ResolvedPackages.fileName).flatMap(source) {
      return try ResolvedPackages(source).pins
    }
    let sources = try filePaths().filter(ResolvedPackages.isOfXcode).compactMap(source)
    // A command of the lane may still resolve them.
    guard !sources.isEmpty || manifest?.hasDependencies != true || awaitsCommand else {
      throw Failure.unresolvedPackages
    }
    var pins: [ResolvedPackages.Pin] = []
    for source in sources { pins += try ResolvedPackages(source).pins.filter { !pins.contains($0) } }
    return pins
  }
}

extension ResolvedPackages.Pin {
  fileprivate var component: BillOfMaterials.Component {
    let repository = location.flatMap { RemoteAddress.isOnServer($0) ? RemoteAddress($0)?.repository : nil }
    let isFromRegistry = location == nil
    var component = BillOfMaterials.Component(
      name: name, version: version ?? revision,
      address: (repository ?? (isFromRegistry ? name.replacing(".", with: "/") : nil)).map { "pkg:swift/\($0)" })
    if repository != nil { component.source = location }
    component.commit = revision
    return component
  }
}

extension Failure {
  static func badLibrary(_ line: String) -> Failure {
    Failure("`\(line)` in `libraries` is not a library, expected a name and a version, such as `zlib 1.3.1`")
  }

  static let unresolvedPackages = Failure(
    "`Package.swift` has dependencies, and no `Package.resolved` has their versions, which the bill of materials lists",
    hint: "write the file with `swift package resolve`")
}
