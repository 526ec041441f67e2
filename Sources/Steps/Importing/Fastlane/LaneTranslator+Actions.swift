import Lanes
import MartletCore

// The table of calls. The options, their defaults and what they do are those of `fastlane/lib/fastlane/actions/NAME.rb` in fastlane
// 2.237; an option that a row does not take has no step.
extension LaneTranslator {
  /// - Parameter name: The variable that gets the result.
  mutating func steps(for call: RubyCall, of code: RubyCode, assignedTo name: String?) throws -> [YAMLItem] {
    if let callee = fastfile.outline.lane(call.name, platform: lane?.platform), call.block == nil {
      return try steps(calling: callee, call, code)
    }
    guard !fastfile.replaces(call.name) else { throw NoStep() }
    var arguments = try arguments(of: call, code)
    outcome.result = nil
    if Self.alone.contains(call.name) || uploadsWithFastlane && Self.uploads.contains(call.name) {
      return try alone(call, &arguments)
    }
    // They prepare fastlane itself, and Martlet reads its own key.
    if Self.preparing.contains(call.name) {
      note([.isPrepared])
      return []
    }
    if call.name == "sh" { return try run(&arguments) }
    if Self.messages.contains(call.name) { return try message(&arguments) }
    note([.isNative])
    switch call.name {
    case "increment_version_number": return try bump(&arguments)
    case "version_bump_podspec": return try bumpPodspec(&arguments)
    case "increment_build_number": return try bumpBuild(&arguments)
    case "commit_version_bump": return try commitVersionBump(&arguments)
    case "git_commit": return try commit(&arguments)
    case "add_git_tag": return try tag(&arguments)
    case "push_to_git_remote": return try push(&arguments)
    case "push_git_tags": return try pushTags(&arguments)
    case "ensure_git_branch": return try ensureBranch(&arguments)
    case "ensure_git_status_clean": return try ensureClean(&arguments)
    case "ensure_env_vars": return try ensureVariables(&arguments)
    case "set_github_release": return try release(&arguments)
    case "changelog_from_git_commits": return try collectChangelog(&arguments)
    case "pilot", "testflight", "upload_to_testflight": return try testFlight(&arguments)
    case "deliver", "appstore", "upload_to_app_store": return try appStore(&arguments)
    case "pod_push": return try pushPod(&arguments)
    case "UI.input", "prompt", "UI.select": return try prompt(&arguments, assignedTo: name)
    default: throw NoStep()
    }
  }

  /// A call of another lane, which is a step if that lane is complete.
  private mutating func steps(
    calling callee: FastfileOutline.Lane, _ call: RubyCall, _ code: RubyCode
  ) throws -> [YAMLItem] {
    guard let arguments = try arguments(of: call, code).all, let other = fastfile.outcome(of: callee),
      other.missing.isEmpty
    else {
      throw NoStep()
    }
    let options = try other.parameters.compactMap { parameter -> YAMLEntry? in
      guard let value = arguments.last(where: { $0.name == parameter.option })?.value else { return nil }
      guard let text = value.text ?? value.word else { throw NoStep() }
      return YAMLEntry(parameter.name, .scalar(text))
    }
    outcome.called.append(callee.name)
    outcome.tags += other.tags
    bindings = bindings.filter { !fastfile.outline.isShared($0.key) }
    note(other.traits)
    outcome.result = other.result?.text.flatMap { $0 == "${version}" || !$0.contains("${") ? other.result : nil }
    let name = callee.platform == nil || callee.name == callee.ownName ? call.name : callee.name
    return [
      step("lane", .options(main: "lane", ["lane": .scalar(name), "with": options.isEmpty ? nil : .mapping(options)]))
    ]
  }

  // MARK: Versions

  /// Takes the option for the project: `bump` raises the only one.
  func checkProject(_ arguments: inout ActionArguments) throws {
    let project = fastfile.project
    guard project.isXcode, project.xcodeprojs.count <= 1 else { throw NoStep() }
    guard let path = try arguments.text("xcodeproj") else { return }
    guard project.xcodeprojs.isEmpty || project.path(path) == project.xcodeprojs[0] else { throw NoStep() }
  }

