import Foundation
import TestSupport
import Testing

/// What a team with an app and its Xcode project meets first.
@Suite("An app with a project, Pods and lanes")
struct AppFindingsTests {
  private static let plist = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
    \t<key>CFBundlePackageType</key>
    \t<string>APPL</string>
    \t<key>LSRequiresIPhoneOS</key>
    \t<true/>
    </dict>
    </plist>

    """

  /// An app with a base file for the project, one of CocoaPods for its target, and a configuration for testers.
  private static let project = """
    // !$*UTF8*$!
    { archiveVersion = 1; objectVersion = 56; objects = {
    A1 = {isa = PBXFileReference; path = Config/App.xcconfig; sourceTree = "<group>"; };
    A2 = {isa = PBXFileReference; path = "Pods/Target Support Files/Pods-App/Pods-App.debug.xcconfig"; sourceTree = "<group>"; };
    B0 = {isa = PBXGroup; children = (A1, A2, ); sourceTree = "<group>"; };
    C0 = {isa = PBXProject; buildConfigurationList = D0; mainGroup = B0; projectDirPath = ""; targets = (C1, ); };
    C1 = {isa = PBXNativeTarget; buildConfigurationList = D1; name = App; productType = "com.apple.product-type.application"; };
    D0 = {isa = XCConfigurationList; buildConfigurations = (E00, E01, E02, ); defaultConfigurationName = Release; };
    E00 = {isa = XCBuildConfiguration; baseConfigurationReference = A1; buildSettings = {}; name = Debug; };
    E01 = {isa = XCBuildConfiguration; baseConfigurationReference = A1; buildSettings = {}; name = TestFlight; };
    E02 = {isa = XCBuildConfiguration; baseConfigurationReference = A1; buildSettings = {}; name = Release; };
    D1 = {isa = XCConfigurationList; buildConfigurations = (E10, E11, E12, ); defaultConfigurationName = Release; };
    E10 = {isa = XCBuildConfiguration; baseConfigurationReference = A2; buildSettings = {INFOPLIST_FILE = App/Info.plist; }; name = Debug; };
    E11 = {isa = XCBuildConfiguration; buildSettings = {INFOPLIST_FILE = App/Info.plist; }; name = TestFlight; };
    E12 = {isa = XCBuildConfiguration; buildSettings = {INFOPLIST_FILE = App/Info.plist; }; name = Release; };
    }; rootObject = C0; }

    """

  private func world(_ files: [String: String] = [:], in folder: String = "") throws -> GoldenWorld {
    let app = [
      "App.xcodeproj/project.pbxproj": Self.project, "App/Info.plist": Self.plist, "Demo/Info.plist": Self.plist,
      "App/App.swift": "\n", "Config/App.xcconfig": "MARKETING_VERSION = 1.5.0\n", ".gitignore": "Pods/\n",
      "Podfile": "\n",
    ]
    let all = app.merging(files) { $1 }.map { (folder + $0.key, Data($0.value.utf8)) }
    return try GoldenWorld(example: nil, files: Dictionary(all) { $1 })
  }

  /// Both streams of a command, with its exit status if it fails.
  private func output(_ line: String, in world: GoldenWorld) throws -> String {
    let result = try world.martlet(line.split(separator: " ").map(String.init)).run()
    let lines = [result.succeeded ? "" : "\(result.termination)", result.outputText, result.errorText]
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func text(_ path: String, in world: GoldenWorld) throws -> String {
    try String(contentsOfFile: "\(world.repository)/\(path)", encoding: .utf8)
  }

  @Test(
    "gets environments in the Info.plist of its project, and files that include those it has", arguments: ["", "ios/"])
  func environments(folder: String) throws {
    let world = try world(in: folder)
    let result = try world.martlet(["init", "--environments", "--yes"]).run()
    #expect(result.succeeded, "\(result.errorText)")
    let files = try world.git("diff", "--name-only") + "\n" + world.git("ls-files", "--others", "--exclude-standard")
    #expect(
      files.split(separator: "\n").sorted().joined(separator: "\n")
        == """
        \(folder)App/Info.plist
        Releasefile
        \(folder)App/Generated/EnvironmentConfiguration.swift
        \(folder)Configuration/Debug.LocalServer.xcconfig
        \(folder)Configuration/Debug.xcconfig
        \(folder)Configuration/Release.xcconfig
        \(folder)Configuration/Shared.xcconfig
        \(folder)Configuration/config.plist
        """.split(separator: "\n").sorted().joined(separator: "\n"), "\(files)")
    #expect(
      try text("\(folder)Configuration/Shared.xcconfig", in: world)
        == "// The build settings that all configurations have in common.\n#include \"../Config/App.xcconfig\"\n")
    #expect(
      try text("\(folder)Configuration/Debug.xcconfig", in: world) == """
        // A debug build, for the staging server.
        #include "Shared.xcconfig"
        #include? "../Pods/Target Support Files/Pods-App/Pods-App.debug.xcconfig"

        ConfigEnvironment = Staging

