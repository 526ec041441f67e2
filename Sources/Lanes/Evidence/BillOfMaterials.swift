import MartletCore

/// A software bill of materials, as CycloneDX JSON: the files of a release, and what is in them.
///
/// Source: CycloneDX 1.6, https://cyclonedx.org/docs/1.6/json/. It has no time, and its serial number comes from its
/// contents, so the same release always gives the same bytes.
package struct BillOfMaterials: Hashable, Sendable {
  /// The subject of the document.
  package struct Subject: Hashable, Sendable {
    package let name: String
    package let version: String
    package let isLibrary: Bool
    /// Such as `github.com/owner/name`; nil if it is not on a server.
    package let repository: String?

    package init(name: String, version: String, isLibrary: Bool, repository: String?) {
      self.name = name
      self.version = version
      self.isLibrary = isLibrary
      self.repository = repository
    }
  }

  /// A package or a library in the files.
  package struct Component: Hashable, Sendable {
    package let name: String
    package let version: String?
    /// The package URL, without the version; nil if it is not public.
    package let address: String?
    /// The address of its repository.
    package var source: String?
    package var commit: String?

    package init(name: String, version: String?, address: String?) {
      self.name = name
      self.version = version
      self.address = address
    }

    /// See https://github.com/package-url/purl-spec.
    fileprivate var packageURL: String? { address.map { "\($0)\(version.map { "@\($0)" } ?? "")" } }
  }

  /// The ending of the names of such files.
  package static let fileSuffix = ".cdx.json"

  private let subject: Subject
  private let components: [Component]
  private let files: [(name: String, digest: String)]

  /// - Parameter files: The names and the SHA-256 of the files.
  package init(of subject: Subject, _ components: [Component], files: [(name: String, digest: String)]) {
    self.subject = subject
    self.components = components
    self.files = files
  }

  package static func == (left: Self, right: Self) -> Bool { left.json == right.json }
  package func hash(into hasher: inout Hasher) { hasher.combine(json) }

  package var json: String {
    document(serial: Self.serial(of: ContentDigest(of: Array(document(serial: nil).document.utf8)))).document
  }

  /// A UUID of version 8 (RFC 9562, 5.8), made of the digest.
  private static func serial(of digest: ContentDigest) -> String {
    var digits = Array(digest.hex.prefix(32))
    (digits[12], digits[16]) = ("8", "8")
    let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
    return "urn:uuid:\(parts.joined(separator: "-"))"
  }

  private func document(serial: String?) -> JSONText {
    let packageURL = subject.repository.map { JSONText.string("pkg:swift/\($0)@\(subject.version)") }
    return .members([
      "bomFormat": .string("CycloneDX"), "specVersion": .string("1.6"), "serialNumber": serial.map(JSONText.string),
      "version": .integer(1),
      "metadata": .members([
        "tools": .members([
          "components": .list([.members(["type": .string("application"), "name": .string("martlet")])])
        ]),
        "component": .members([
          "type": .string(subject.isLibrary ? "library" : "application"), "name": .string(subject.name),
          "version": .string(subject.version), "purl": packageURL,
        ]),
      ]),
      "components": .list(components.map(member) + files.map(member)),
    ])
  }

  private func member(_ component: Component) -> JSONText {
    .members([
      "type": .string("library"), "name": .string(component.name), "version": component.version.map(JSONText.string),
      "purl": component.packageURL.map(JSONText.string),
      "externalReferences": component.source.map {
        .list([.members(["type": .string("vcs"), "url": .string($0)])])
      },
      "pedigree": component.commit.map { .members(["commits": .list([.members(["uid": .string($0)])])]) },
    ])
  }

  private func member(_ file: (name: String, digest: String)) -> JSONText {
    .members([
      "type": .string("file"), "name": .string(file.name),
      "hashes": .list([.members(["alg": .string("SHA-256"), "content": .string(file.digest)])]),
    ])
  }
}
