import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

@Suite("The step set_build_setting")
struct SetBuildSettingStepTests {
  /// The files of CocoaPods for two pods and an app; none of them is in git.
  private static let pods = [
    "Pods/Target Support Files/CoolKit/CoolKit.debug.xcconfig":
      "CLANG_ALLOW_NON_MODULAR_INCLUDES_IN_FRAMEWORK_MODULES = NO\nOTHER_SWIFT_FLAGS = $(inherited) -D COCOAPODS\nSKIP_INSTALL = YES\n",
    "Pods/Target Support Files/CoolKit/CoolKit.release.xcconfig": "OTHER_SWIFT_FLAGS = $(inherited) -D COCOAPODS\n",
    "Pods/Target Support Files/CoolUI/CoolUI.debug.xcconfig": "PODS_ROOT = ${SRCROOT}\nSKIP_INSTALL = YES",
    "Pods/Target Support Files/Pods-CoolApp/Pods-CoolApp.debug.xcconfig":
      "OTHER_SWIFT_FLAGS = $(inherited) -D COCOAPODS -DDEBUG\n",
    "Pods/Target Support Files/CoolKit/CoolKit.modulemap": "framework module CoolKit {}\n",
  ]

  private static func workspace(_ files: [String: String], ignored: [String: String] = [:]) -> TestWorkspace {
    var workspace = TestWorkspace.clean(files.merging(ignored) { $1 })
    workspace.ignoredFiles = Set(ignored.keys)
    return workspace
  }

  /// The plan of one lane with these steps, as in a Releasefile.
  private static func plan(_ steps: String, in workspace: TestWorkspace) throws -> Plan {
    let lines = steps.split(separator: "\n").map { "      \($0)\n" }.joined()
    let text = "lanes:\n  set:\n    parameters: {name: {default: 'a//b $(X)'}}\n    steps:\n" + lines
    let source = SourceText(path: "Releasefile", text: text)
    let world = PlanningContext(workspace: workspace, versions: ProjectVersion(), answers: TestAnswers())
    return try Planner(laneNamed: "set", of: Releasefile(source, vocabulary: .standard), in: world).wholePlan()
  }

  /// The files that the plan writes, by path.
  private static func written(_ plan: Plan) -> [String: String] {
    let writes = plan.entries.compactMap { if case .writeFile(let write) = $0.effect { write } else { nil } }
    return Dictionary(
      uniqueKeysWithValues: writes.map { ($0.path.string, String(decoding: $0.contents, as: UTF8.self)) })
  }

  /// The files written by the steps; planning again in their result writes nothing.
  private static func written(_ steps: String, in workspace: TestWorkspace) throws -> [String: String] {
    let files = written(try plan(steps, in: workspace))
    var after = workspace
    after.files.merge(files) { $1 }
    #expect(try plan(steps, in: after).entries.isEmpty)
    return files
  }

