import MartletCore
import TestSupport
import Testing

@Suite("A bump of what a project ships")
struct BumpProductsTests {
  /// A project with the app App and the extension Push.
  private static func project(app: String, push: String, project: String = "", base: Bool = false) -> String {
    func configuration(_ id: String, _ settings: String, base: Bool = false) -> String {
      """
          \(id) = {isa = XCBuildConfiguration; \(base ? "baseConfigurationReference = F; " : "")buildSettings = {
            \(settings)
          }; name = Release; };
          L\(id) = {isa = XCConfigurationList; buildConfigurations = (\(id), ); };

      """
    }
    return """
      // !$*UTF8*$!
      {
        objects = {
          P = {isa = PBXProject; buildConfigurationList = LPC; mainGroup = G; targets = (A, E, ); };
          G = {isa = PBXGroup; children = (F, ); sourceTree = "<group>"; };
          F = {isa = PBXFileReference; path = Version.xcconfig; sourceTree = "<group>"; };
          A = {isa = PBXNativeTarget; name = App; buildConfigurationList = LAC; productType = "com.apple.product-type.application"; dependencies = (D, ); };
          D = {isa = PBXTargetDependency; target = E; };
          E = {isa = PBXNativeTarget; name = Push; buildConfigurationList = LEC; productType = "com.apple.product-type.app-extension"; };
      \(configuration("PC", project, base: base))\(configuration("AC", app))\(configuration("EC", push))  };
        rootObject = P;
      }

      """
  }

  private func planning(_ files: [String: String], tags: [String] = ["1.4.2"], head: String = "") -> Planning {
    var planning = Planning(.clean(files, tags: tags))
    planning.head = head
    return planning
  }

  @Test("raises an extension at Xcode's default with its app", arguments: ["1.0", "1.3", "9.1"])
  func extensionBehind(value: String) throws {
    let files = [
      "App.xcodeproj/project.pbxproj": Self.project(
        app: "MARKETING_VERSION = 1.4.2;", push: "MARKETING_VERSION = \(value);")
    ]
    let plan = try planning(files).plan("- bump: minor")
    let expected = Self.project(app: "MARKETING_VERSION = 1.5.0;", push: "MARKETING_VERSION = 1.5.0;")
    #expect(plan.text(of: "App.xcodeproj/project.pbxproj") == expected)
    #expect(plan.remarks.isEmpty)
  }

