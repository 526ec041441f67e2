import Lanes
import MartletCore
import MartletManifests

extension ChecksumsStep {
  /// Returns the statement of the release of the version's tag.
  ///
  /// - Parameter tag: Nil in a plan that is only shown, if the run creates it.
  /// - Throws: `Failure.noTagToSign` if it does not exist, and no step before this one creates it.
  func statement(
    of tag: ExistingTag?, _ files: [(digest: String, name: String)], in draft: Draft
  ) throws -> ReleaseStatement {
    let name = try draft.text(of: "${tag}")
    guard tag != nil || draft.ownTags.contains(name) else { throw Failure.noTagToSign(name) }
    let open = String(repeating: "?", count: 40)
    var facts = ["project": try draft.text(of: "${project}")]
    facts["lane"] = draft.laneName
    return ReleaseStatement(
      of: files.map { ReleaseStatement.File(name: $0.name, digest: $0.digest) },
      repository: try draft.forgeRepository(ofTag: name).canonicalAddress, tag: name,
      tagObject: tag?.object.hex ?? open, commit: tag?.target.hex ?? open, version: try draft.version().description,
      facts: facts,
      program: draft.workspace.userAgent)
  }

  func materials(_ files: [(digest: String, name: String)], in draft: Draft) throws -> BillOfMaterials {
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
  static func noTagToSign(_ tag: String) -> Failure {
    Failure(
      "no tag `\(tag)`, expected the one that the signed statement is about",
      hint: "put `checksums` with `sign: true` after `tag`"
    ).permanent
  }

  static func badLibrary(_ line: String) -> Failure {
    Failure("`\(line)` in `libraries` is not a library, expected a name and a version, such as `zlib 1.3.1`")
  }

  static let unresolvedPackages = Failure(
    "`Package.swift` has dependencies, and no `Package.resolved` has their versions, which the bill of materials lists",
    hint: "write the file with `swift package resolve`")
}
