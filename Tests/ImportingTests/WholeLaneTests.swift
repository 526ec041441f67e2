import MartletCore
import Steps
import Testing

@Suite("A lane that is called whole")
struct WholeLaneTests {
  @Test("gets its options, if they are given, in its folder, with the bundle")
  func options() {
    var project = FastlaneProject.sample
    project.folder = "ios"
    project.usesBundler = true
    let text = """
      platform :ios do
        desc "Send a build"
        lane :beta do |options|
          match(type: options[:type])
          upload(options)
          clean(force: options["force"])
        end
        def upload(options)
          puts options.fetch(:version)
        end
        private_lane :clean do |options|
          sh "rm #{options[:hidden]}"
        end
      end
      lane(:keys) { |name:, other: nil| slack(name) }
      """
    #expect(
      translation(text, path: "ios/fastlane/Fastfile", project: project) == """
        lanes:
          beta:
            summary: Send a build
            parameters:
              type:
              force:
              hidden:
              given_version:
            steps:
              - run:
                  shell: bundle exec fastlane ios beta ${MARTLET_TYPE:+"type:$MARTLET_TYPE"} ${MARTLET_FORCE:+"force:$MARTLET_FORCE"} ${MARTLET_HIDDEN:+"hidden:$MARTLET_HIDDEN"} ${MARTLET_GIVEN_VERSION:+"version:$MARTLET_GIVEN_VERSION"}
                  working_directory: ios
                  changes: [head]
                  outward: true
          keys:
            parameters:
              name:
              other:
            steps:
              - run:
                  shell: bundle exec fastlane keys ${MARTLET_NAME:+"name:$MARTLET_NAME"} ${MARTLET_OTHER:+"other:$MARTLET_OTHER"}
                  working_directory: ios
                  changes: [head]
                  outward: true
        """)
  }

  @Test("stops if it prompts, because a command has no terminal")
  func prompts() throws {
    let text = steps("gym(export_options: {})\nif UI.confirm('Tag?')\n  add_git_tag(tag: 'a')\nend")
    #expect(
      text == """
        - run:
            shell: "echo 'fastlane/Fastfile:3: it prompts, and a command has no terminal: run `fastlane l`' >&2; exit 1"
        """)
    let script = try #require(text.split(separator: "shell: ").last).dropFirst().dropLast()
    #expect(StopScript.reason(in: String(script))?.hasPrefix("fastlane/Fastfile:3: it prompts") == true)
    #expect(StopScript.reason(in: "echo 'a' >&2; exit 1") == nil)
    #expect(
      translation("lane(:a) { b }\ndef b\n  x = UI.input('Who?')\nend").contains("fastlane/Fastfile:3: it prompts"))
    #expect(translation("lane(:a) { b.select { |c| c.prompt } }").contains("[fastlane, a]"))
  }

  @Test("is named with the calls that have no step")
  func mixtures() {
    let text =
      "lane :a do\n  increment_build_number\n  match\n  gym\n  match\n  slack(message: x)\nend\nlane(:b) { match }"
    let fastfile = Fastfile(SourceText(path: "fastlane/Fastfile", text: text), project: .sample)
    #expect(
      fastfile.mixtures == ["fastlane/Fastfile:1: fastlane runs all of `a`: no step replaces `gym`, `match`, `slack`"])
  }

  @Test("may be one that calls itself, or has an unfinished end")
  func recursion() {
    #expect(translation("lane(:a) { b }\nlane(:b) { a }").contains("[fastlane, a]"))
    #expect(translation("lane :a do puts 'x'").contains("[fastlane, a]") || translation("lane :a do puts 'x'").isEmpty)
  }
}
