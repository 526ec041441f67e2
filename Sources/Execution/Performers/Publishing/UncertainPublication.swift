import MartletCore

/// A release that may be public: the answer of the forge was lost, or the forge could not be read afterwards.
struct UncertainPublication: ExplainedError {
  let tag: String
  let page: String
  let reason: Failure?

  var failure: Failure {
    Failure(
      "the release of `\(tag)` may not be published\(reason.map { ": \($0.firstMessage)" } ?? ""): \(page)",
      hint: "`martlet finish` reads the release and publishes it if it is still a draft")
  }
}

extension Failure {
  /// A public release that lacks a planned asset.
  static func incomplete(_ release: ForgeRelease, without name: String) -> Failure {
    Failure(
      "the release is public without the asset `\(name)`: \(release.page)",
      hint: "add the file on the page, then end the run with `martlet undo --keep`")
  }

  /// GitHub says that it has the asset, and does not list it (cli/cli#4863).
  static func hiddenAsset(_ name: String, page: String) -> Failure {
    Failure(
      "the forge has an asset `\(name)` from a broken upload, which it does not list: \(page)",
      hint: "delete the draft on its page, then `martlet finish`")
  }

  static func editedDraft(_ release: ForgeRelease) -> Failure {
    Failure(
      "the title or the notes of the release were edited: \(release.page)",
      hint: "restore them on the page, then `martlet finish`; or set `edits` to `keep` or `replace`", exit: .conflict)
  }

  static func renamedAsset(_ name: String, as other: String) -> Failure {
    Failure(
      "the forge renamed the asset `\(name)` to `\(other)`",
      hint: "use only letters, digits, `.`, `_` and `-` in names of assets")
  }

  static func incompleteAsset(_ name: String, page: String) -> Failure {
    Failure(
      "the asset `\(name)` is not whole after several uploads: \(page)", hint: "try again with `martlet finish`")
  }

  /// The forge has answered the request to publish a release, and the release is as before.
  static let unchangedDraft = Failure("the answer shows that nothing has changed")

  static func otherTag(_ release: ForgeRelease, expected tag: String) -> Failure {
    Failure(
      "the forge published the release with the tag `\(release.tag)`, expected `\(tag)`: \(release.page)",
      hint: "set the tag on the page, then `martlet finish`")
  }

  static func tagNotOnRemote(_ tag: String, remote: String) -> Failure {
    Failure(
      "`\(remote)` has no tag `\(tag)`, so its release is not published",
      hint: "push the tag with `git push \(remote.shellWord) refs/tags/\(tag.shellWord)`, then `martlet finish`")
  }

  static func otherTagOnRemote(_ tag: String, _ found: ObjectID, expected: ObjectID, remote: String) -> Failure {
    Failure(
      "the tag `\(tag)` on `\(remote)` is \(found.short), expected \(expected.short), so its release is not published",
      hint:
        "compare the two with `git ls-remote \(remote.shellWord) refs/tags/\(tag.shellWord)` and `git show \(tag.shellWord)`",
      code: .tagTaken, exit: .conflict)
  }
}

extension Diagnostic {
  static func keptText(of release: ForgeRelease) -> Diagnostic {
    Diagnostic("the title or the notes of the release were edited, and stay so: \(release.page)", severity: .warning)
  }
}
