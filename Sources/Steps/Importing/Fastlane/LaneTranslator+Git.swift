import Lanes
import MartletCore

extension LaneTranslator {
  /// Commits the version files. Its message is `Version Bump`, with the build number if the lane raises it
  /// (`commit_version_bump.rb`).
  mutating func commitVersionBump(_ arguments: inout ActionArguments) -> [YAMLItem]? {
    let raises = !state.raises.isEmpty || state.mayHaveRaised || state.raisesBuild
    guard raises || lane.map({ file.calls.called.contains($0.name) }) ?? false else {
      return refuse("no step before it raises a version")
    }
    let message: String
    if let value = arguments.take("message") {
      guard let text = template(value) else { return nil }
      message = text
    } else {
      guard !state.mayHaveRaised || state.raisesBuild else {
        return refuse("its message depends on what is missing above")
      }
      message = state.raisesBuild ? "Version Bump to ${build}" : "Version Bump"
    }
    guard !state.mayHaveStaged else { return refuse("a command before it may stage other files") }
    // `force` permits other changed files, which are not in the commit. Neither are they in that of the step.
    arguments.drop("xcodeproj", "force")
    arguments.dropFalse("settings")
    return commit(message, &arguments)
  }

  /// Commits files. The step commits what the lane has written, so the paths must be those files.
  mutating func commit(_ arguments: inout ActionArguments) -> [YAMLItem]? {
    guard let value = arguments.take("message"), let message = template(value), let paths = arguments.take("path")
    else { return nil }
    guard !state.raises.isEmpty || state.raisesBuild else { return refuse("no step before it raises a version") }
    guard !state.mayHaveChangedFiles else { return refuse("a command before it may change other files") }
    guard let paths = literalTexts(paths), covers(paths) else { return nil }
    arguments.dropFalse("allow_nothing_to_commit")
    return commit(message, &arguments)
  }

  private mutating func commit(_ message: String, _ arguments: inout ActionArguments) -> [YAMLItem]? {
    guard !message.namesSecret else { return nil }
    var entries = [YAMLEntry("message", .scalar(message))]
    for name in ["no_verify", "skip_git_hooks"] {
      guard let value = arguments.take(name) else { continue }
      guard value.isTrue || value.isFalse else { return nil }
      if value.isTrue { entries.append(YAMLEntry("hooks", .flag(false))) }
    }
    guard isDone(arguments) else { return nil }
    return [step("commit", entries.shortened(main: "message"))]
  }

  /// Whether every version file is one of `paths` or below one of them.
  private func covers(_ paths: [String]) -> Bool {
    // A single text may be a list of several.
    let texts = paths.count == 1 ? paths[0].split(separator: ",").map(String.init) : paths
    guard !texts.isEmpty else { return false }
    if texts.contains(where: { [".", "./", "*", "./*"].contains($0) }), file.folder?.parent == nil { return true }
    let folders = texts.compactMap { projectPath($0).flatMap { RelativePath($0) } }
    guard folders.count == texts.count, !file.project.versionFiles.isEmpty else { return false }
    return file.project.versionFiles.allSatisfy { path in
      folders.contains { $0 == path || path.string.hasPrefix("\($0)/") }
    }
  }

  /// Tags the commit. Without `tag`, the name is `builds/LANE/NUMBER` (`add_git_tag.rb`).
  mutating func tag(_ arguments: inout ActionArguments) -> [YAMLItem]? {
    var entries: [YAMLEntry] = []
    if let value = arguments.take("tag") {
      guard let text = template(value), !text.namesSecret else { return nil }
      madeTags.append(text)
      if text != file.tagFormat?.description { entries.append(YAMLEntry("name", .scalar(text))) }
      arguments.drop("grouping", "includes_lane", "prefix", "postfix", "build_number")
    } else {
      guard let name = buildTag(&arguments) else { return nil }
      madeTags.append("")
      entries.append(YAMLEntry("name", .scalar(name)))
    }
    if let value = arguments.take("message") {
      guard let text = template(value), !text.namesSecret else { return nil }
      entries.append(YAMLEntry("message", .scalar(text)))
    }
    if let value = arguments.take("sign") {
      guard value.isTrue || value.isFalse else { return nil }
      if value.isTrue { entries.append(YAMLEntry("sign", .flag(true))) }
    }
    arguments.dropFalse("force", "commit")
    guard isDone(arguments) else { return nil }
    return [step("tag", entries.shortened(main: "name"))]
  }

  private mutating func buildTag(_ arguments: inout ActionArguments) -> String? {
    var number = "${build}"
    if let value = arguments.take("build_number") {
      guard let text = template(value) else { return nil }
      number = text
    } else if !state.raisesBuild {
      _ = refuse("no step before it raises the build number")
      return nil
    }
    var texts = ["grouping": "builds", "prefix": "", "postfix": ""]
    for name in texts.keys.sorted() {
      guard let value = arguments.take(name) else { continue }
      guard let text = template(value) else { return nil }
      texts[name] = text
    }
    var includesLane = true
    if let value = arguments.take("includes_lane") {
      guard value.isTrue || value.isFalse else { return nil }
      includesLane = value.isTrue
    }
    var components = [texts["grouping", default: ""]]
    if includesLane {
      guard let name = startedLane else {
        _ = refuse("its name depends on the lane that calls this one")
        return nil
      }
      components.append(name)
    }
    let name = texts["prefix", default: ""] + number + texts["postfix", default: ""]
    return (components + [name]).joined(separator: "/")
  }

  /// The name that fastlane has for the started lane, without blanks; nil if another lane may have called this one.
  private var startedLane: String? {
    guard let lane, lane.loop == nil, !lane.isPrivate, !file.calls.called.contains(lane.name) else { return nil }
    return (lane.platform ?? "") + lane.ownName
  }

