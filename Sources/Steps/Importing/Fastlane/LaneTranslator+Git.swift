import Lanes
import MartletCore

// Rows of the table for git and GitHub.
extension LaneTranslator {
  /// `commit_version_bump.rb`: commits the version files. Its message has the build number if the lane raises it.
  mutating func commitVersionBump(_ arguments: inout ActionArguments) throws -> [YAMLItem] {
    let message =
      try arguments.text("message")
      ?? (outcome.traits.contains(.raisesBuild) ? "Version Bump to ${build}" : "Version Bump")
    arguments.ignore("xcodeproj", "force")
    try arguments.off("settings")
    return try commit(message, &arguments, skipsHooks: "no_verify")
  }

  /// `git_commit.rb`: commits the named files, which have to be all that the run has written.
  mutating func commit(_ arguments: inout ActionArguments) throws -> [YAMLItem] {
    guard let message = try arguments.text("message"), let paths = try arguments.texts("path") else { throw NoStep() }
    let project = fastfile.project
    let files =
      (outcome.traits.contains(.raisesVersion) ? project.versionFiles : [])
      + (outcome.traits.contains(.raisesBuild) ? project.buildFiles : [])
    let isAll = project.folder == nil && !Set(paths).isDisjoint(with: [".", "./", "*", "./*"])
    let folders = paths.compactMap(project.path)
    let areCovered = files.allSatisfy { file in
      isAll || folders.contains { $0 == file || file.string.hasPrefix("\($0)/") }
    }
    // CocoaPods and others may have changed more files.
    guard areCovered, !outcome.traits.contains(.usesFastlane) else { throw NoStep() }
    arguments.ignore("allow_nothing_to_commit")
    return try commit(message, &arguments, skipsHooks: "skip_git_hooks")
  }

  /// A commit has what the run has written, so this run has to raise a number, and nothing else may have changed files.
  private mutating func commit(
    _ message: String, _ arguments: inout ActionArguments, skipsHooks: String
  ) throws -> [YAMLItem] {
    guard !outcome.traits.isDisjoint(with: [.raisesVersion, .raisesBuild]), !outcome.traits.contains(.changesFiles)
    else { throw NoStep() }
    let hooks = try arguments.flag(skipsHooks) ? false : nil as YAMLNode?
    try arguments.end()
    return [step("commit", .options(main: "message", ["message": .scalar(message), "hooks": hooks]))]
  }

  /// `add_git_tag.rb`: without `tag`, the name is `builds/LANE/NUMBER` with the started lane.
  mutating func tag(_ arguments: inout ActionArguments) throws -> [YAMLItem] {
    var name = try arguments.text("tag")
    let (grouping, prefix) = (try arguments.text("grouping") ?? "builds", try arguments.text("prefix") ?? "")
    let (postfix, hasLane) = (try arguments.text("postfix") ?? "", try arguments.flag("includes_lane", true))
    let number = try arguments.text("build_number") ?? (outcome.traits.contains(.raisesBuild) ? "${build}" : nil)
    if name == nil, let number,
      !hasLane || lane.map({ !$0.isPrivate && $0.loop == nil && !fastfile.isCalled($0) }) == true
    {
      let started = hasLane ? ["\(lane?.platform ?? "")\(lane?.ownName ?? "")"] : []
      name = ([grouping] + started + [prefix + number + postfix]).joined(separator: "/")
    }
    guard let name else { throw NoStep() }
    outcome.tags.append(name)
    let message = try arguments.text("message").map(YAMLNode.scalar)
    let sign = try arguments.flag("sign") ? true : nil as YAMLNode?
    try arguments.off("force", "commit")
    try arguments.end()
    let shown = name == fastfile.tagFormat ? nil : YAMLNode.scalar(name)
    return [step("tag", .options(main: "name", ["name": shown, "message": message, "sign": sign]))]
  }

  /// `push_to_git_remote.rb` pushes the branch and all tags; `push` those of the run.
  mutating func push(_ arguments: inout ActionArguments) throws -> [YAMLItem] {
    guard try arguments.text("remote") ?? "origin" == "origin", try arguments.flag("tags", true) || outcome.tags.isEmpty
    else {
      throw NoStep()
    }
    let branches = Set([try arguments.text("local_branch"), try arguments.text("remote_branch")].compactMap(\.self))
      .subtracting(["${branch}", "HEAD"])
    guard branches.count <= 1 else { throw NoStep() }
    let skipsHooks = try arguments.flag("no_verify")
    try arguments.off("force", "force_with_lease", "set_upstream", "push_options")
    try arguments.end()
    note([.pushes])
    // `push` pushes the branch that is checked out.
    let checks = branches.map { step("ensure", .pair("branch", .scalar($0))) }
    return checks + [skipsHooks ? step("push", .pair("hooks", .flag(false))) : step("push")]
  }

