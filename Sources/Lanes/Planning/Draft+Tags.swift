import MartletCore

extension Draft {
  /// Returns the tag format: from the Releasefile, or from the repository's tags.
  ///
  /// - Throws: `Failure` if the newest tags have another form than those before, so that neither is certain; `MissingTags` when no
  ///   local tag has a known format, and tags may be missing.
  package func tagFormat() throws -> TagFormat {
    if let format = releasefile.tagFormat { return format }
    if let form = try newestForm() {
      // The run may have made the first tag of another form.
      if ownTags.isEmpty { try refuseOtherForm(than: form) }
      return form.format
    }
    if let tag = try tagForms().unread.first { throw Failure.unknownTagForm(tag, after: nil) }
    if let gap = try workspace.tagGap() { throw MissingTags(gap, pipeline?.system) }
    return .plain
  }

  /// Returns the format of the newest release tags; nil if no tag is that of a release.
  ///
  /// A tag is newer than another one if it is later in the history of HEAD, otherwise if its commit is later. A format with
  /// an unknown name needs three tags, and takes the place of plain versions that ended a year before.
  package func newestForm() throws -> TagForms.Form? {
    let forms = try tagForms()
    let named = forms.named.count == 1 ? Array(forms.named.values) : []
    let known = [forms.bare].compactMap(\.self) + forms.releases.prefix(8)
    var best = known.first ?? named.first
    for form in known.dropFirst() where form.count > 1 {
      if let other = best, try isNewer(form, than: other) { best = form }
    }
    guard let form = named.first, form.count > 2, let other = best, form != other else { return best }
    let isDead = try day(of: other) < day(of: form).yearBefore
    return isDead ? form : best
  }

  /// Refuses to choose between `form` and another one: that of a single newer tag, or one that SwiftPM reads in a package, if
  /// it does not read `form`.
  private func refuseOtherForm(than form: TagForms.Form) throws {
    if let single = try singleForm(after: form) { throw Failure.otherTagForm(single, after: form) }
    let isRead = TagFormat.readBySwiftPM.contains
    if !isRead(form.format), let older = try tagForms().bare, isRead(older.format),
      try RelativePath("Package.swift").flatMap(source) != nil
    {
      throw Failure.otherTagForm(form, after: older)
    }
    if let tag = try unknownTag(after: form) { throw Failure.unknownTagForm(tag, after: form) }
  }

  /// Returns the form of a single tag that is newer than those of `form`; nil if there is none.
  package func singleForm(after form: TagForms.Form) throws -> TagForms.Form? {
    try tagForms().releases.first { try $0.count == 1 && $0 != form && isNewer($0, than: form) }
  }

  /// Returns a tag that is newer than those of `form` and that Martlet would not write: one that only counts the builds of releases,
  /// or the highest of three in an unknown format; nil if there is none.
  package func unknownTag(after form: TagForms.Form) throws -> String? {
    let forms = try tagForms()
    let unknown = forms.counted + (forms.unread.count > 2 ? forms.unread.prefix(1) : [])
    guard !unknown.isEmpty, let older = try newestCommit(of: form) else { return nil }
    let tags = try tags()
    return try unknown.first { name in try tags[name].map { try $0 != older && isNewer($0, than: older) } ?? false }
  }

  private func isNewer(_ form: TagForms.Form, than other: TagForms.Form) throws -> Bool {
    guard let commit = try newestCommit(of: form), let older = try newestCommit(of: other) else { return false }
    guard commit != older else {
      let versions = [form, other].map { form in form.newest.first.flatMap(form.format.version(of:)) }
      return versions[0].flatMap { version in versions[1].map { $0.precedes(version) } } ?? false
    }
    return try isNewer(commit, than: older)
  }

  private func isNewer(_ commit: ObjectID, than older: ObjectID) throws -> Bool {
    // A tag may be of a missing commit.
    guard let day = try? workspace.day(of: commit) else { return false }
    guard let olderDay = try? workspace.day(of: older) else { return true }
    if try firstAncestor(of: commit, among: [older]) != nil { return true }
    return try firstAncestor(of: older, among: [commit]) == nil && olderDay < day
  }

