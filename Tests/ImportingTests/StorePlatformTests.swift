import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

@Suite("The platform of an app at App Store Connect")
struct StorePlatformTests {
  private func project(_ platforms: ApplePlatform...) -> FastlaneProject {
    var project = FastlaneProject.sample
    project.bundleID = "com.example.CoolApp"
    project.platforms = Set(platforms)
    return project
  }

  private func fastfile(_ text: String, _ project: FastlaneProject) -> Fastfile {
    Fastfile(SourceText(path: "Fastfile", text: text), project: project)
  }

  @Test("is that of the project for an upload to TestFlight, and iOS if it has an app for that")
  func project() {
    let text = "lane :l do\n  pilot(ipa: 'a.ipa')\nend\n"
    #expect(fastfile(text, project()).storePlatform == .iOS)
    #expect(fastfile(text, project(.tvOS)).storePlatform == .tvOS)
    #expect(fastfile(text, project(.visionOS)).storePlatform == .visionOS)
    #expect(fastfile(text, project(.tvOS, .iOS)).storePlatform == .iOS)
    #expect(fastfile(text, project(.tvOS)).incompletePublicLanes == [])
    // One of several that are not for iOS.
    #expect(fastfile(text, project(.tvOS, .macOS)).incompletePublicLanes == ["l"])
  }

  @Test(
    "is that of an option, of a package or of the lane",
    arguments: [
      ("lane(:l) { pilot(ipa: 'a.ipa', app_platform: 'appletvos') }", ApplePlatform.tvOS),
      ("lane(:l) { pilot(ipa: 'a.ipa', app_platform: 'xros') }", .visionOS),
      ("lane(:l) { pilot(pkg: 'a.pkg') }", .macOS),
      ("lane(:l) { pilot(pkg: 'a.pkg', app_platform: 'osx') }", .macOS),
      ("platform(:mac) { lane(:l) { pilot(pkg: 'a.pkg') } }", .macOS),
      ("platform(:tvos) { lane(:l) { pilot(ipa: 'a.ipa') } }", .tvOS),
      (
        "lane(:l) { deliver(pkg: 'a.pkg', skip_app_version_update: true, skip_screenshots: true, skip_metadata: true) }",
        .macOS
      ),
      (
        "lane(:l) { increment_build_number(build_number: latest_testflight_build_number(platform: 'tvos') + 1) }", .tvOS
      ),
    ])
  func option(text: String, platform: ApplePlatform) {
    let file = fastfile(text, project())
    #expect(file.storePlatform == platform)
    #expect(file.incompletePublicLanes == [], "\(file.translated().lines.joined(separator: "\n"))")
  }

  @Test("keeps actions for another one untranslated")
  func several() {
    let text = """
      platform(:ios) { lane(:a) { pilot(ipa: 'a.ipa') } }
      platform(:mac) { lane(:b) { pilot(pkg: 'a.pkg') } }
      lane(:c) { pilot(ipa: 'a.ipa', app_platform: kind) }
      """
    let file = fastfile(text, project())
    #expect(file.storePlatform == .iOS)
    #expect(file.incompletePublicLanes == ["mac_b", "c"], "\(file.incompletePublicLanes)")
    let body = file.translated().lines.joined(separator: "\n")
    #expect(
      body.contains("because the app of `app_store` is for iOS, and its own one may not be: pilot(pkg: 'a.pkg')"),
      "\(body)")
    // fastlane asks for the build numbers of iOS.
    let number = "lane(:l) { increment_build_number(build_number: latest_testflight_build_number + 1) }\n"
    #expect(fastfile(number + "lane(:m) { pilot(pkg: 'a.pkg') }", project()).incompletePublicLanes == ["m"])
  }

  @Test("is not of an app that only one step names, because such a step is for iOS without `app_store`")
  func otherApp() {
    let text = "lane(:l) { pilot(ipa: 'a.ipa', app_identifier: ENV['APP'], app_platform: 'appletvos') }"
    #expect(fastfile(text, project()).incompletePublicLanes == ["l"])
  }

  @Test(
    "is found in the files of a project",
    arguments: [
      ("A.xcodeproj/project.pbxproj", "\t\t\t\tSDKROOT = appletvos;\n", [ApplePlatform.tvOS]),
      ("A.xcodeproj/project.pbxproj", "SDKROOT = watchos;\nSDKROOT = macosx;\n", [.macOS]),
      (
        "A.xcodeproj/project.pbxproj",
        "SDKROOT = auto;\nSUPPORTED_PLATFORMS = \"iphoneos iphonesimulator xros xrsimulator\";\n", [.iOS, .visionOS]
      ),
      ("project.yml", "targets:\n  A:\n    platform: tvOS\n", [.tvOS]),
      ("project.yml", "targets:\n  A:\n    platform: [iOS, macOS]\n", [.iOS, .macOS]),
      ("project.yml", "targets:\n  A:\n    supportedDestinations:\n      - visionOS\n", [.visionOS]),
      ("Project.swift", "destinations: .tvOS, product: .app", [.tvOS]),
      ("Project.swift", "destinations: [.iPhone, .iPad]", [.iOS]), ("App.xcconfig", "SDKROOT = xros\n", [.visionOS]),
    ])
  func files(path: String, text: String, platforms: [ApplePlatform]) {
    #expect(SourceText(path: RelativePath(path) ?? "x", text: text).applePlatforms == Set(platforms))
  }

  @Test("is in the Releasefile that `init` writes")
  func written() throws {
    let files = [
      "App.xcodeproj/project.pbxproj":
        "MARKETING_VERSION = 1.2.3;\nCURRENT_PROJECT_VERSION = 7;\nSDKROOT = appletvos;\n",
      "fastlane/Fastfile": "lane :beta do\n  pilot(ipa: 'a.ipa')\nend\n",
      "fastlane/Appfile": "app_identifier 'com.example.CoolApp'\n",
    ]
    let text = try imported(.clean(files, tags: ["1.2.3"]), from: "fastlane/Fastfile").onlyText
    #expect(text.contains("app_store:\n  app: com.example.CoolApp\n  platform: tvos\n"), "\(text)")
  }
}
