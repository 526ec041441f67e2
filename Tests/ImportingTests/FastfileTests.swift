import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

@Suite("A Fastfile")
struct FastfileTests {
  /// The lanes of a well-known post, in one file.
  static let post = """
    default_platform(:ios)

    %w{major minor patch}.each do |part|
      desc "Raise the #{part} number of the version"
      lane "bump_#{part}".to_sym do
        increment_version_number(bump_type: part)
      end
    end

    private_lane :prompt_for_marketing_version do |options|
      marketing_version = get_version_number
      new_version = UI.input("What marketing version? <enter to keep it at #{marketing_version}>")
      unless new_version.strip == ""
        increment_version_number(version_number: new_version)
        UI.message("Version number set to #{new_version}")
        marketing_version = new_version
      end
      marketing_version
    end

    desc "Commit, tag and push a release"
    desc "from the main branch"
    lane :release do
      version = prompt_for_marketing_version
      if UI.confirm "Commit version bump and Tag this version?"
        commit_version_bump(message: "Version #{version}")
        add_git_tag(tag: lane_context[SharedValues::VERSION_NUMBER])
        push_git_tags
      end
    end

    """

  static let files = [
    "fastlane/Fastfile": post,
    "Cool.xcodeproj/project.pbxproj": """
    // !$*UTF8*$!
    {
    \tobjects = {
    \t\tP = {isa = PBXProject; buildConfigurationList = L; targets = (A, ); };
    \t\tL = {isa = XCConfigurationList; buildConfigurations = (); };
    \t\tA = {isa = PBXNativeTarget; name = Cool; productType = "com.apple.product-type.application";
    \t\t\tbuildConfigurationList = AL; };
    \t\tAL = {isa = XCConfigurationList; buildConfigurations = (A1, ); };
    \t\tA1 = {
    \t\t\tisa = XCBuildConfiguration;
    \t\t\tbuildSettings = {
    \t\t\t\tCURRENT_PROJECT_VERSION = 3;
    \t\t\t\tMARKETING_VERSION = 1.2.3;
    \t\t\t\tPRODUCT_BUNDLE_IDENTIFIER = com.example.cool;
    \t\t\t};
    \t\t\tname = Release;
    \t\t};
    \t};
    \trootObject = P;
    }

    """,
  ]