  /// The commit of the highest version of a format that is reachable from HEAD, or of the highest one.
  private func newestCommit(of form: TagForms.Form) throws -> ObjectID? {
    let tags = try tags()
    let commits = form.newest.compactMap { tags[$0] }
    let reachable = try head().commit.flatMap { try firstAncestor(of: $0, among: commits) }
    return reachable ?? commits.first
  }

  /// The day of the highest version of a format; empty if it is unknown, as for a tag of a missing commit.
  func day(of form: TagForms.Form) throws -> String {
    let tags = try tags()
    return form.newest.first.flatMap { tags[$0] }.flatMap { try? workspace.day(of: $0) } ?? ""
  }

  /// Returns the tag of `version`. If tags have a build number, that is the current one for the current version, otherwise
  /// that of its newest tag.
  ///
  /// - Throws: `Failure.noBuildNumber(for:)` if there is none.
  package func tag(for version: Version) throws -> String {
    let format = try tagFormat()
    guard format.hasBuild else { return format.tag(for: version) }
    if try self.version().hasSamePrecedence(as: version) {
      guard !hasUnknownBuild else { throw Failure.buildNotKnownYet }
      guard let build = try versions.build(in: self) else { throw Failure.noBuildNumber(for: format) }
      return format.tag(for: version, build: build)
    }
    let existing = try tagNames(beginningWith: format.prefix).compactMap { name in
      format.parts(of: name).map { (name, $0) }
    }
    .filter { $0.1.version.hasSamePrecedence(as: version) }
    let highest = existing.compactMap(\.1.build).highest
    guard let newest = existing.filter({ $0.1.build == highest }).map(\.0).min() else {
      throw Failure.noBuildNumber(for: format)
    }
    return newest
  }

  /// The newest release tag if HEAD contains none of its format: other branches have the releases. Nil if there is none.
  package var newestTagElsewhere: String? {
    guard let form = try? newestForm(), let tags = try? tags(), let head = (try? head())?.commit else {
      return nil
    }
    let isReachable = try? firstAncestor(of: head, among: form.newest.compactMap { tags[$0] }) != nil
    return isReachable == false ? form.newest.first : nil
  }

  /// A remark about tags in another format, if there are any, which may be those of earlier releases.
  package var otherTagsRemark: String? { (try? OtherTags(in: self))?.remarks.first }
}

extension String {
  /// The same day of the year before, for a day such as `2026-11-21`.
  package var yearBefore: String { Int(prefix(4)).map { "\($0 - 1)\(dropFirst(4))" } ?? self }
}

extension Failure {
  static func noBuildNumber(for format: TagFormat) -> Failure {
    let example = "${version}\(format.separator ?? "")1\(format.suffix)"
    return Failure(
      "the tags have the form `\(format)`, and no manifest has a build number",
      hint: "write the number in the lane, such as `tag: \"\(format.prefix)\(example)\"`")
  }
}

extension Failure {
  fileprivate static func otherTagForm(_ newer: TagForms.Form, after older: TagForms.Form) -> Failure {
    let (new, old) = (newer.newest.first ?? "", older.newest.first ?? "")
    return Failure(
      "the newest tag `\(new)` does not have the form of the releases before, such as `\(old)`",
      hint: "write `version: {tag: \"\(older.format)\"}` in a file `Releasefile` to continue `\(old)`, or "
        + "`version: {tag: \"\(newer.format)\"}` to continue `\(new)`"
        + (TagFormat.readBySwiftPM.contains(newer.format) ? "" : ", which SwiftPM does not read"))
  }

  fileprivate static func unknownTagForm(_ tag: String, after form: TagForms.Form?) -> Failure {
    let example = form?.format ?? .plain
    return Failure(
      "the newest tag `\(tag)` has an unknown form, so the last release is unknown",
      hint: "declare the form of the next tag in a file `Releasefile`, such as `version: {tag: \"\(example)\"}`"
        + (form?.newest.first.map { " to continue `\($0)`" } ?? ""))
  }
}