  private mutating func bump(_ arguments: inout ActionArguments) throws -> [YAMLItem] {
    try checkProject(&arguments)
    return try bump(arguments.take("version_number"), arguments.text("bump_type") ?? "bump", &arguments)
  }

  private mutating func bumpPodspec(_ arguments: inout ActionArguments) throws -> [YAMLItem] {
    let podspecs = fastfile.project.versionFiles.filter { $0.pathExtension == "podspec" }
    guard podspecs.count == 1 else { throw NoStep() }
    if let path = try arguments.text("path"), fastfile.project.path(path) != podspecs[0] { throw NoStep() }
    try arguments.off("require_variable_prefix")
    return try bump(arguments.take("version_number"), arguments.text("bump_type") ?? "patch", &arguments)
  }

  private mutating func bump(
    _ version: RubyValue?, _ type: String, _ arguments: inout ActionArguments
  ) throws -> [YAMLItem] {
    try arguments.end()
    guard !outcome.traits.contains(.raisesVersion) else { throw NoStep() }
    defer {
      note([.raisesVersion])
      outcome.result = .text("${version}")
    }
    if let version {
      // `bump` writes only the numbers of a version.
      guard let text = version.text, text != "${version}", text.contains("${") || text.isVersion else { throw NoStep() }
      return [step("bump", .options(["to": .scalar(text), "allow_lower": true]))]
    }
    // `bump` raises the last number.
    let last = [2: "minor", 3: "patch"][fastfile.project.versionLength ?? 0]
    guard let change = type == "bump" ? last : type,
      change.contains("${") || ["major", "minor", "patch"].contains(change)
    else {
      throw NoStep()
    }
    return [step("bump", .scalar(change))]
  }

  private mutating func bumpBuild(_ arguments: inout ActionArguments) throws -> [YAMLItem] {
    try checkProject(&arguments)
    try arguments.off("skip_info_plist")
    let number = arguments.take("build_number")
    try arguments.end()
    guard fastfile.project.hasIntegerBuild, !outcome.traits.contains(.raisesBuild) else { throw NoStep() }
    var value = YAMLNode.pair("build", "increment")
    switch number {
    case nil, .nothing, .next(.text): break
    case .next(.storeBuild(let app)):
      value = .options(["build": "increment", "above": "app_store", "app": app.map(YAMLNode.scalar)])
    default: throw NoStep()
    }
    note([.raisesBuild])
    outcome.result = .text("${build}")
    return [step("bump", value)]
  }

  // MARK: Messages

  private mutating func message(_ arguments: inout ActionArguments) throws -> [YAMLItem] {
    guard let text = (arguments.first() ?? arguments.take("message"))?.text else { throw NoStep() }
    try arguments.end()
    return text.isEmpty ? [] : [step("message", .scalar(text))]
  }

  private mutating func prompt(_ arguments: inout ActionArguments, assignedTo name: String?) throws -> [YAMLItem] {
    guard let name, let text = (arguments.first() ?? arguments.take("text"))?.text else { throw NoStep() }
    let values: YAMLNode? = if case .list(let values)? = arguments.first() { .words(values) } else { nil }
    let input = try arguments.text("ci_input").map(YAMLNode.scalar)
    try arguments.end()
    let id = unusedID(name)
    outcome.result = .text("${steps.\(id).answer}")
    return [
      step("prompt", .options(main: "text", ["text": .scalar(text), "values": values, "default": input]), id: id)
    ]
  }

  // MARK: Commands

