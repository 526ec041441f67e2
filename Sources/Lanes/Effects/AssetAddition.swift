/// An asset that is added to a draft.
struct AssetAddition: EffectValue {
  let artifact: Artifact
  let draft: ReleaseDraft

  var summary: EffectSummary { EffectSummary("upload", artifact.name, artifact.contentsPhrase) }

  func fields(_ outcome: Outcome) -> EffectFields {
    [
      "tag": draft.release.tag, "asset": artifact.name, "bytes": artifact.contents?.size,
      "sha256": artifact.contents?.digest.hex,
    ]
  }

  var reachesService: Bool { true }
  /// Uploads are compared with the draft, which the record has announced.
  var isAnnounced: Bool { false }
}
