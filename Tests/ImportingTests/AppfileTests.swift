import MartletCore
import Steps
import TestSupport
import Testing

@Suite("The app of a lane")
struct AppfileTests {
  private static let appfile = """
    app_identifier("a.main") # The app
    team_id ENV["TEAM"]
    for_platform :ios do
      for_lane :beta do
        app_identifier 'a.beta'
      end
      for_lane("dev") { app_identifier "#{ENV['DEV_APP']}" }
    end
    for_lane 'ios old' do
      app_identifier ENV.fetch("OLD_APP")
    end
    """

  @Test(
    "is the one of the Appfile for the lane and the platform",
    arguments: [
      (nil, nil, "a.main"), ("beta", "ios", "a.beta"), ("beta", nil, "a.main"), ("dev", "ios", "${env.DEV_APP}"),
      ("old", "ios", "${env.OLD_APP}"), ("other", "ios", "a.main"),
    ] as [(String?, String?, String)])
  func names(lane: String?, platform: String?, name: String) {
    let appfile = Appfile(SourceText(path: "Appfile", text: Self.appfile))
    #expect(appfile.name(lane: lane, platform: platform) == .template(name))
    #expect(appfile.bundleID == "a.main")
  }

  @Test(
    "is unknown if only Ruby knows it",
    arguments: [
      "app_identifier ids", "app_identifier \"a.#{x}\"", "app_identifier(x ? 'a' : 'b')", "app_identifier 'a' if x",
    ])
  func unknown(text: String) {
    #expect(Appfile(SourceText(path: "Appfile", text: text)).name(lane: "l", platform: nil) == .unknown)
  }

  @Test("is a parameter of the steps, if it is not the one that the Releasefile declares")
  func steps() throws {
    let text = """
      platform :ios do
        lane :beta do
          increment_build_number(build_number: latest_testflight_build_number + 1)
          upload
        end
        lane :dev do
          pilot(ipa: "a.ipa", skip_waiting_for_build_processing: true)
        end
        lane :release do
          pilot(ipa: "a.ipa", skip_waiting_for_build_processing: true)
        end
        lane :own do
          pilot(ipa: "a.ipa", apple_id: ENV["RECORD"], skip_waiting_for_build_processing: true)
          pilot(app_identifier: ENV["APP"], distribute_only: true, groups: "Team")
        end
        private_lane :upload do
          deliver(ipa: "a.ipa", skip_metadata: true, skip_screenshots: true, submit_for_review: true, run_precheck_before_submit: false)
        end
      end
      """
    let files = ["fastlane/Fastfile": text, "fastlane/Appfile": Self.appfile, "VERSION": "1.4.2\n"]
    let body = try imported(.clean(files), from: "fastlane/Fastfile").onlyText
    #expect(body.contains("app_store:\n  app: a.main\n"), "\(body)")
    let lines = body.split(separator: "\n").map { String($0) }
    #expect(
      lines[(lines.firstIndex(of: "lanes:") ?? 0)...].joined(separator: "\n") == """
        lanes:
          beta:
            steps:
              - bump:
                  build: increment
                  above: app_store
                  app: a.beta
              - lane: upload
          dev:
            steps:
              - upload_build:
                  file: a.ipa
                  app: ${env.DEV_APP}
          release:
            steps:
              - upload_build: a.ipa
          own:
            steps:
              - upload_build:
                  file: a.ipa
                  app: ${env.RECORD}
              - testflight:
                  groups: [Team]
                  app: ${env.APP}
          upload:
            private: true
            steps:
              - upload_build:
                  file: a.ipa
                  app: a.beta
              - app_store_release:
                  release: unchanged
                  app: a.beta
        """, "\(body)")
  }

  @Test("stays unknown in a lane that two lanes with different apps call")
  func shared() {
    var project = FastlaneProject.sample
    project.appfile = Appfile(SourceText(path: "Appfile", text: Self.appfile))
    project.bundleID = "a.main"
    let text =
      "platform :ios do\nlane(:beta) { send }\nlane(:release) { send }\nprivate_lane :send do\n  pilot(ipa: 'a.ipa')\nend\nend"
    let body = translation(text, project: project).body
    #expect(body.contains("because the Appfile has no app, or several: pilot("), "\(body)")
  }

  @Test("is not declared if every step names its own")
  func undeclared() throws {
    let files = [
      "Fastfile": "lane :l do\n  pilot(ipa: 'a.ipa', skip_waiting_for_build_processing: true)\nend\n",
      "Appfile": "app_identifier ENV['APP']\n", "VERSION": "1.4.2\n",
    ]
    let body = try imported(.clean(files), from: "Fastfile").onlyText
    #expect(!body.contains("app_store:"), "\(body)")
    #expect(body.contains("app: ${env.APP}"), "\(body)")
  }
}
