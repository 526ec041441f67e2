import MartletCore

/// A detached signature of a file that the run keeps, by the key that git signs with.
package struct FileSignature: Hashable, Sendable, Codable {
  package let artifact: Artifact
  /// The path of the signature, from the root of the repository.
  package let path: String

  package init(of artifact: Artifact, to path: String) {
    self.artifact = artifact
    self.path = path
  }
}

extension FileSignature: EffectValue {
  package var summary: EffectSummary { EffectSummary("sign", artifact.path, path) }

  package func fields(_ outcome: Outcome) -> EffectFields {
    ["path": path, "signed": artifact.path, "sha256": artifact.contents?.digest.hex]
  }

  package var act: Trust.Act? { .run }

  package func apply(to draft: inout Draft) throws { try Draft.checkOutsideGit(path, path) }
}
