import MartletCore

/// A file that becomes an asset of a release.
package struct Artifact: Hashable, Sendable, Codable {
  /// The name of the asset.
  package let name: String
  /// The path of the file: absolute, or from the root of the repository. A pattern while the file does not exist yet.
  package let path: String
  /// Nil in a plan that is only shown, where an earlier command or export still has to write the file.
  package let contents: ArtifactContents?

  package init(name: String, path: String, contents: ArtifactContents?) {
    self.name = name
    self.path = path
    self.contents = contents
  }
}

extension [Artifact] {
  /// The outputs for later steps: a line for each file.
  var outputs: [String: String] {
    func lines(_ text: (Artifact) -> String?) -> String { compactMap(text).joined(separator: "\n") }
    return [
      "path": lines(\.path), "sha256": lines { $0.contents?.digest.hex },
      "size": lines { $0.contents.map { "\($0.size)" } },
    ]
  }
}

/// A file on the disk that becomes an asset.
package struct AssetFile: Hashable, Sendable {
  /// The name of the asset.
  package let name: String
  package let path: String
  /// In bytes.
  package let size: Int
  /// nil before it is read.
  package let digest: ContentDigest?

  package init(name: String, path: String, size: Int, digest: ContentDigest? = nil) {
    self.name = name
    self.path = path
    self.size = size
    self.digest = digest
  }

  package var contentType: String { MediaType.ofFile(name) }
}

/// The size and the digest of a file.
package struct ArtifactContents: Hashable, Sendable, Codable {
  /// In bytes.
  package let size: Int
  package let digest: ContentDigest

  package init(size: Int, digest: ContentDigest) {
    self.size = size
    self.digest = digest
  }
}

extension Artifact {
  /// Whether it may become several assets, once the command that makes them has run.
  var isPattern: Bool { contents == nil && path.contains { "*?[{".contains($0) } }

  var contentsPhrase: String {
    contents.map { "\($0.size.byteCount), sha256 \($0.digest.hex.prefix(12))" } ?? "when it is built"
  }
}

/// Files that were built elsewhere, for example by other jobs of a CI system.
package struct SuppliedArtifacts: Hashable, Sendable {
  /// The folder of the files, as an absolute path.
  package let folder: String
  /// The paths of the files from there, in byte order.
  package let names: [String]

  package init(in folder: String, names: [String]) {
    self.folder = folder
    self.names = names
  }

  /// The paths of the files that match `pattern`: as many last components of both paths as the shorter one has.
  package func paths(matching pattern: String) -> [String] {
    let wanted = pattern.split(separator: "/").reversed()
    guard !wanted.isEmpty else { return [] }
    return names.filter { name in
      zip(name.split(separator: "/").reversed(), wanted).allSatisfy { String($0).matches(wildcards: String($1)) }
    }
    .map { "\(folder)/\($0)" }
  }
}
