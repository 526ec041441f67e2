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
    arguments.dropFalse("is_generate_release_notes")
    // GitHub reads it only for a tag that is not there.
    arguments.drop("commitish")
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
      let paths = texts.compactMap { projectPath($0) }
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
    var entries = [YAMLEntry("command", .words(words))]
    if let folder = file.folder?.parent { entries.append(YAMLEntry("working_directory", .scalar(folder.string))) }
    return [step("run", .mapping(entries + [YAMLEntry("outward", .flag(true))]))]
  }

  /// Collects commit messages with the commands of `changelog_from_git_commits.rb`: from the newest tag, or between two
  /// revisions.
  mutating func changelog(_ arguments: inout ActionArguments, id: String) -> [YAMLItem]? {
    guard reserve(id) else { return nil }
    let outer = assignedName
    assignedName = nil
    defer { assignedName = outer }
    var log = ["git", "log"]
    var pretty = "%B"
    if let value = arguments.take("pretty") ?? arguments.take("format") {
      guard let text = value.text else { return nil }
      pretty = text
    }
    log.append("--pretty=" + pretty)
    if let value = arguments.take("date_format") {
      guard let format = value.text, !format.isEmpty else { return nil }
      log.append("--date=" + format)
    }
    guard let lightweight = flag("match_lightweight_tag", &arguments, default: .literal("true")),
      let pattern = arguments.take("tag_match_pattern").map({ $0.text }) ?? ""
    else { return nil }
    var range = "\"$(\(Self.lastTag(pattern, lightweight: lightweight ? "--tags " : "")))...HEAD\""
    var environment: [YAMLEntry] = []
    if let count = arguments.take("commits_count") {
      guard case .literal(let text) = count, Int(text) != nil else { return nil }
      log += ["-n", text]
      range = ""
    } else if let between = arguments.take("between") {
      guard case .list(let values) = between, values.count == 2, let from = template(values[0]),
        let to = template(values[1]), !from.hasPrefix("-"), !from.isEmpty, !(from + to).namesSecret
      else { return nil }
      range = "\(from)...\(to)".replacing("$$", with: "$").shellWord
      if (from + to).contains("${") {
        environment = [YAMLEntry("LANE_RANGE", .scalar("\(from)...\(to)"))]
        range = "\"${LANE_RANGE}\""
      }
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
    guard isDone(arguments) else { return nil }
    var script = (log.map(\.shellWord) + (range.isEmpty ? [] : [range])).joined(separator: " ")
    if pretty.contains(/%[BbnN]/) {
      // fastlane makes one line end of each two.
      script =
        "log=$(\(script)) && printf '%s\\n' \"$log\" | awk '/^$/ { if (++n % 2 == 0) print; next } { n = 0; print }'"
    }
    state.changelog = conditions.isEmpty && confirmationDepth == 0 ? "${steps.\(id).output}" : nil
    var entries = [YAMLEntry("shell", .scalar(script))]
    if !environment.isEmpty { entries.append(YAMLEntry("environment", .mapping(environment))) }
    entries.append(YAMLEntry("capture", .flag(true)))
    return [step("run", .mapping(entries), id: id)]
  }
}