        """)
    #expect(
      result.outputText.contains(
        "decide: the build configuration `TestFlight` needs a file in `\(folder)Configuration` that names its environment, such as `Release.xcconfig`\n"
      ), "\(result.outputText)")
  }

  @Test("is checked in a clone without Pods: their files name no environment")
  func withoutPods() throws {
    let world = try world([
      "values.yml": "Local: {}\nProduction: {}\n", "Releasefile": "environments: {values: values.yml}\n",
      "Config/App.xcconfig": "ConfigEnvironment = Production\n",
      "App/Info.plist": Self.plist.replacing(
        "<dict>", with: "<dict>\n\t<key>ConfigEnvironment</key>\n\t<string>$(ConfigEnvironment)</string>"),
    ])
    #expect(try output("config check", in: world) == "ok  2 environments, 0 keys\nok  1 .xcconfig file")
    try world.setUp("printf 'A = 1\\n' > Config/App.xcconfig")
    let result = try output("config check", in: world)
    #expect(
      result.contains(
        """
        error: `ConfigEnvironment` has no value in the build configuration `Debug` of target `App`, expected one of `Local`, `Production`
         --> Pods/Target Support Files/Pods-App/Pods-App.debug.xcconfig:1:1
        """), "\(result)")
  }

  @Test("gets a generated type of another name than a file that it has, in one file for all environments or for one")
  func generatedType() throws {
    let values =
      "<plist version=\"1.0\"><dict><key>Common</key><dict/><key>Beta</key><dict/><key>Live</key><dict/></dict></plist>\n"
    let world = try GoldenWorld(
      example: nil,
      files: [
        "App/config.plist": Data(values.utf8),
        "App/EnvironmentConfiguration.swift": Data("class EnvironmentConfiguration {}\n".utf8),
        "Config/Debug.xcconfig": Data("STAGE = Beta\n".utf8), "Config/Release.xcconfig": Data("STAGE = Live\n".utf8),
      ])
    let initial = try output("init --yes", in: world)
    #expect(!initial.hasPrefix("exit"), "\(initial)")
    #expect(
      try text("Releasefile", in: world).contains("    - swift: App/Generated/AppEnvironmentConfiguration.swift\n"))
    #expect(try world.martlet(["config", "generate", "--env", "Live"]).run().succeeded)
    #expect(
      try text("App/Generated/AppEnvironmentConfiguration.swift", in: world).contains("AppEnvironmentConfiguration"))
  }

  @Test("has one version for every command while its candidates are tagged, and after its release")
  func candidates() throws {
    let world = try world([
      "Releasefile": "version: {tag: \"${version}\", source: manifests}\nmanifests: [{xcconfig: Config/App.xcconfig}]\n"
    ])
    for (tag, bump) in [("1.5.0-rc.42", "1.5.0-rc.42 → 1.5.0"), ("1.5.0", "1.5.0 → 1.5.1")] {
      try world.setUp("git tag \(tag)")
      let outputs = try ["version", "version --explain", "check", "bump patch -n"].map { try output($0, in: world) }
      for (output, expected) in zip(outputs, [tag, "version \(tag): from ", "ok  version \(tag)", "bump  \(bump)"]) {
        #expect("\n\(output)\n".contains("\n\(expected)"), "\(output)")
      }
    }
  }

  @Test("keeps its branch in mind: a command that switches it stops the lane, and the branch is named")
  func switchedBranch() throws {
    let world = try world([
      "Releasefile":
        "manifests: [{xcconfig: Config/App.xcconfig}]\nlanes: {a: {steps: [bump: minor, run: [git, switch, -qc, other]]}}\n"
    ])
    let result = try world.martlet(["run", "a", "--yes"]).run()
    #expect(result.termination == .exited(status: 1))
    let lines = result.errorText.split(separator: "\n")
    #expect(
      lines.contains { $0.hasPrefix("error: `other` at ") && $0.contains("expected `main` at ") }, "\(result.errorText)"
    )
    #expect(lines.contains { $0.hasSuffix("otherwise check out `main` with `git switch main`") }, "\(result.errorText)")
    #expect(try text("Config/App.xcconfig", in: world) == "MARKETING_VERSION = 1.5.0\n")
  }

  @Test("is told before an upload what would stop it after the upload: a tag of two numbers, and a wrong name")
  func knownBeforeUpload() throws {
    func outcome(_ tag: String) throws -> String {
      let world = try world([
        "Releasefile":
          "version: {tag: \"${version}\"}\nmanifests: [{xcconfig: Config/App.xcconfig}]\nlanes: {a: {steps: [bump: ask, run: {command: [touch, uploaded], outward: true}, commit, \(tag)]}}\n"
      ])
      let text = try output("run a --answer version=1.6 --yes", in: world)
      let isUploaded = FileManager.default.fileExists(atPath: "\(world.repository)/uploaded")
      return isUploaded ? "uploaded" : text
    }
    #expect(try outcome("tag") == "uploaded")
    let wrong = try outcome("tag: bad..name")
    #expect(wrong.contains("error: `bad..name` is not a valid tag name\n"), "\(wrong)")
  }
}
