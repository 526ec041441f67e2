import MartletCore
import Steps
import TestSupport
import Testing

@Suite("A value that an action of a Fastfile reads")
struct PropertyListTests {
  @Test("of a property list, or of a built app, is found by a command")
  func values() {
    let text = """
      v = get_info_plist_value(path: options[:path], key: 'CFBundleShortVersionString')
      b = get_ipa_info_plist_value(ipa: './build/App.ipa', key: "CFBundleVersion")
      result = add_git_tag(tag: "v#{v}-#{b}")
      """
    #expect(
      steps(text)
        == """
        steps:
          - run:
              command: ["/usr/libexec/PlistBuddy", "-c", "Print :CFBundleShortVersionString", "${path}"]
              capture: true
            id: v
          - run:
              shell: "unzip -p \\"$IPA\\" \\"$(unzip -Z1 \\"$IPA\\" | grep -m 1 '^Payload/[^/]\\x2A\\\\.app/Info\\\\.plist$')\\" | plutil -extract CFBundleVersion raw -o - -"
              environment:
                IPA: build/App.ipa
              capture: true
            id: b
          - tag: v${steps.v.output}-${steps.b.output}
        """, "\(steps(text))")
  }

  @Test(
    "stays unknown otherwise",
    arguments: [
      "get_info_plist_value(path: 'a', key: 'CFBundleIcons')", "get_info_plist_value(path: '-x', key: 'CFBundleName')",
      "get_info_plist_value(path: ENV['A_TOKEN'], key: 'CFBundleName')", "get_info_plist_value(key: 'CFBundleName')",
      "get_ipa_info_plist_value(key: 'CFBundleName')", "get_ipa_info_plist_value(ipa: pick, key: 'CFBundleName')",
      "get_ipa_info_plist_value(ipa: 'build/*.ipa', key: 'CFBundleName')",
      "get_version_number(target: options[:t])", "get_version_number(xcodeproj: 'Other.xcodeproj')",
      "get_version_number(xcodeproj: options[:x])", "get_build_number(xcodeproj: 'Pods/Pods.xcodeproj')",
    ])
  func unknown(value: String) {
    #expect(steps("x = \(value)\nadd_git_tag(tag: x)").contains("# not translated (Fastfile:3)"))
    #expect(steps("x = add_git_tag(tag: 'a')\nadd_git_tag(tag: x)").contains("# not translated (Fastfile:3)"))
  }

  @Test("is the version of each target, if the project has only one")
  func targets() {
    func tag(_ settings: String) -> String {
      var project = FastlaneProject.sample
      project.read = { SourceText(path: $0, text: settings) }
      let text =
        "v = get_version_number(xcodeproj: 'Sample.xcodeproj', target: options[:t], configuration: options[:c])"
      return steps("\(text)\nadd_git_tag(tag: v)", project: project)
    }
    let one = "MARKETING_VERSION = 1.2.0;\nMARKETING_VERSION = 1.2.0;"
    #expect(tag(one) == "steps:\n  - tag", "\(tag(one))")
    #expect(tag(one + "MARKETING_VERSION = 1.0;").contains("# not translated"))
    #expect(tag("").contains("# not translated"))
  }

  @Test("through fastlane may need options, which are left out without a value")
  func options() {
    let text = "n = latest_testflight_build_number(platform: 'appletvos', version: options[:v])"
    #expect(
      steps("\(text)\nincrement_build_number(build_number: n + 1)")
        == """
        steps:
          - run:
              shell: "FASTLANE_DISABLE_COLORS=1 fastlane run latest_testflight_build_number platform:appletvos ${MARTLET_V:+\\"version:$MARTLET_V\\"} | sed -n 's/.\\x2AResult: //p'"
              capture: true
            id: "n"
          - bump:
              build: increment
              above: ${steps.n.output}
        """)
  }

  @Test("may be the app of the Appfile")
  func appfile() {
    var project = FastlaneProject.sample
    project.appfile = Appfile(SourceText(path: "Appfile", text: "app_identifier 'a.main'"))
    let value = "CredentialsManager::AppfileConfig.try_fetch_value"
    #expect(steps("add_git_tag(tag: \(value)(:app_identifier))", project: project) == "steps:\n  - tag: a.main")
    #expect(steps("add_git_tag(tag: \(value)(:team_id))", project: project).contains("# not translated"))
    #expect(steps("add_git_tag(tag: \(value)(:app_identifier))").contains("# not translated"))
  }
}
