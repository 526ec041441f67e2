import Lanes
import MartletCore

/// Tags HEAD, or the commit of the run.
package struct TagStep: Step {
  package static let keyword = "tag"
  package static let foreignNames = ["add_git_tag", "Release"]
  package static let summary = "Creates an annotated tag at the commit of this run, or at HEAD."
  package static let parameters = [
    Parameter<Self>.main("name", \.name, "The tag's name."),
    Parameter<Self>("message", \.message, "The tag's message."),
    Parameter<Self>("sign", \.isSigned, "Whether to sign the tag; if omitted, git's configuration decides."),
    Parameter<Self>(
      "allow_other_format", \.allowsOtherFormat, "Whether the tag can have a different format than the existing tags."),
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
    // In addition to the rules for all refs, git rejects these two for tags.
    guard RefName.isValid("refs/tags/\(name)"), !name.hasPrefix("-"), name != "HEAD" else {
      throw Failure.invalidTagName(name)
    }
    if draft.ownTags.contains(name) { throw Failure.tagRepeated(name) }
    var message = try draft.text(of: message)
    guard !message.allSatisfy(\.isWhitespace) else { throw Failure.emptyMessage(step: Self.keyword) }
    if let lane = try draft.recordedLane() { message = RecordedLane.adding(lane, to: message) }
    // With many packages, a query for each tag takes longer than the list.
    if try draft.tags()[name] != nil, let existing = try draft.workspace.tag(named: name) {
      return try kept(name, existing, at: target, in: draft)
    }
    let missing = draft.uncommittedFiles.map(\.path.string)
    guard missing.isEmpty else { throw Failure.tagBeforeCommit(name, missing) }
    let tags = Array(try draft.tags().keys)
    try checkSpelling(of: name, in: draft)
    try checkNumbers(of: name, among: tags, in: draft)
    if !allowsOtherFormat { try TagReaders(in: draft).check(name, in: draft) }
    var tag = TagCreation(name: name, message: message, target: target)
    tag.isSigned = isSigned
    return Decision([.createTag(tag)])
  }

  /// Accepts an existing tag at the same commit, with any message. An existing tag is never moved.
  private func kept(
    _ name: String, _ existing: ExistingTag, at target: CommitReference, in draft: Draft
  ) throws -> Decision {
    guard target == .existing(existing.target) else {
      throw TagConflict(name: name, tag: existing, planned: target, remedy: draft.remedy(ofTakenTag: name))
    }
    var decision = Decision(remarks: ["no tag to create: `\(name)` already points to \(existing.target.short)"])
    decision.keptTags = [name]
    return decision
  }

  /// Rejects a format that the newest releases do not have. SwiftPM treats `1.2.3` and `v1.2.3` as the same release.
  private func checkSpelling(of name: String, in draft: Draft) throws {
    guard !allowsOtherFormat, draft.package == nil else { return }
    let own = try draft.tagFormat()
    guard let format = [own, .plain, .vPrefixed].first(where: { $0.version(of: name) != nil }) else { return }
    guard let newest = try draft.newestForm() else {
      let unread = try draft.tagForms().unread
      guard unread.count > 2, own.version(of: unread[0]) == nil else { return }
      throw Failure.otherTagFormat(existing: unread[0], planned: name)
    }
    guard try draft.singleForm(after: newest)?.format != own else { return }
    if let unknown = try draft.unknownTag(after: newest) {
      guard own.version(of: unknown) == nil else { return }
      throw Failure.otherTagFormat(existing: unknown, planned: name)
    }
    guard newest.format != format, let existing = newest.newest.first, newest.format.version(of: name) == nil else {
      return
    }
    throw Failure.otherTagFormat(existing: existing, planned: name)
  }

  /// Rejects `1.5` after `1.4.2`: SwiftPM refuses it as a requirement.
  private func checkNumbers(of name: String, among tags: [String], in draft: Draft) throws {
    guard !allowsOtherFormat, let version = try? draft.version(), version.components.count != 3,
      let format = [TagFormat.plain, .vPrefixed].first(where: { $0.tag(for: version) == name })
    else { return }
    let existing = tags.compactMap(format.version(of:))
    guard !existing.isEmpty, existing.allSatisfy({ $0.components.count == 3 }) else { return }
    let previous = draft.changedVersion?.previous?.withThreeNumbers
    let unreleased = previous.flatMap { $0.precedes(version) && !tags.contains(format.tag(for: $0)) ? $0 : nil }
    throw Failure.otherNumbers(version, unreleased: unreleased)
  }
}

extension Failure {
  /// The tag would not contain files that the lane writes before it.
  static func tagBeforeCommit(_ name: String, _ paths: [String]) -> Failure {
    Failure(
      "the tag `\(name)` would not contain the changes of \(paths.quotedList)", hint: "add `commit` before `tag`"
    ).permanent
  }

  /// Two steps of one run create the same tag.
  static func tagRepeated(_ name: String) -> Failure {
    Failure(
      "an earlier step already creates the tag `\(name)`",
      hint: "remove one of the steps, or give the second tag another `name:`"
    ).permanent
  }

  static func otherTagFormat(existing: String, planned: String) -> Failure {
    Failure(
      "the tag `\(planned)` does not have the format of the existing tags, such as `\(existing)`",
      hint: "set the format with `version: {tag: …}` in the Releasefile, or set `allow_other_format: true` on `tag`"
    ).permanent
  }

  /// - Parameter unreleased: The version before, with three numbers, if no tag has it.
  static func otherNumbers(_ version: Version, unreleased: Version?) -> Failure {
    let earlier = unreleased.map { " (or `\($0)`, which is not released yet)" } ?? ""
    return Failure(
      "the version `\(version)` does not have three numbers, as all existing tags have",
      hint: "use `\(version.withThreeNumbers)`\(earlier), or set `allow_other_format: true` on `tag`"
    ).permanent
  }

  static func invalidTagName(_ name: String) -> Failure { Failure("`\(name)` is not a valid tag name").permanent }
}

extension Version {
  /// The version with three numbers, without a pre-release: 1.7.0 for 1.7.
  fileprivate var withThreeNumbers: Version {
    (try? Version((components + [0, 0]).prefix(3).map(String.init).joined(separator: "."))) ?? core
  }
}
