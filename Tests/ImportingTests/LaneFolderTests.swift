import MartletCore
import Steps
import TestSupport
import Testing

@Suite("The commands of a Fastfile that is not in the project's own folder")
struct LaneFolderTests {
  private func body(_ statements: String, withFastlane: Bool = false) -> String {
    let text = "lane :l do |options|\n\(statements)\nend\n"
    let source = SourceText(path: "App/ios/fastlane/Fastfile", text: text)
    let file = Fastfile(source, project: .sample, delegated: withFastlane ? ["l"] : [])
    return file.translated().lines.joined(separator: "\n")
  }

  @Test("run where fastlane runs them: actions and whole lanes in the folder above it, others beside the Fastfile")
  func folders() {
    #expect(body("pod_push").contains("command: [pod, trunk, push]\n          working_directory: App/ios\n"))
    let lane = body("match", withFastlane: true)
    #expect(lane.contains("shell: fastlane l\n          working_directory: App/ios\n"), "\(lane)")
    let number = body("n = latest_testflight_build_number(version: '1.2')\nincrement_build_number(build_number: n + 1)")
    #expect(number.contains("          working_directory: App/ios\n          capture: true"), "\(number)")
    #expect(body("sh 'a'").contains("command: [a]\n          working_directory: App/ios/fastlane"))
  }

  @Test(
    "have the Gemfile of their folder, or of one above it",
    arguments: [("App/Gemfile", true), ("Gemfile", true), ("App/ios/Gemfile", true), ("Other/Gemfile", false)])
  func gemfile(path: String, isUsed: Bool) throws {
    let files = [
      "App/ios/fastlane/Fastfile": "lane :l do\n  match\nend\n", path: "gem 'fastlane'\n", "VERSION": "1.4.2\n",
    ]
    let text = try imported(.clean(files), from: "App/ios/fastlane/Fastfile", withFastlane: ["l"]).onlyText
    #expect(text.contains("bundle exec fastlane l") == isUsed, "\(text)")
  }

  @Test("do not read the folder in which fastlane was started")
  func startFolder() {
    #expect(steps("sh \"ls #{ENV['PWD']}\"").contains("not translated"))
    #expect(steps("sh \"ls #{ENV['PLACE']}\"").contains("[ls, \"${env.PLACE}\"]"))
  }

  @Test(
    "publish something if the name of a script or an option says so",
    arguments: [
      ("../scripts/release-mac.sh", true), ("./deploy_beta.rb --all", true), ("sh tools/upload.sh", true),
      ("make-dmg.sh --publish", true), ("cd .. && ./bin/publish", true), ("../scripts/build.sh", false),
      ("mkdir -p build/release-notes", false), ("swiftlint --strict", false), ("../scripts/test.sh notes.txt", false),
    ])
  func outward(command: String, isOutward: Bool) {
    #expect(steps("sh '\(command)'").contains("outward: true") == isOutward, "\(steps("sh '\(command)'"))")
  }
}
