import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

@Suite("The import of a Fastfile")
struct ImportStepTests {
  private func message(_ files: [String: String], from file: String) -> String {
    do {
      _ = try imported(.clean(files), from: file)
      return ""
    } catch {
      return error.firstMessage
    }
  }

  private func hint(_ files: [String: String], from file: String) -> String? {
    do {
      _ = try imported(.clean(files), from: file)
      return nil
    } catch {
      return Failure(of: error).diagnostics.first?.hint
    }
  }

  @Test("that is missing, or has no lanes, is an error")
  func refusesOthers() {
    #expect(message([:], from: "fastlane/Fastfile") == "no file `fastlane/Fastfile`")
    #expect(message([:], from: "../Fastfile") == "`../Fastfile` is not a path inside the repository")
    #expect(
      message(["README.md": "Hello\n"], from: "README.md")
        == "no lane in `README.md`, expected a Fastfile such as `fastlane/Fastfile`")
  }

  @Test("names a Fastfile that is elsewhere, and one in Swift")
  func otherFastfiles() {
    let files = [
      "src/xcode/fastlane/Fastfile": "lane(:a) { puts 'b' }\n", "fastlane/Fastfile.swift": "import Foundation\n",
    ]
    #expect(hint(files, from: "fastlane/Fastfile") == "did you mean `src/xcode/fastlane/Fastfile`?")
    #expect(
      message(files, from: "fastlane/Fastfile.swift")
        == "`fastlane/Fastfile.swift` is a Fastfile in Swift, expected one in Ruby, such as `fastlane/Fastfile`")
  }

  @Test("into a project without a version leaves the manifests to the user")
  func needsNoManifest() throws {
    let plan = try imported(.clean(["Fastfile": "lane(:a) { puts 'b' }\n"]), from: "Fastfile")
    #expect(plan.remarks == ["no manifest with a version was found: add one under `manifests:`"])
    #expect(!plan.onlyText.contains("manifests:"))
  }

  @Test("takes the format of the version tags, also if other lanes tag builds")
  func takesTagFormat() throws {
    let fastfile = """
      lane(:beta) { add_git_tag(tag: "builds/#{get_build_number}") }
      lane(:release) { add_git_tag(tag: "v#{get_version_number}") }

      """
    let plan = try imported(.clean(["Fastfile": fastfile, "VERSION": "1.4.2\n"]), from: "Fastfile")
    #expect(
      plan.onlyText.hasSuffix(
        """

        version:
          tag: v${version}

        manifests:
          - plain: VERSION

        lanes:
          beta:
            steps:
              - tag: builds/${build}

          release:
            steps:
              - tag

        """), "\(plan.onlyText)")
  }

  @Test("into a project whose version is only in tags mentions that")
  func hasAllTags() throws {
    let plan = try imported(.clean(["Fastfile": "lane(:a) { puts 'b' }\n"], tags: ["v1.0.0"]), from: "Fastfile")
    #expect(plan.onlyText.contains("version:\n  tag: v${version}\n  source: tag\n"))
  }

  @Test("that uploads, and names no app, declares the first app of the project, which the upload checks")
  func guessesApp() throws {
    func configuration(_ key: String, _ name: String, _ id: String) -> String {
      """
      \t\t\(key) = {
      \t\t\tisa = XCBuildConfiguration;
      \t\t\tbuildSettings = {
      \t\t\t\tCURRENT_PROJECT_VERSION = 3;
      \t\t\t\tMARKETING_VERSION = 1.4.2;
      \t\t\t\tPRODUCT_BUNDLE_IDENTIFIER = \(id);
      \t\t\t};
      \t\t\tname = \(name);
      \t\t};

      """
    }
    let project =
      """
      // !$*UTF8*$!
      {
      \tobjects = {
      \t\tP = {isa = PBXProject; buildConfigurationList = L; targets = (A, ); };
      \t\tL = {isa = XCConfigurationList; buildConfigurations = (); };
      \t\tA = {isa = PBXNativeTarget; name = Cool; productType = "com.apple.product-type.application";
      \t\t\tbuildConfigurationList = AL; };
      \t\tAL = {isa = XCConfigurationList; buildConfigurations = (A1, A3, ); };

      """ + configuration("A1", "Debug", "com.example.beta") + configuration("A2", "Debug", "com.example.beta.widget")
      + configuration("A3", "\"Release Store\"", "com.example.cool") + "\t};\n\trootObject = P;\n}\n"
    let files = [
      "Cool.xcodeproj/project.pbxproj": project,
      "Fastfile": "lane(:a) { pilot(ipa: 'a.ipa', skip_submission: true) }\n",
    ]
    let text = try imported(.clean(files), from: "Fastfile").onlyText
    #expect(
      text.contains(
        """

        # fastlane takes the app of the file that it uploads: `upload_build` stops if that is not this app
        app_store:
          app: com.example.cool
          platform: ios

        """), "\(text)")
    for (path, line) in [
      ("project.yml", "        PRODUCT_BUNDLE_IDENTIFIER: com.example.generated"),
      ("App/Base.xcconfig", "PRODUCT_BUNDLE_IDENTIFIER = com.example.generated // The app"),
      ("Project.swift", "    bundleId: \"com.example.generated\",\n    bundleId: \"com.example.generated.widget\","),
    ] {
      let generated = ["Fastfile": files["Fastfile", default: ""], path: line + "\n", "VERSION": "1.4.2\n"]
      let text = try imported(.clean(generated), from: "Fastfile").onlyText
      #expect(text.contains("app_store:\n  app: com.example.generated\n"), "\(text)")
    }
    var named = files
    named["Appfile"] = "app_identifier 'com.example.named'\n"
    let other = try imported(.clean(named), from: "Fastfile").onlyText
    #expect(other.contains("\n\napp_store:\n  app: com.example.named\n"), "\(other)")
  }

  @Test("finds no app in a target for tests, and what an Appfile sets for actions")
  func appfileVariables() throws {
    let files = [
      "project.yml": "name: A\ntargets:\n  A:\n    settings:\n      PRODUCT_BUNDLE_IDENTIFIER: b.example\n"
        + "  T:\n    settings:\n      PRODUCT_BUNDLE_IDENTIFIER: a.AUITests\n",
      "VERSION": "1.4.2\n", "fastlane/Fastfile": "lane(:a) { pilot(ipa: 'a.ipa') }\n",
    ]
    let text = try imported(.clean(files), from: "fastlane/Fastfile").onlyText
    #expect(text.contains("app_store:\n  app: b.example\n"), "\(text)")
    let appfile = ["fastlane/Appfile": "app_identifier 'b.example'\nENV['FL_BUILD_NUMBER_PROJECT'] = 'B.xcodeproj'\n"]
    let other = try imported(.clean(files.merging(appfile) { $1 }), from: "fastlane/Fastfile").onlyText
    #expect(other.contains("# fastlane/Appfile:1: FL_BUILD_NUMBER_PROJECT, which changes actions\n"), "\(other)")
  }
}