  /// `push_git_tags.rb` pushes all tags; `push` those of the run.
  mutating func pushTags(_ arguments: inout ActionArguments) throws -> [YAMLItem] {
    let tag = try arguments.text("tag")
    guard try arguments.text("remote") ?? "origin" == "origin",
      outcome.traits.contains(.pushes) || !outcome.tags.isEmpty,
      tag == nil || outcome.tags == [tag]
    else { throw NoStep() }
    try arguments.off("force")
    try arguments.end()
    note([.pushes])
    return [step("push", .pair("branch", .flag(false)))]
  }

  /// `ensure_git_branch.rb` takes a regular expression that may match a part of the name; the step compares the whole name.
  mutating func ensureBranch(_ arguments: inout ActionArguments) throws -> [YAMLItem] {
    let text = try arguments.text("branch") ?? "master"
    try arguments.end()
    var names = text[...]
    for start in ["^", "(?:", "("] where names.hasPrefix(start) { names = names.dropFirst(start.count) }
    for end in ["$", ")"] where names.hasSuffix(end) { names = names.dropLast() }
    let branches = names.split(separator: "|").map { String($0).replacing("/.*", with: "/*") }
    guard !branches.isEmpty, branches.allSatisfy({ $0.utf8.allSatisfy { $0.isIdentifier || "-/*".utf8.contains($0) } })
    else {
      throw NoStep()
    }
    return [step("ensure", .pair("branch", branches.count == 1 ? .scalar(branches[0]) : .words(branches)))]
  }

  mutating func ensureClean(_ arguments: inout ActionArguments) throws -> [YAMLItem] {
    arguments.ignore("show_uncommitted_changes", "show_diff")
    try arguments.end()
    return [step("ensure", .scalar("clean"))]
  }

  mutating func ensureVariables(_ arguments: inout ActionArguments) throws -> [YAMLItem] {
    guard let names = try arguments.texts("env_vars"), names.allSatisfy(\.isVariableName) else { throw NoStep() }
    try arguments.end()
    return [step("ensure", .pair("environment", .words(names)))]
  }

  /// `set_github_release.rb`, for a tag of the run: fastlane creates a missing one.
  mutating func release(_ arguments: inout ActionArguments) throws -> [YAMLItem] {
    guard let name = try arguments.text("repository_name"),
      name.lowercased() == fastfile.project.repository?.lowercased(),
      let tag = try arguments.text("tag_name"), outcome.tags.contains(tag), outcome.traits.contains(.pushes),
      let notes = try arguments.text("description") ?? changelog
    else { throw NoStep() }
    // Martlet reads its own token, and GitHub the commit only if the tag is missing.
    arguments.ignore("api_token", "api_bearer", "commitish")
    try arguments.off("is_draft", "is_generate_release_notes")
    let title = try arguments.text("name") ?? tag
    let isPrerelease = try arguments.flag("is_prerelease")
    let assets = try arguments.texts("upload_assets")
    let paths = assets?.compactMap { fastfile.project.path($0)?.string }
    try arguments.end()
    guard paths?.count == assets?.count else { throw NoStep() }
    return [
      step(
        "publish_release",
        .options([
          "tag": tag == fastfile.tagFormat ? nil : .scalar(tag), "title": .scalar(title), "notes": .scalar(notes),
          "assets": paths.map(YAMLNode.words), "prerelease": .flag(isPrerelease),
        ]))
    ]
  }

  /// `changelog_from_git_commits.rb`: the messages since the newest tag, in which one line end replaces two.
  mutating func collectChangelog(_ arguments: inout ActionArguments) throws -> [YAMLItem] {
    let pretty = try arguments.text("pretty") ?? "%B"
    let merges = try arguments.text("merge_commit_filtering") ?? "include_merges"
    let lightweight = try arguments.flag("match_lightweight_tag", true) ? "--tags " : ""
    arguments.ignore("quiet")
    try arguments.end()
    guard merges != "only_include_merges", !pretty.contains("${") else { throw NoStep() }
    let tag = "$(git describe \(lightweight)\"$(git rev-list --tags --max-count=1)\")"
    let log =
      "git log --pretty=\(pretty.shellWord) \(merges == "exclude_merges" ? "--no-merges " : "")\"\(tag)...HEAD\""
    let script =
      "log=$(\(log)) && printf '%s\\n' \"$log\" | awk '/^$/ { if (++n % 2 == 0) print; next } { n = 0; print }'"
    let id = unusedID("changelog")
    changelog = "${steps.\(id).output}"
    outcome.result = .text("${steps.\(id).output}")
    return [step("run", .options(["shell": .scalar(script), "capture": true]), id: id)]
  }
}