  /// A command, which runs in the folder of the Fastfile (`fast_file.rb`: `sh`).
  private mutating func run(_ arguments: inout ActionArguments) throws -> [YAMLItem] {
    arguments.ignore("log", "step_name")
    var texts: [String] = []
    while let text = arguments.first()?.text { texts.append(text) }
    if let command = try arguments.text("command") { texts.append(command) }
    try arguments.end()
    // A text with a value of Martlet's would need quotes for the shell.
    guard !texts.isEmpty, !texts.contains(where: { $0.contains("${") }) else { throw NoStep() }
    let words = texts.count > 1 ? texts : texts[0].split(separator: " ").map(String.init)
    let needsShell = texts.count == 1 && texts[0].contains { "|&;<>()$`\\\"'*?[]#~=%!{}\n".contains($0) }
    let isLocal =
      !needsShell && !Self.localPrograms.isDisjoint(with: [words[0], words.prefix(2).joined(separator: " ")])
    if !isLocal { note([.changesFiles]) }
    return [
      step(
        "run",
        .options(
          main: "command",
          [
            "command": needsShell ? nil : .words(words), "shell": needsShell ? .scalar(texts[0]) : nil,
            "working_directory": fastfile.folder.map { .scalar($0.string) },
            "changes": !isLocal && texts.contains(where: { $0.contains("git") }) ? .words(["head"]) : nil,
            "outward": isLocal ? nil : true,
          ]))
    ]
  }

  /// Programs that publish nothing, and change no file that git has.
  private static let localPrograms: Set<String> = [
    "echo", "git status", "git diff", "git fetch", "mkdir", "open", "swift build", "swift test", "swiftlint",
    "xcodebuild",
  ]

  private func pushPod(_ arguments: inout ActionArguments) throws -> [YAMLItem] {
    var words = try arguments.flag("use_bundle_exec") && fastfile.project.usesBundler ? ["bundle", "exec"] : []
    words += try arguments.text("repo").map { ["pod", "repo", "push", $0] } ?? ["pod", "trunk", "push"]
    words += try arguments.text("path").map { [$0] } ?? []
    let flags = [
      "allow_warnings", "use_libraries", "skip_import_validation", "skip_tests", "use_json", "verbose",
      "use_modular_headers",
      "synchronous", "no_overwrite", "local_only",
    ]
    for flag in flags where try arguments.flag(flag) { words.append("--" + flag.replacing("_", with: "-")) }
    try arguments.end()
    return [step("run", .options(["command": .words(words), "working_directory": fastfile.place, "outward": true]))]
  }

  /// An action that `fastlane run` runs as a lane does (`one_off.rb`). It takes texts, of which `yes`, `no`, `true` and `false`
  /// become booleans (`command_line_handler.rb`).
  private mutating func alone(_ call: RubyCall, _ arguments: inout ActionArguments) throws -> [YAMLItem] {
    note([.usesFastlane])
    guard !outcome.traits.contains(.isPrepared), let all = arguments.all, !fastfile.project.hasFilesForLanes,
      lane?.platform ?? "ios" == "ios"
    else {
      throw NoStep()
    }
    var words = fastfile.command + ["run", call.name]
    for (name, value) in all {
      guard let text = value.text ?? value.word, !text.contains("${"),
        value.word != nil || !["true", "false", "yes", "no"].contains(text)
      else { throw NoStep() }
      words.append("\(name):\(text)")
    }
    let outward = Self.alone.contains(call.name) ? nil : true as YAMLNode?
    return [
      step(
        "run",
        .options(main: "command", ["command": .words(words), "working_directory": fastfile.place, "outward": outward]))
    ]
  }

  /// Actions that neither prompt, nor read what another one of them has left in `lane_context`.
  private static let alone: Set = [
    "build_app", "build_ios_app", "gym", "run_tests", "scan", "cocoapods", "carthage", "swiftlint",
  ]
  private static let messages: Set = ["puts", "println", "UI.message", "UI.success", "UI.important", "UI.header"]
  static let preparing: Set = ["setup_ci", "setup_circle_ci", "app_store_connect_api_key"]
  static let uploads: Set = [
    "pilot", "testflight", "upload_to_testflight", "deliver", "appstore", "upload_to_app_store",
  ]
}

extension RubyValue {
  /// `true` or `false`.
  var word: String? { if case .flag(let flag) = self { flag ? "true" : "false" } else { nil } }
}

extension String {
  /// Whether it is a version of numbers.
  fileprivate var isVersion: Bool {
    (try? Version(self)) != nil && utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
  }
}
