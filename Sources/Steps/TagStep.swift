import Lanes
import Versioning

/// Tags the commit that is checked out by then.
package struct TagStep: Step {
  package static let keyword = "tag"
  package static let summary = "Makes an annotated tag at the commit of this run, or at the one that is checked out."
  package static let parameters = [
    Parameter<Self>.main("name", \.name, "The tag's name."),
    Parameter<Self>("message", \.message, "What the tag says."),
    Parameter<Self>(
      "allow_other_format", \.allowsOtherFormat, "Whether it may be spelled otherwise than the tags that are there."),
  ]

  package var name: Template = "${tag}"
  package var message: Template = "${project} ${version}"
  package var allowsOtherFormat = false

  package init() {}

  package func plan(_ draft: Draft) throws -> Decision {
    let name = try draft.text(of: name)
    let target = try draft.headReference()
    try check(name, in: draft)
    let message = try draft.text(of: message)
    guard !message.allSatisfy(\.isWhitespace) else { throw StepError.emptyMessage(step: Self.keyword) }
    return Decision([.createTag(TagCreation(name: name, message: message, target: target))])
  }

  private func check(_ name: String, in draft: Draft) throws {
    // Beyond the rules for all refs, git refuses these two for tags.
    guard RefName.isValid("refs/tags/\(name)"), !name.hasPrefix("-"), name != "HEAD" else {
      throw StepError.invalidTagName(name)
    }
    let tags = try draft.workspace.tags()
    if let commit = tags[name] { throw StepError.tagExists(name, at: commit) }
    if draft.createdTags.contains(where: { $0.name == name }) { throw StepError.tagRepeated(name) }
    try checkSpelling(of: name, among: Array(tags.keys))
  }

  /// SwiftPM sees `1.2.3` and `v1.2.3` as the same release twice: the two are not mixed.
  private func checkSpelling(of name: String, among tags: [String]) throws {
    let formats = [TagFormat.plain, .lettered]
    guard !allowsOtherFormat, let format = formats.first(where: { $0.version(of: name) != nil }) else { return }
    let used = TagFormat.used(by: tags)
    guard used != format, let highest = tags.compactMap(used.version(of:)).max(by: { $0.precedes($1) }) else { return }
    throw StepError.otherTagFormat(existing: used.tag(for: highest), planned: name)
  }
}