  @Test("stops where an app would show a version of four numbers")
  func fourNumbers() throws {
    let files = [
      "App.xcodeproj/project.pbxproj": Self.project(app: "MARKETING_VERSION = 7.75;", push: "MARKETING_VERSION = 7.75;")
    ]
    #expect(
      try planning(files, tags: ["7.75", "7.75.0.3"]).failure("- bump: minor").hasPrefix(
        "error: `7.76.0.0` cannot be a `CFBundleShortVersionString`: expected at most three numbers (ITMS-90060)"))
  }

  @Test("stops where an extension shows nothing, and goes on after the command of the hint")
  func absent() throws {
    let files = ["App.xcodeproj/project.pbxproj": Self.project(app: "MARKETING_VERSION = 1.4.2;", push: "")]
    #expect(
      try planning(files).failure("- bump: minor") == """
        error: there is no version of `Push` in `App.xcodeproj` in configuration `Release`, expected `1.5.0`
        hint: set it with `martlet config set MARKETING_VERSION=1.5.0 App.xcodeproj --target Push`; if it has its own \
        version, add `products: [{target: Push, version: apart}]` to the Releasefile
        """)
    let plan = try planning(files).plan(
      "- set_build_setting: {setting: MARKETING_VERSION, value: 1.5.0, in: App.xcodeproj, targets: [Push]}\n- bump: minor"
    )
    #expect(plan.text(of: "App.xcodeproj/project.pbxproj")?.contains("1.4.2") == false)
  }

  @Test("leaves a declared target as it is, without a word", arguments: ["apart", "injected"])
  func declared(form: String) throws {
    let files = [
      "App.xcodeproj/project.pbxproj": Self.project(app: "MARKETING_VERSION = 1.4.2;", push: "MARKETING_VERSION = 1.0;")
    ]
    let head = "products: [{target: Push, version: \(form)}]\n"
    let plan = try planning(files, head: head).plan("- bump: minor")
    #expect(plan.text(of: "App.xcodeproj/project.pbxproj")?.contains("MARKETING_VERSION = 1.0;") == true)
    #expect(plan.remarks.isEmpty)
    #expect(try planning(files, head: head).plan("- ensure: consistent").entries.isEmpty)
  }

  @Test("raises the build number of an extension with that of its app")
  func build() throws {
    let files = [
      "Version.xcconfig": "MARKETING_VERSION = 1.4.2\nCURRENT_PROJECT_VERSION = 24.1.0.0\n",
      "App.xcodeproj/project.pbxproj": Self.project(
        app: "", push: "CURRENT_PROJECT_VERSION = 24.0.0.0; MARKETING_VERSION = 1.4.2;", base: true),
    ]
    let plan = try planning(files).plan("- bump: {build: increment}")
    #expect(plan.text(of: "Version.xcconfig") == "MARKETING_VERSION = 1.4.2\nCURRENT_PROJECT_VERSION = 24.1.0.1\n")
    let project = Self.project(
      app: "", push: "CURRENT_PROJECT_VERSION = 24.1.0.1; MARKETING_VERSION = 1.4.2;", base: true)
    #expect(plan.text(of: "App.xcodeproj/project.pbxproj") == project)
  }

  @Test(
    "can follow the version with the build number, or take it",
    arguments: [
      ("version", "1.4.2.0", "1.4.2.1"), ("version", "1.3.0.7", "1.4.2.0"), ("version", "7", "8"), ("42", "7", "42"),
    ])
  func buildOfVersion(choice: String, old: String, new: String) throws {
    let files = ["App.xcconfig": "MARKETING_VERSION = 1.4.2\nCURRENT_PROJECT_VERSION = \(old)\n"]
    guard new != "8" else {
      #expect(try planning(files).failure("- bump: {build: \(choice)}").contains("does not come after `7`"))
      return
    }
    let plan = try planning(files).plan("- bump: {build: \(choice)}")
    #expect(plan.text(of: "App.xcconfig") == "MARKETING_VERSION = 1.4.2\nCURRENT_PROJECT_VERSION = \(new)\n")
  }

  @Test("rejects an unknown way to choose a build number")
  func unknownBuild() throws {
    let files = ["App.xcconfig": "MARKETING_VERSION = 1.4.2\nCURRENT_PROJECT_VERSION = 7\n"]
    #expect(
      try planning(files).failure("- bump: {build: date}").contains(
        "`date` is not a way to choose a build number, expected one of `increment`, `commit_count`, `timestamp`, `ci_run_number`, `version`, or a number"
      ))
  }

  @Test("raises Android's versionCode while it is equal, and names another one", arguments: ["7", "1042"])
  func android(code: String) throws {
    let files = [
      "ios/Version.xcconfig": "MARKETING_VERSION = 1.4.2\nCURRENT_PROJECT_VERSION = 7\n",
      "android/app/build.gradle": "android {\n  versionCode \(code)\n  versionName \"1.4.2\"\n}\n",
    ]
    let plan = try planning(files).plan("- bump: {build: increment}")
    let gradle = plan.text(of: "android/app/build.gradle")
    #expect(gradle == (code == "7" ? "android {\n  versionCode 8\n  versionName \"1.4.2\"\n}\n" : nil))
    #expect(plan.remarks == (code == "7" ? [] : ["unchanged: 1042 in android/app/build.gradle:2"]))
  }

  @Test(
    "stops at a project that cannot be read",
    arguments: [
      ("project.pbxproj", "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict/></plist>", "is a property list in XML"),
      ("project.pbxproj", "bplist00", "is a binary property list"),
      ("xcshareddata/a.plist", "x", "has no project file"),
    ])
  func unreadable(name: String, text: String, words: String) throws {
    let failure = try planning(["App.xcodeproj/\(name)": text]).failure("- bump: minor")
    #expect(failure.contains(words), "\(failure)")
  }
}