  /// Pushes the branch, with the tags of the run (`push_to_git_remote.rb` pushes all tags).
  mutating func push(_ arguments: inout ActionArguments) -> [YAMLItem]? {
    var entries: [YAMLEntry] = []
    if let value = arguments.take("remote") {
      guard let text = template(value) else { return nil }
      if text != "origin" { entries.append(YAMLEntry("remote", .scalar(text))) }
    }
    guard let checks = branchChecks(&arguments) else { return nil }
    if let tags = arguments.take("tags") {
      guard tags.isTrue || tags.isFalse else { return nil }
      // `push` includes the tags of the run.
      if tags.isFalse, makesTag { return nil }
    }
    if let value = arguments.take("no_verify") {
      guard value.isTrue || value.isFalse else { return nil }
      if value.isTrue { entries.append(YAMLEntry("hooks", .flag(false))) }
    }
    arguments.dropFalse("force", "force_with_lease", "set_upstream", "push_options")
    guard isDone(arguments) else { return nil }
    hasPushed = true
    return checks + [step("push", entries.shortened(main: "remote"))]
  }

  /// Pushes tags alone: all of them in fastlane, those of the run here, so the lane makes one, or has pushed all (`push_git_tags.rb`).
  mutating func pushTags(_ arguments: inout ActionArguments) -> [YAMLItem]? {
    guard makesTag || hasPushed else { return refuse("the lane makes no tag") }
    var entries = [YAMLEntry("branch", .flag(false))]
    if let value = arguments.take("tag") {
      guard let text = template(value), madeTags == [text] else { return nil }
    }
    if let value = arguments.take("remote") {
      guard let text = template(value) else { return nil }
      if text != "origin" { entries.insert(YAMLEntry("remote", .scalar(text)), at: 0) }
    }
    arguments.dropFalse("force")
    return isDone(arguments) ? [step("push", .mapping(entries))] : nil
  }

  /// Whether the lane, or one that it calls, creates a tag.
  private var makesTag: Bool { !madeTags.isEmpty || lane.map { file.calls.tagging.contains($0.name) } ?? false }

  /// Returns the check that the branch to push is the checked-out one, which `push` pushes to the branch of the same
  /// name; nil if the branches differ, or could.
  private mutating func branchChecks(_ arguments: inout ActionArguments) -> [YAMLItem]? {
    var branches: Set<String> = []
    for name in ["local_branch", "remote_branch"] {
      guard let value = arguments.take(name) else { continue }
      guard let text = template(value) else { return nil }
      if text != "${branch}", name == "remote_branch" || text != "HEAD" { branches.insert(text) }
    }
    guard let branch = branches.first, branch != state.ensuredBranch else { return branches.count > 1 ? nil : [] }
    guard branches.count == 1, branch.isPlainBranch else { return nil }
    return [step("ensure", .pair("branch", .scalar(branch)))]
  }

  /// Requires a branch. fastlane takes a regular expression that may match any part of the name (`ensure_git_branch.rb`);
  /// the step compares the whole name, and `*` stands for any text.
  mutating func ensureBranch(_ arguments: inout ActionArguments) -> [YAMLItem]? {
    var patterns = ["master"]
    if let value = arguments.take("branch") {
      guard let text = template(value), let found = text.branchPatterns else { return nil }
      patterns = found
    }
    guard isDone(arguments) else { return nil }
    if conditions.isEmpty, confirmationDepth == 0, patterns.count == 1, patterns[0].isPlainBranch {
      state.ensuredBranch = patterns[0]
    }
    let branches: YAMLNode = patterns.count == 1 ? .scalar(patterns[0]) : .words(patterns)
    return [step("ensure", .pair("branch", branches))]
  }
}

extension String {
  /// Whether it has the value of a variable with a secret, which only a command's environment may contain.
  var namesSecret: Bool {
    var rest = self[...]
    while let start = rest.firstRange(of: "${env.") {
      rest = rest[start.upperBound...]
      if SecretName.isLikely(String(rest.prefix { $0 != "}" })) { return true }
    }
    return false
  }

  /// Whether it is the name of a branch, and not a pattern.
  var isPlainBranch: Bool {
    !replacing("${", with: "").replacing("}", with: "").contains(where: "^$|*+?()[]{}\\".contains)
  }

  /// The patterns of branches for a regular expression of plain text, `.*` and one list of alternatives; nil for others.
  /// They match no branch that the expression does not match.
  fileprivate var branchPatterns: [String]? {
    var text = self[...]
    let isAnchored = text.hasPrefix("^")
    if isAnchored { text = text.dropFirst() }
    let isOpen = !text.hasSuffix("$$")
    if !isOpen { text = text.dropLast(2) }
    var parts = [String(text)]
    if let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"), open < close {
      var inner = text[text.index(after: open)..<close]
      if inner.hasPrefix("?:") { inner = inner.dropFirst(2) }
      let (start, end) = (text[..<open], text[text.index(after: close)...])
      parts = inner.split(separator: "|", omittingEmptySubsequences: false).map { "\(start)\($0)\(end)" }
    } else if text.contains("|") {
      // `^a|b$` is `^a` or `b$`.
      guard isOpen, !isAnchored else { return nil }
      parts = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    }
    let patterns = parts.map { part -> String? in
      let pieces = part.replacing("\\/", with: "/").replacing("\\.", with: ".").components(separatedBy: ".*")
      guard pieces.allSatisfy(\.isPlainBranch) else { return nil }
      let pattern = pieces.joined(separator: "*")
      return pattern.isEmpty ? nil : pattern.hasSuffix("/") && isOpen ? pattern + "*" : pattern
    }
    return patterns.contains(nil) ? nil : patterns.compactMap(\.self)
  }

  private func components(separatedBy separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
