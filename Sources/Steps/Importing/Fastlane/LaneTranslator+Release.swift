import MartletCore

extension LaneTranslator {
  /// Publishes a release on GitHub (`set_github_release.rb`). Its tag must be one of the lane, because fastlane creates a
  /// missing one.
  mutating func githubRelease(_ arguments: inout ActionArguments) -> [YAMLItem]? {
    guard let name = arguments.take("repository_name").flatMap({ literalText($0) }), let own = file.project.repository,
      name.lowercased() == own.lowercased(), let tag = arguments.take("tag_name").flatMap({ template($0) }),
      madeTags.contains(tag) || tag == file.tagFormat?.description && madeTags.contains("${tag}")
    else { return nil }
    // Martlet reads its own token.
    for name in ["api_token", "api_bearer"] { _ = arguments.take(name) }
    arguments.dropFalse("commitish", "is_generate_release_notes")
    var entries: [YAMLEntry] = []
    if tag != file.tagFormat?.description { entries.append(YAMLEntry("tag", .scalar(tag))) }
    if let value = arguments.take("name") {
      guard let text = template(value), !text.namesSecret else { return nil }
      entries.append(YAMLEntry("title", .scalar(text)))
    }
    guard let value = arguments.take("description"), let text = template(value), !text.namesSecret else { return nil }
    entries.append(YAMLEntry("notes", .scalar(text)))
    if let value = arguments.take("is_prerelease") {
      guard value.isTrue || value.isFalse else { return nil }
      entries.append(YAMLEntry("prerelease", .scalar(value.isTrue ? "true" : "false")))
    } else {
      entries.append(YAMLEntry("prerelease", .scalar("false")))
    }
    if let value = arguments.take("upload_assets") {
      guard case .list(let values) = value, let texts = literalTexts(value) else { return nil }
      let paths = texts.compactMap { RelativePath($0)?.string }
      guard paths.count == values.count else { return nil }
      entries.append(YAMLEntry("assets", .words(paths)))
    }
    // A draft that stays one is left to GitHub's page.
    arguments.dropFalse("is_draft")
    guard isDone(arguments) else { return nil }
    return [step("publish_release", .mapping(entries))]
  }

  /// Publishes a pod with the command of `pod_push.rb`.
  mutating func podPush(_ arguments: inout ActionArguments) -> [YAMLItem]? {
    var words = ["pod", "trunk", "push"]
    if let repo = arguments.take("repo") {
      guard let text = template(repo), !text.namesSecret else { return nil }
      words = ["pod", "repo", "push", text]
    }
    if let value = arguments.take("use_bundle_exec") {
      guard value.isTrue || value.isFalse else { return nil }
      if value.isTrue, file.project.hasGemfile { words = ["bundle", "exec"] + words }
    }
    if let path = arguments.take("path") {
      guard let text = template(path) else { return nil }
      words.append(text)
    }
    let flags = [
      "allow_warnings", "use_libraries", "skip_import_validation", "skip_tests", "use_json", "verbose",
      "use_modular_headers", "synchronous", "no_overwrite", "local_only",
    ]
    for flag in flags {
      guard let value = arguments.take(flag) else { continue }
      guard value.isTrue || value.isFalse else { return nil }
      if value.isTrue { words.append("--" + flag.replacing("_", with: "-")) }
    }
    guard isDone(arguments) else { return nil }
    discardFacts()
    return [
      step("run", .mapping([YAMLEntry("command", .words(words)), YAMLEntry("outward", .flag(true))]))
    ]
  }

  /// Collects commit messages with the commands of `changelog_from_git_commits.rb`: from the newest tag, or between two
  /// revisions.
  mutating func changelog(_ arguments: inout ActionArguments, boundTo name: String) -> [YAMLItem]? {
    var log = ["git", "log"]
    var pretty = "%B"
    if let value = arguments.take("pretty") ?? arguments.take("format") {
      guard let text = value.text else { return nil }
      pretty = text
    }
    log.append("--pretty=" + pretty)
    var range = #""$(git describe --tags "$(git rev-list --tags --max-count=1)")...HEAD""#
    if let count = arguments.take("commits_count") {
      guard case .literal(let text) = count, Int(text) != nil else { return nil }
      log += ["-n", text]
      range = ""
    } else if let between = arguments.take("between") {
      guard case .list(let values) = between, values.count == 2, let from = values[0].text, let to = values[1].text,
        !from.hasPrefix("-")
      else { return nil }
      range = "\(from)...\(to)".shellWord
    }
    if let merges = arguments.take("merge_commit_filtering") {
      switch merges.text {
      case "exclude_merges": log.append("--no-merges")
      case "only_include_merges": log.append("--merges")
      case "include_merges": break
      default: return nil
      }
    }
    if let merges = arguments.take("include_merges"), merges.isFalse { log.append("--no-merges") }
    arguments.drop("quiet")
    guard isDone(arguments), reserve(name) else { return nil }
    let words = log.map(\.shellWord) + (range.isEmpty ? [] : [range])
    state.bindings[name] = .template("${steps.\(name).output}")
    let entries = [YAMLEntry("shell", .scalar(words.joined(separator: " "))), YAMLEntry("capture", .flag(true))]
    return [step("run", .mapping(entries), id: name)]
  }
}
