import MartletCore
import Steps
import TestSupport
import Testing

@Suite("The actions of fastlane-plugin-versioning")
struct VersioningPluginTests {
  @Test(
    "raise the numbers of a whole project",
    arguments: [
      ("increment_build_number_in_xcodeproj", "{build: increment}"),
      ("increment_build_number_in_xcodeproj(scheme: 'App', xcodeproj: 'Sample.xcodeproj')", "{build: increment}"),
      ("increment_build_number_in_xcodeproj(target: 'App')", "{build: increment}"),
      ("increment_version_number_in_xcodeproj", "patch"),
      ("increment_version_number_in_xcodeproj(bump_type: 'minor', version_source: 'xcodeproj')", "minor"),
    ])
  func project(action: String, step: String) {
    #expect(steps(action, project: app) == "steps:\n  - bump: \(step)", "\(steps(action, project: app))")
  }

  @Test("set a version, and leave it and the build number for later actions")
  func setting() {
    let text =
      "increment_version_number_in_xcodeproj(version_number: options[:to])\nv = get_version_number_from_xcodeproj(target: 'App')\nincrement_build_number_in_xcodeproj\ncommit_version_bump\nadd_git_tag(tag: \"r#{v}-#{get_build_number_from_xcodeproj}\")"
    // The tag is the format of the Releasefile.
    #expect(
      steps(text, project: app) == """
        steps:
          - bump:
              to: ${to}
              allow_lower: true
          - bump: {build: increment}
          - commit: Version Bump to ${build}
          - tag
        """, "\(steps(text, project: app))")
  }

  @Test(
    "stay untranslated if they raise less than `bump`, or in another way",
    arguments: [
      ("increment_build_number_in_xcodeproj(target: 'Widget')", "it raises only the target `Widget`"),
      (
        "increment_build_number_in_xcodeproj(scheme: 'A', build_configuration_name: 'B')",
        "it raises only one configuration"
      ),
      ("increment_version_number_in_xcodeproj(version_source: 'appstore')", "no step has `version_source: 'appstore'`"),
      ("increment_build_number_in_plist(scheme: 'App')", "`bump` would also raise other files"),
      ("increment_version_number_in_plist", "`bump` would also raise other files"),
    ])
  func untranslated(action: String, reason: String) {
    let body = steps(action, project: app)
    #expect(body.hasSuffix("# not translated (Fastfile:2), because \(reason): \(action)"), "\(body)")
  }

  @Test("raise the only property list of a project")
  func propertyList() {
    var project = FastlaneProject.sample
    project.versionFiles = ["App/Info.plist"]
    project.buildFiles = ["App/Info.plist"]
    #expect(steps("increment_version_number_in_plist(target: 'App')", project: project) == "steps:\n  - bump: patch")
    #expect(steps("increment_build_number_in_plist", project: project) == "steps:\n  - bump: {build: increment}")
  }

  @Test("set the numbers of the only property list, as `set_info_plist_value` does")
  func value() {
    var project = FastlaneProject.sample
    project.versionFiles = ["App/Info.plist"]
    project.buildFiles = ["App/Info.plist"]
    let text =
      "set_info_plist_value(path: './App/Info.plist', key: 'CFBundleShortVersionString', value: options[:v])\nset_info_plist_value(path: 'App/Info.plist', key: 'CFBundleVersion', value: get_build_number.to_i + 1)"
    #expect(
      steps(text, project: project)
        == "steps:\n  - bump:\n      to: ${v}\n      allow_lower: true\n  - bump: {build: increment}",
      "\(steps(text, project: project))")
    for key in ["CFBundleName", "CFBundleVersion', subkey: 'x"] {
      let other = "set_info_plist_value(path: 'App/Info.plist', key: '\(key)', value: options[:v])"
      #expect(steps(other, project: project).contains("# not translated"))
    }
    project.buildFiles.append("Widget/Info.plist")
    #expect(steps(text, project: project).contains("because `bump` would also raise other files"))
  }

  @Test("raise three numbers, so that a version with two stays untranslated")
  func length() {
    var project = app
    project.versionLength = 2
    let body = steps("increment_version_number_in_xcodeproj(bump_type: 'minor')", project: project)
    #expect(body.contains("because the version has not three numbers"), "\(body)")
  }

  /// A project with an app and its tests.
  private var app: FastlaneProject {
    var project = FastlaneProject.sample
    project.read = { path in
      let targets = ["App": "application", "AppTests": "bundle.unit-test"].map { name, type in
        "isa = PBXNativeTarget;\nname = \(name);\nproductType = \"com.apple.product-type.\(type)\";\n};\n"
      }
      return path == "Sample.xcodeproj/project.pbxproj" ? SourceText(path: path, text: targets.joined()) : nil
    }
    return project
  }

  @Test("stays untranslated if no file of the project has the number")
  func nothingToRaise() {
    var project = FastlaneProject()
    let version = "increment_version_number(bump_type: 'patch', xcodeproj: 'A.xcodeproj')"
    #expect(steps(version, project: project).contains("because no file of the project has the version: increment_"))
    let build = "increment_build_number(xcodeproj: 'A.xcodeproj')"
    #expect(steps(build, project: project).contains("because no file of the project has a build number: increment_"))
    project.buildFiles = ["A.xcodeproj/project.pbxproj"]
    #expect(steps(build, project: project) == "steps:\n  - bump: {build: increment}")
  }

  @Test("sets a build setting that the file has in one line, and reads the version from it")
  func buildSettings() {
    var project = FastlaneProject.sample
    (project.versionFiles, project.buildFiles) = (["App.xcconfig"], ["App.xcconfig"])
    let text =
      "#include \"B.xcconfig\"\nMARKETING_VERSION = 1.2.3\nCURRENT_PROJECT_VERSION = 7\nCHANNEL = beta\nX = $(Y)\n"
    project.read = { $0 == "App.xcconfig" ? SourceText(path: $0, text: text) : nil }
    let get = "get_xcconfig_value(path: 'App.xcconfig', name: 'MARKETING_VERSION')"
    let set = "update_xcconfig_value(path: 'App.xcconfig', name: 'CHANNEL', value: \"v#{v}\")"
    let body = steps(
      "v = \(get)\n\(set)\nb = get_xcconfig_value(path: 'App.xcconfig', name: 'CURRENT_PROJECT_VERSION')\nadd_git_tag(tag: b)",
      project: project)
    #expect(
      body == """
        steps:
          - set_build_setting:
              setting: CHANNEL
              value: v${version}
              in: [App.xcconfig]
          - tag: ${build}
        """, "\(body)")
    for name in ["X", "NONE"] {
      let action = "update_xcconfig_value(path: 'App.xcconfig', name: '\(name)', value: 'a')"
      #expect(steps(action, project: project).contains("# not translated (Fastfile:2)"))
    }
    // A setting of the version may be a raise, and the variable has the version before it.
    let raised = "v = \(get)\n" + set.replacing("CHANNEL", with: "MARKETING_VERSION") + "\nadd_git_tag(tag: v)"
    #expect(steps(raised, project: project).contains("not translated (Fastfile:4)"))
  }
}
