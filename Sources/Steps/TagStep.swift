import Lanes
import TextEditing
import Versioning

/// Tags the commit that is checked out by then.
package struct TagStep: Step {
  package static let keyword = "tag"
  package static let foreignNames = ["add_git_tag", "Release"]
  package static let summary = "Makes an annotated tag at the commit of this run, or at the one that is checked out."
  package static let parameters = [
    Parameter<Self>.main("name", \.name, "The tag's name."),
    Parameter<Self>("message", \.message, "What the tag says."),
    Parameter<Self>("sign", \.isSigned, "Whether the tag is signed; left out, as git is configured."),
    Parameter<Self>(
      "allow_other_format", \.allowsOtherFormat, "Whether it may be spelled otherwise than the tags that are there."),
  ]

  package var name: Template = "${tag}"
  package var message: Template = "${project} ${version}"
  package var allowsOtherFormat = false
  package var isSigned: Bool?

  package init() {}

  package func plan(_ draft: Draft) throws -> Decision {
    try draft.refuseUnfinishedOperation()
    let name = try draft.text(of: name)
    let target = try draft.headReference()
    // Beyond the rules for all refs, git refuses these two for tags.
    guard RefName.isValid("refs/tags/\(name)"), !name.hasPrefix("-"), name != "HEAD" else {
      throw Failure.invalidTagName(name)
    }
    if draft.ownTags.contains(name) { throw Failure.tagRepeated(name) }
    let message = try draft.text(of: message)
    guard !message.allSatisfy(\.isWhitespace) else { throw Failure.emptyMessage(step: Self.keyword) }
    if let existing = try draft.workspace.tag(named: name) { return try kept(name, existing, at: target) }
    try checkSpelling(of: name, among: Array(draft.tags().keys))
    var tag = TagCreation(name: name, message: message, target: target)
    tag.isSigned = isSigned
    return Decision([.createTag(tag)])
  }

  /// A tag that names the commit already, with whatever words, is what was asked for; no other one is ever moved.
  private func kept(_ name: String, _ existing: ExistingTag, at target: CommitReference) throws -> Decision {
    guard target == .existing(existing.target) else {
      throw TakenTag(name: name, tag: existing, planned: target)
    }
    var decision = Decision(remarks: ["no tag to make: `\(name)` names \(existing.target.short) already"])
    decision.keptTags = [name]
    return decision
  }

  /// SwiftPM sees `1.2.3` and `v1.2.3` as the same release twice: the two are not mixed.
  private func checkSpelling(of name: String, among tags: [String]) throws {
    let formats = [TagFormat.plain, .lettered]
    guard !allowsOtherFormat, let format = formats.first(where: { $0.version(of: name) != nil }) else { return }
    let used = TagFormat.used(by: tags)
    guard used != format, let highest = tags.compactMap(used.version(of:)).max(by: { $0.precedes($1) }) else { return }
    throw Failure.otherTagFormat(existing: used.tag(for: highest), planned: name)
  }
}

extension Failure {
  /// Two steps of one run make the same tag.
  static func tagRepeated(_ name: String) -> Failure {
    Failure(
      "the tag `\(name)` is made by an earlier step already",
      hint: "tag once, or give the second tag a `name:` of its own")
  }

  static func otherTagFormat(existing: String, planned: String) -> Failure {
    Failure(
      "the tags here are spelled as `\(existing)`, `\(planned)` would be another spelling",
      hint: "spell it alike with `version: {tag: …}` in the Releasefile, or set `allow_other_format: true` on `tag`")
  }

  static func invalidTagName(_ name: String) -> Failure { Failure("`\(name)` cannot be the name of a tag") }
}

/// A tag that the run would make, and that names something else.
package struct TakenTag: ExplainedError, Equatable {
  package let name: String
  let tag: ExistingTag
  let planned: CommitReference

  package var failure: Failure {
    let origin = tag.origin.map { " (\($0))" } ?? ""
    let expected =
      switch planned {
      case .existing(let id): id.short
      case .planned: "the commit of this run"
      }
    return Failure(
      "the tag `\(name)` names \(tag.target.short) already\(origin), expected \(expected)",
      hint: "raise the version first, or delete the tag if it was never pushed", code: .tagTaken, exit: .conflict)
  }
}