  private static func messages(_ steps: String, in workspace: TestWorkspace) throws -> [String] {
    let error = try #require(throws: (any Error).self) { try plan(steps, in: workspace) }
    return try #require(error as? any ExplainedError).diagnostics.map { diagnostic in
      diagnostic.message + (diagnostic.hint.map { "; \($0)" } ?? "")
    }
  }

  @Test("adds a missing flag to CocoaPods' files of one configuration")
  func cocoaPods() throws {
    let steps = """
      - set_build_setting:
          setting: OTHER_SWIFT_FLAGS
          append: -DDEBUG
          in: ["Pods/Target Support Files/**/*.debug.xcconfig"]
      """
    #expect(
      try Self.written(steps, in: Self.workspace([:], ignored: Self.pods)) == [
        "Pods/Target Support Files/CoolKit/CoolKit.debug.xcconfig":
          "CLANG_ALLOW_NON_MODULAR_INCLUDES_IN_FRAMEWORK_MODULES = NO\nOTHER_SWIFT_FLAGS = $(inherited) -D COCOAPODS -DDEBUG\nSKIP_INSTALL = YES\n",
        "Pods/Target Support Files/CoolUI/CoolUI.debug.xcconfig":
          "PODS_ROOT = ${SRCROOT}\nSKIP_INSTALL = YES\nOTHER_SWIFT_FLAGS = $(inherited) -DDEBUG",
      ])
  }

  @Test("sets a flag for each build configuration")
  func eachConfiguration() throws {
    let steps = """
      - set_build_setting: {setting: F, value: $(inherited) -DDEBUG, in: Pods/**/*.debug.xcconfig}
      - set_build_setting: {setting: F, value: $(inherited) -DRELEASE, in: Pods/**/*.release.xcconfig}
      """
    let written = try Self.written(steps, in: Self.workspace([:], ignored: Self.pods))
    #expect(written.count == 4)
    for (path, text) in written {
      let flag = path.contains(".debug.") ? "F = $(inherited) -DDEBUG" : "F = $(inherited) -DRELEASE"
      #expect(text.contains("\n" + flag))
      #expect(text.replacing("\n\(flag)\n", with: "\n").replacing("\n\(flag)", with: "") == Self.pods[path])
    }
  }

  @Test("does not add a flag to a file that includes another changed file")
  func includedFiles() throws {
    let files = [
      "A.xcconfig": "#include \"Base/C.xcconfig\"\nF = $(inherited) -DA\n",
      "B.xcconfig": "#include \"Base/C.xcconfig\"\n",
      "Base/C.xcconfig": "F = -DC\n",
    ]
    #expect(
      try Self.written("- set_build_setting: {setting: F, append: -DX, in: '**/*.xcconfig'}", in: Self.workspace(files))
        == ["Base/C.xcconfig": "F = -DC -DX\n"])
  }

  @Test("writes a condition for a configuration, and a line that is read back correctly")
  func configuration() throws {
    let steps = """
      - set_build_setting:
          setting: API_URL
          value: https://debug.test/${name}
          in: Config.xcconfig
          configuration: Debug
      """
    let files = ["Config.xcconfig": "API_URL = https:/$()/a.test // live\r\n// end"]
    #expect(
      try Self.written(steps, in: Self.workspace(files)) == [
        "Config.xcconfig":
          "API_URL = https:/$()/a.test // live\r\nAPI_URL[config=Debug] = https:/$()/debug.test/a/$()/b $(X)\r\n// end"
      ])
  }

  private static let project = """
    // !$*UTF8*$!
    {
    \tobjects = {
    \t\tA = {isa = PBXProject; buildConfigurationList = B; targets = (C, ); };
    \t\tB = {isa = XCConfigurationList; buildConfigurations = (D, ); };
    \t\tC = {isa = PBXNativeTarget; name = CoolApp; buildConfigurationList = E; };
    \t\tD = {isa = XCBuildConfiguration; buildSettings = {
    \t\t\t}; name = Debug; };
    \t\tE = {isa = XCConfigurationList; buildConfigurations = (F, G, ); };
    \t\tF = {isa = XCBuildConfiguration; buildSettings = {
    \t\t\t\tA = 1;
    \t\t\t\tSWIFT_VERSION = 6.0;
    \t\t\t}; name = Debug; };
    \t\tG = {isa = XCBuildConfiguration; buildSettings = {
    \t\t\t\tA = 1;
    \t\t\t}; name = Release; };
    \t};
    \trootObject = A;
    }

    """

  @Test("changes the targets of a project together with files")
  func projects() throws {
    let steps = """
      - set_build_setting:
          setting: OTHER_SWIFT_FLAGS
          append: -DDEBUG
          in: [App/*.xcodeproj, App/Debug.xcconfig]
          configuration: Debug
          targets: [CoolApp]
      """
    let files = ["App/CoolApp.xcodeproj/project.pbxproj": Self.project, "App/Debug.xcconfig": "A = 1\n"]
    let flags = "OTHER_SWIFT_FLAGS = \"$(inherited) -DDEBUG\";"
    #expect(
      try Self.written(steps, in: Self.workspace(files)) == [
        "App/CoolApp.xcodeproj/project.pbxproj": Self.project.replacing(
          "\t\t\t\tSWIFT_VERSION", with: "\t\t\t\t\(flags)\n\t\t\t\tSWIFT_VERSION"),
        "App/Debug.xcconfig": "A = 1\nOTHER_SWIFT_FLAGS[config=Debug] = $(inherited) -DDEBUG\n",
      ])
  }

  @Test("changes the project's own settings if no target is named")
  func projectItself() throws {
    let written = try Self.written(
      "- set_build_setting: {setting: B, value: x, in: P.xcodeproj}",
      in: Self.workspace(["P.xcodeproj/project.pbxproj": Self.project]))
    #expect(
      written == [
        "P.xcodeproj/project.pbxproj": Self.project.replacing(
          "buildSettings = {\n\t\t\t};", with: "buildSettings = {\n\t\t\t\tB = x;\n\t\t\t};")
      ])
  }

  @Test("uses the result of earlier steps")
  func draft() throws {
    let steps = """
      - set_build_setting: {setting: A, value: '1', in: a.xcconfig}
      - set_build_setting: {setting: A, append: '2', in: a.xcconfig}
      """
    let plan = try Self.plan(steps, in: Self.workspace(["a.xcconfig": ""]))
    let contents = plan.entries.map {
      if case .writeFile(let write) = $0.effect { String(decoding: write.contents, as: UTF8.self) } else { "" }
    }
    #expect(contents == ["A = 1\n", "A = 1 2\n"])
  }

  @Test("changes ignored files only below a named folder, or by their full path")
  func ignoredFiles() throws {
    let workspace = Self.workspace(
      ["a.xcconfig": "", "Config/b.xcconfig": ""], ignored: ["secret.xcconfig": "", "Pods/p.xcconfig": ""])
    func paths(_ pattern: String) throws -> [String] {
      try Self.written("- set_build_setting: {setting: A, value: x, in: '\(pattern)'}", in: workspace).keys.sorted()
    }
    #expect(try paths("**/*.xcconfig") == ["Config/b.xcconfig", "a.xcconfig"])
    #expect(try paths("*") == ["a.xcconfig"])
    #expect(try paths("Pods/*") == ["Pods/p.xcconfig"])
    #expect(try paths("secret.xcconfig") == ["secret.xcconfig"])
  }

  @Test("excludes ignored files from the commit")
  func commit() throws {
    let steps = """
      - set_build_setting: {setting: A, value: x, in: ['*.xcconfig', 'Pods/**']}
      - commit: Flags
      """
    let workspace = Self.workspace(["a.xcconfig": ""], ignored: ["Pods/p.xcconfig": ""])
    let plan = try Self.plan(steps, in: workspace)
    let commits = plan.entries.compactMap {
      if case .createCommit(let commit) = $0.effect { commit.paths } else { nil }
    }
    #expect(Self.written(plan).count == 2)
    #expect(commits == [["a.xcconfig"]])
  }

  @Test(
    "reports errors",
    arguments: [
      ("in: a.xcconfig", "nothing to write to `A`, expected `value` or `append`"),
      ("in: a.xcconfig, value: x, append: y", "both `value` and `append` are given, expected one of them"),
      ("in: a.xcconfig, append: ' '", "nothing to append to `A`, expected a word"),
      (
        "in: [a.xcconfig, Pods/*.xcconfig], value: x",
        "`Pods/*.xcconfig` matches no `.xcconfig` file and no `.xcodeproj`"
      ),
      (
        "in: '*.foo', value: x",
        "`*.foo` matches no `.xcconfig` file and no `.xcodeproj`; to match ignored files, begin the pattern with a folder, such as `Pods/**/*.xcconfig`"
      ),
      ("in: b.txt, value: x", "`b.txt` matches no `.xcconfig` file and no `.xcodeproj`"),
      ("in: ../a.xcconfig, value: x", "`../a.xcconfig` is not a path inside the repository"),
      ("in: a.xcconfig, value: x, targets: [B]", "`targets` without a project: `a.xcconfig` matches no `.xcodeproj`"),
      (
        "in: a.xcconfig, value: \"x\\ny\"",
        "the value `x\ny` contains a line end, expected one line"
      ),
      (
        "in: merged.xcconfig, value: x", "unresolved merge conflict; resolve the conflict, then run the command again"
      ),
      (
        "in: P.xcodeproj, value: x, targets: [Cool]",
        "no target `Cool` in `P.xcodeproj`, expected one of `CoolApp`"
      ),
      ("in: a.xcconfig, value: '${nme}'", "unknown name `nme`; did you mean `name`?"),
    ])
  func mistakes(parameters: String, message: String) throws {
    let files = [
      "a.xcconfig": "", "b.txt": "", "merged.xcconfig": "<<<<<<< HEAD\nA = 1\n",
      "P.xcodeproj/project.pbxproj": Self.project,
    ]
    #expect(
      try Self.messages("- set_build_setting: {setting: A, \(parameters)}", in: Self.workspace(files)) == [message])
  }

  @Test("requires a setting and files")
  func required() throws {
    #expect(
      try Self.messages("- set_build_setting: A", in: Self.workspace([:])) == [
        "missing parameter `in` of step `set_build_setting`, expected a list of texts; list its parameters with `martlet help step set_build_setting`"
      ])
  }
}
