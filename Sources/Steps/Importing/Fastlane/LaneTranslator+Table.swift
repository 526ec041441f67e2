import Lanes
import MartletCore

// The table of calls. The options, their defaults and what they do are those of `fastlane/lib/fastlane/actions/NAME.rb` in fastlane
// 2.237; a call with an option that its row does not take has no step.
extension LaneTranslator {
  typealias Row = @Sendable (inout LaneTranslator, inout ActionArguments) throws -> [YAMLItem]

  /// The calls with a step.
  static let table: [String: Row] = [
    "increment_version_number": { try $0.bump(&$1) },
    "increment_build_number": { try $0.bumpBuild(&$1) },
    "ensure_git_branch": { try $0.ensureBranch(&$1) },
    "ensure_git_status_clean": { try $0.ensureClean(&$1) },
    "commit_version_bump": { try $0.commitVersionBump(&$1) },
    "git_commit": { try $0.commit(&$1) },
    "add_git_tag": { try $0.tag(&$1) },
    "push_to_git_remote": { try $0.push(&$1) },
    "push_git_tags": { try $0.pushTags(&$1) },
    "sh": { try $0.run(&$1) },
    "puts": { try $0.message(&$1) }, "UI.message": { try $0.message(&$1) }, "UI.success": { try $0.message(&$1) },
    "UI.important": { try $0.message(&$1) }, "UI.header": { try $0.message(&$1) },
    "prompt": { try $0.prompt(&$1) }, "UI.input": { try $0.prompt(&$1) },
  ]

  mutating func steps(for call: RubyCall, of code: RubyCode, assignedTo name: String?) throws -> [YAMLItem] {
    outcome.result = nil
    if let callee = fastfile.outline.lane(call.name, platform: lane.platform) {
      return try steps(calling: callee, call, code)
    }
    guard let row = Self.table[call.name], !fastfile.replaces(call.name) else { throw NoStep() }
    var arguments = try arguments(of: call, code, assignedTo: name)
    let items = try row(&self, &arguments)
    try arguments.end()
    return items
  }

  // MARK: Versions

  /// Takes the option for the project: `bump` raises the only one.
  func checkProject(_ arguments: inout ActionArguments) throws {
    let project = fastfile.project
    let files = project.versionFiles + project.buildFiles
    let isXcode = files.contains { ["pbxproj", "plist", "xcconfig"].contains($0.pathExtension) }
    guard isXcode, project.xcodeprojs.count <= 1 else { throw NoStep() }
    guard let path = try arguments.text("xcodeproj") else { return }
    guard project.xcodeprojs.isEmpty || project.path(path) == project.xcodeprojs[0] else { throw NoStep() }
  }

  private mutating func bump(_ arguments: inout ActionArguments) throws -> [YAMLItem] {
    try checkProject(&arguments)
    guard !outcome.traits.contains(.raisesVersion) else { throw NoStep() }
    note([.raisesVersion])
    outcome.result = .text("${version}")
    // fastlane raises the last number.
    let last = [2: "minor", 3: "patch"][fastfile.project.versionLength ?? 0]
    let type = try arguments.text("bump_type") ?? last
    if let version = try arguments.text("version_number") {
      // `bump` writes only the numbers of a version.
      guard version != "${version}", version.contains("${") || version.isVersion else { throw NoStep() }
      return [step("bump", .options(["to": .scalar(version), "allow_lower": true]))]
    }
    guard let type, type.contains("${") || ["major", "minor", "patch"].contains(type) else { throw NoStep() }
    return [step("bump", .scalar(type))]
  }

  private mutating func bumpBuild(_ arguments: inout ActionArguments) throws -> [YAMLItem] {
    try checkProject(&arguments)
    guard fastfile.project.hasIntegerBuild, !outcome.traits.contains(.raisesBuild) else { throw NoStep() }
    note([.raisesBuild])
    outcome.result = .text("${build}")
    return [step("bump", .pair("build", "increment"))]
  }

  // MARK: Messages

  private func message(_ arguments: inout ActionArguments) throws -> [YAMLItem] {
    guard let text = try arguments.text(nil) else { throw NoStep() }
    return text.isEmpty ? [] : [step("message", .scalar(text))]
  }

  private mutating func prompt(_ arguments: inout ActionArguments) throws -> [YAMLItem] {
    guard let id = try arguments.variable.map({ try unusedID($0) }),
      let text = try arguments.text(nil) ?? arguments.text("text")
    else { throw NoStep() }
    outcome.result = .text("${steps.\(id).answer}")
    return [step("prompt", .scalar(text), id: id)]
  }

  // MARK: Commands

  /// A command, which runs in the folder of the Fastfile (`fast_file.rb`: `sh`), and may do anything.
  private mutating func run(_ arguments: inout ActionArguments) throws -> [YAMLItem] {
    arguments.ignore("log", "step_name")
    // A text with a value of Martlet's would need quotes for the shell.
    guard let text = try arguments.text(nil) ?? arguments.text("command"), !text.contains("${") else { throw NoStep() }
    note([.changesFiles])
    return [
      step(
        "run",
        .options([
          "shell": .scalar(text), "working_directory": fastfile.folder.map { .scalar($0.string) },
          "changes": .words(["head"]), "outward": true,
        ]))
    ]
  }
}

extension String {
  /// Whether it is a version of numbers.
  fileprivate var isVersion: Bool {
    (try? Version(self)) != nil && utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
  }
}