  @Test("with the lanes of a well-known post becomes steps, to its last call, with its questions")
  func becomesReleasefile() throws {
    let plan = try imported(.clean(Self.files, tags: ["1.2.3"]))
    #expect(
      plan.onlyText.hasSuffix(
        """
        lanes:
          bump_${part}:
            for_each:
              part: [major, minor, patch]
            summary: Raise the ${part} number of the version
            steps:
              - bump: ${part}

          prompt_for_marketing_version:
            private: true
            steps:
              - bump:
                  to: ask
                  text: What marketing version? <enter to keep it at ${version}>
                id: new_version
              - message: Version number set to ${version}
                if: steps.new_version.raised

          release:
            summary: Commit, tag and push a release from the main branch
            steps:
              - lane: prompt_for_marketing_version
              - confirm:
                  text: Commit version bump and Tag this version?
                  otherwise: continue
                  steps:
                    - commit: Version ${version}
                    - tag
                    - push: {branch: false}

        """), "\(plan.onlyText)")
    #expect(plan.remarks == [])
  }

  @Test("is planned as its author answers", arguments: [("1.3.0", true), ("1.3.0", false)])
  func answers(version: String, agrees: Bool) throws {
    var workspace = TestWorkspace.clean(Self.files, tags: ["1.2.3"])
    workspace.files["Releasefile"] = try imported(workspace).onlyText
    let source = try #require(workspace.source(at: "Releasefile"))
    let releasefile = try Releasefile(source, vocabulary: .standard)
    let answers = TestAnswers(["version": version], confirmation: agrees)
    let world = PlanningContext(workspace: workspace, versions: ProjectVersion(), answers: answers)
    var planner = try Planner(laneNamed: "release", of: releasefile, in: world)
    let plan = try #require(try planner.nextStage())
    #expect(plan.entries.map(\.step) == ["bump", "message"] + (agrees ? ["commit", "tag", "push"] : []))
  }

  @Test("with one platform keeps the names of its lanes, with several prefixes them")
  func namesPlatforms() {
    let ios = "platform :ios do\n  lane(:beta) { go }\n  private_lane(:go) { puts 'i' }\nend\n"
    #expect(
      translation(ios) == """
        lanes:
          beta:
            steps:
              - lane: go
          go:
            private: true
            steps:
              - message: i
        """)
    #expect(
      translation(ios + "platform :mac do lane(:beta) { go }\nend\nlane(:go) { puts 'all' }") == """
        lanes:
          ios_beta:
            steps:
              - lane: ios_go
          ios_go:
            private: true
            steps:
              - message: i
          mac_beta:
            steps:
              - lane: go
          go:
            steps:
              - message: all
        """)
  }

  @Test("turns options into parameters with their defaults, under names that differ from facts")
  func namesParameters() {
    let text = """
      lane :a do
        b(version: "1.0", name: :x)
      end
      lane :b do |o|
        type = o[:type] || "minor"
        increment_version_number(bump_type: type)
        puts "#{o[:version]} #{o[:name]}"
      end
      """
    #expect(
      translation(text) == """
        lanes:
          a:
            steps:
              - lane:
                  lane: b
                  with:
                    given_version: "1.0"
                    name: x
          b:
            parameters:
              type:
                default: minor
              given_version:
              name:
            steps:
              - bump: ${type}
              - message: ${given_version} ${name}
        """)
  }

  @Test("has only whole lanes if something around them has no step")
  func outsideParts() {
    for text in [
      "before_all { puts 'a' }", "after_all { slack }", "error { |l, e| slack }", "before_each { x if y }",
      "ENV['FL_GIT_TAG_TAG'] = 'x'", "import_from_git(url: 'x')", "setup",
    ] {
      let body = translation("\(text)\nlane(:a) { ensure_git_status_clean }")
      #expect(
        body.hasSuffix(
          "steps:\n      - run:\n          command: [fastlane, a]\n          changes: [head]\n          outward: true"),
        "\(body)")
    }
    for text in [
      "require 'json'", "def x\n  scan\nend", "X = ENV['Y']", "# a", "before_all { setup_ci }",
      "fastlane_version '2.0'", "after_all do |lane|\n  # a\nend",
    ] {
      let body = translation("\(text)\nlane(:a) { ensure_git_status_clean }")
      #expect(body == "lanes:\n  a:\n    steps:\n      - ensure: clean", "\(body)")
    }
  }

  @Test("uses values outside of lanes only if they are assigned once")
  func constants() {
    for (text, isKnown) in [
      ("X = 'minor'", true), ("x = 'minor'", true), ("X = 'minor'\nX = 'major'", false), ("X = sh('a')", false),
      ("X = 'minor'\nlane(:b) { X << 'a' }", false), ("X = 'minor'\nbefore_all { X = 'a' }", false),
    ] {
      let name = text.prefix(1)
      let body = translation("\(text)\nlane(:a) { increment_version_number(bump_type: \(name)) }")
      #expect(body.contains("- bump: minor") == isKnown, "\(body)")
    }
  }

  @Test("imports files beside it")
  func imports() {
    let text = "import './Other'\nlane(:a) { b }"
    let fastfile = Fastfile(SourceText(path: "ios/fastlane/Fastfile", text: text), project: .sample) { path in
      path == "ios/fastlane/Other" ? SourceText(path: path, text: "private_lane(:b) { puts 'b' }") : nil
    }
    #expect(fastfile.entries.flatMap(\.lines).contains("      - lane: b"))
  }
}
