/// A copy of a file that the run keeps.
struct ArtifactCopy: EffectValue {
  let artifact: Artifact

  var summary: EffectSummary { EffectSummary("keep", artifact.path, artifact.contentsPhrase) }

  func fields(_ outcome: Outcome) -> EffectFields {
    ["path": artifact.path, "bytes": artifact.contents?.size, "sha256": artifact.contents?.digest.hex]
  }

  var act: Trust.Act? { .run }
}
