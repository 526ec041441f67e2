import MartletCore

// Actions that only run a git command: it becomes a `run` where no step does the same.
extension LaneTranslator {
  /// Stages files (`git_add.rb`).
  mutating func gitAdd(_ arguments: inout ActionArguments) -> [YAMLItem]? {
    var words = ["git", "add"]
    guard let isForced = flag("force", &arguments) else { return nil }
    if isForced { words.append("--force") }
    let paths: [String]
    if let value = arguments.take("path") {
      guard let texts = texts(value) else { return nil }
      paths = texts
      if let value = arguments.take("shell_escape"), !value.isTrue {
        guard paths.allSatisfy(\.needsNoEscape) else { return nil }
      }
    } else if let value = arguments.take("pathspec") {
      guard let text = template(value), text.needsNoEscape else { return nil }
      paths = [text]
    } else {
      paths = ["."]
    }
    guard isDone(arguments) else { return nil }
    state.mayHaveStaged = true
    return [gitStep(words + paths)]
  }

  /// Commits all changes of the files at the paths (`git_commit.rb`).
  mutating func gitCommit(_ arguments: inout ActionArguments) -> [YAMLItem]? {
    guard let message = arguments.take("message").flatMap({ template($0) }), !message.namesSecret, !message.isEmpty,
      let paths = arguments.take("path").flatMap({ texts($0) })
    else { return nil }
    var words = ["git", "commit", "-m", message] + paths
    guard let skipsHooks = flag("skip_git_hooks", &arguments) else { return nil }
    if skipsHooks { words.append("--no-verify") }
    arguments.dropFalse("allow_nothing_to_commit")
    guard isDone(arguments) else { return nil }
    return [gitStep(words, YAMLEntry("changes", .words(["head"])))]
  }

  /// Pulls the branch and all tags (`git_pull.rb`).
  mutating func gitPull(_ arguments: inout ActionArguments) -> [YAMLItem]? {
    guard let isOfTags = flag("only_tags", &arguments), let isRebase = flag("rebase", &arguments), isDone(arguments)
    else {
      return nil
    }
    let fetch = gitStep(["git", "fetch", "--tags"])
    guard !isOfTags else { return [fetch] }
    discardFacts()
    state.ensuredBranch = nil
    state.mayHaveRaised = true
    let pull = ["git", "pull"] + (isRebase ? ["--rebase"] : [])
    return [gitStep(pull, YAMLEntry("changes", .words(["head"]))), fetch]
  }

  /// Discards all changes (`reset_git_repo.rb`). Without `force`, fastlane does it only after `ensure_git_status_clean`.
  mutating func resetRepository(_ arguments: inout ActionArguments) -> [YAMLItem]? {
    guard let isForced = flag("force", &arguments) else { return nil }
    guard isForced || state.wasClean else { return refuse("no check before it finds that nothing was changed") }
    guard let keepsOthers = flag("skip_clean", &arguments),
      let cleansIgnored = flag("disregard_gitignore", &arguments, default: .literal("true"))
    else { return nil }
    var words = ["git", "clean", cleansIgnored ? "-qfdx" : "-qfd"]
    if let value = arguments.take("exclude") {
      guard let patterns = literalTexts(value) else { return nil }
      words += patterns.flatMap { ["-e", $0] }
    }
    guard isDone(arguments) else { return nil }
    discardFacts()
    (state.mayHaveRaised, state.raisesBuild, state.setBuild) = (true, false, [])
    return [gitStep(["git", "reset", "--hard", "HEAD"])] + (keepsOthers ? [] : [gitStep(words)])
  }

  private func gitStep(_ words: [String], _ entry: YAMLEntry? = nil) -> YAMLItem {
    var entries = [YAMLEntry("command", .words(words))]
    // Actions run in the folder above that of the Fastfile.
    if let folder = file.folder?.parent { entries.append(YAMLEntry("working_directory", .scalar(folder.string))) }
    if let entry { entries.append(entry) }
    return step("run", entries.count == 1 ? entries[0].value : .mapping(entries))
  }

  /// The texts of an option for a list, which splits one text at its commas (`config_item.rb`).
  private mutating func texts(_ value: RubyValue) -> [String]? {
    var texts: [String] = []
    if case .list(let values) = value {
      for value in values {
        guard let text = template(value) else { return nil }
        texts.append(text)
      }
    } else {
      guard let text = template(value) else { return nil }
      texts = text.split(separator: ",").map(String.init)
    }
    return texts.isEmpty || texts.contains(where: { $0.isEmpty || $0.hasPrefix("-") || $0.namesSecret }) ? nil : texts
  }
}

extension Fastfile {
  /// Whether every lane begins with a check that nothing was changed.
  var beginsClean: Bool {
    let hook = outline.hooks.last { $0.key == "before_all" && $0.platform == nil }
    return hook?.block.body.contains { statement in
      guard case .value(.call(let call)) = statement.kind else { return false }
      return call.path == "ensure_git_status_clean" && call.arguments.isEmpty && !replaces(call.name)
    } ?? false
  }
}

extension String {
  /// Whether a shell reads it as one word without quotes, which it does not change.
  fileprivate var needsNoEscape: Bool { wholeMatch(of: /[A-Za-z0-9._\/-]+/) != nil && !hasPrefix("-") }
}
