extension ReleaseEffect {
  /// Adds everything that is the same in every clone. The bytes of an artifact may differ: another clone builds them again.
  func describe(to form: inout CanonicalForm) {
    switch self {
    case .keepArtifact(let artifact): form.add("keep", artifact.name)
    case .openDraft(let draft):
      form.add("draft", draft.release.tag)
      draft.describe(to: &form)
    case .uploadAsset(let artifact, let draft): form.add("upload", [artifact.name, draft.release.tag])
    case .publishRelease(let publication):
      form.add("publish", publication.draft.release.tag)
      publication.draft.describe(to: &form)
      form.add("assets", publication.assets.map(\.name))
    case .publishPackage(let publication): form.add("package", [publication.registry, publication.title])
    case .verifyRelease(let verification): form.add("verify", verification.tag)
    }
  }
}

extension ReleaseDraft {
  fileprivate func describe(to form: inout CanonicalForm) {
    form.add("forge", [repository.kind.rawValue, repository.name])
    form.add("title", release.title)
    form.add("notes", release.notes)
    form.add("prerelease", "\(release.isPrerelease)")
    form.add("latest", "\(release.isLatest)")
  }
}
