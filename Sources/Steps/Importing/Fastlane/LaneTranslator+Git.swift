import Lanes
import MartletCore

// Rows of the table for git.
extension LaneTranslator {
  /// `commit_version_bump.rb`: commits the version files. Its message has the build number if the lane raises it.
  mutating func commitVersionBump(_ arguments: inout ActionArguments) throws -> [YAMLItem] {
    let usual = outcome.traits.contains(.raisesBuild) ? "Version Bump to ${build}" : "Version Bump"
    arguments.ignore("xcodeproj", "force")
    return try commit(arguments.text("message") ?? usual)
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
    guard areCovered else { throw NoStep() }
    return try commit(message)
  }

  /// A commit has what the run has written, so this run has to raise a number, and nothing else may have changed files.
  private func commit(_ message: String) throws -> [YAMLItem] {
    guard !outcome.traits.isDisjoint(with: [.raisesVersion, .raisesBuild]),
      !outcome.traits.contains(.changesFiles)
    else { throw NoStep() }
    return [step("commit", .scalar(message))]
  }

  /// `add_git_tag.rb`, without the name that fastlane makes of the started lane.
  mutating func tag(_ arguments: inout ActionArguments) throws -> [YAMLItem] {
    guard let name = try arguments.text("tag") else { throw NoStep() }
    outcome.tags.append(name)
    outcome.traits.remove(.pushes)
    let message = try arguments.text("message").map(YAMLNode.scalar)
    try arguments.off("force")
    let shown = name == fastfile.tagFormat ? nil : YAMLNode.scalar(name)
    return [step("tag", .options(main: "name", ["name": shown, "message": message]))]
  }

  /// `push_to_git_remote.rb` pushes the branch and all tags; `push` the branch that is checked out and the tags of the run.
  mutating func push(_ arguments: inout ActionArguments) throws -> [YAMLItem] {
    for option in ["local_branch", "remote_branch"] {
      guard ["${branch}", "HEAD"].contains(try arguments.text(option) ?? "HEAD") else { throw NoStep() }
    }
    guard try arguments.text("remote") ?? "origin" == "origin",
      try arguments.flag("tags", true) || outcome.tags.isEmpty
    else { throw NoStep() }
    try arguments.off("force", "no_verify", "set_upstream")
    note([.pushes])
    return [step("push")]
  }

  /// `push_git_tags.rb` pushes all tags; `push` those of the run.
  mutating func pushTags(_ arguments: inout ActionArguments) throws -> [YAMLItem] {
    guard try arguments.text("remote") ?? "origin" == "origin", !outcome.tags.isEmpty else { throw NoStep() }
    try arguments.off("force")
    if outcome.traits.contains(.pushes) { return [] }
    note([.pushes])
    return [step("push", .pair("branch", .flag(false)))]
  }

  /// `ensure_git_branch.rb` takes a regular expression that may match a part of the name; the step compares the whole name.
  func ensureBranch(_ arguments: inout ActionArguments) throws -> [YAMLItem] {
    let text = try arguments.text("branch") ?? "master"
    let name = text.hasPrefix("^") && text.hasSuffix("$") ? String(text.dropFirst().dropLast()) : text
    guard !name.isEmpty, name.utf8.allSatisfy({ $0.isIdentifier || "-/".utf8.contains($0) }) else { throw NoStep() }
    return [step("ensure", .pair("branch", .scalar(name)))]
  }

  func ensureClean(_ arguments: inout ActionArguments) throws -> [YAMLItem] {
    arguments.ignore("show_uncommitted_changes", "show_diff")
    return [step("ensure", .scalar("clean"))]
  }
}
