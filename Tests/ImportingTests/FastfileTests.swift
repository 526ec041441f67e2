import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

@Suite("A Fastfile")
struct FastfileTests {
  static let versionNumbers = """
    # Versions are raised by hand, or asked for when a release is made.
    default_platform(:ios)

    %w{major minor patch}.each do |part|
      desc "Raise the #{part} number of the version"
      lane "bump_#{part}".to_sym do
        increment_version_number(bump_type: part)
      end
    end

    desc 'Ask which version comes next'
    private_lane :ask_for_version do |options|
      current = get_version_number(target: "Sample")
      wanted = UI.input("Which version is next? <enter> leaves it at #{current}: ")
      unless wanted.strip.empty?
        increment_version_number(version_number: wanted)
        UI.success "The version is #{wanted} now"
        current = wanted
      end
      current
    end

    desc "Commit, tag and push a release"
    desc "of what stands on the main branch"
    lane :ship do
      version = ask_for_version
      if UI.confirm("Commit and tag version #{version}?")
        commit_version_bump(
          message: "Release #{version}",
          xcodeproj: "Sample.xcodeproj"
        )
        add_git_tag(tag: "v#{version}", message: "Sample #{version}")
        push_to_git_remote
        push_git_tags
      end
    end

    """

  @Test("with the three lanes of a well-known post becomes an equivalent Releasefile")
  func becomesReleasefile() throws {
    let files = ["fastlane/Fastfile": Self.versionNumbers, "Version.swift": "public let version = \"1.2.3\"\n"]
    let plan = try imported(.clean(files), from: "fastlane/Fastfile")
    #expect(
      plan.onlyText == """
        # -*- mode: yaml -*-
        # The lanes of fastlane/Fastfile, as `martlet init --from fastlane/Fastfile` translated them.
        # Parts that could not be translated are comments.
        project: CoolApp

        version:
          tag: v${version}

        manifests:
          - swift: Version.swift

        lanes:
          bump_${part}:
            for_each:
              part: [major, minor, patch]
            summary: Raise the ${part} number of the version
            steps:
              - bump: ${part}
              # `bump` also raises `Version.swift`

          ask_for_version:
            summary: Ask which version comes next
            private: true
            steps:
              - bump: ask
              - message: The version is ${version} now

          ship:
            summary: Commit, tag and push a release of what stands on the main branch
            steps:
              - lane: ask_for_version
              - confirm:
                  text: Commit and tag version ${version}?
                  steps:
                    - commit: Release ${version}
                    - tag:
                        message: Sample ${version}
                    - push

        """)
    #expect(plan.remarks == ["fastlane/Fastfile:7:5: `bump` also raises `Version.swift`"])
  }

  @Test("becomes a Releasefile whose lanes can be planned")
  func canBePlanned() throws {
    var workspace = TestWorkspace.clean([
      "Fastfile": Self.versionNumbers, "Version.swift": "public let version = \"1.2.3\"\n",
    ])
    workspace.files["Releasefile"] = try imported(workspace, from: "Fastfile").onlyText
    let source = try #require(workspace.source(at: "Releasefile"))
    let releasefile = try Releasefile(source, vocabulary: .standard)
    #expect(releasefile.lanes.map(\.name) == ["bump_major", "bump_minor", "bump_patch", "ask_for_version", "ship"])
    let world = PlanningContext(
      workspace: workspace, versions: ProjectVersion(), answers: TestAnswers(["version": "1.3.0"]))
    let plan = try Planner(laneNamed: "ship", of: releasefile, in: world).wholePlan()
    #expect(plan.version?.current.description == "1.3.0")
    #expect(plan.entries.map(\.step) == ["bump", "message", "commit", "tag", "push"])
  }

  @Test("keeps the text around its lanes, without methods that no lane calls")
  func keepsHooks() {
    let (body, notes) = translation(
      """
      require 'json'
      NAME = "Sample"
      before_all do |lane, options|
        ensure_git_branch(branch: '^main$')
        puts "in #{lane}"
      end
      lane(:one) { |o| puts NAME + "!" }
      error do |lane, exception|
        UI.important("#{lane} failed: #{exception.message}")
      end
      def twice(a)
        a + a
      end
      """)
    #expect(
      body == """
        before_all:
          - ensure: {branch: main}
          - message: in ${lane}

        on_error:
          - message: "${error.lane} failed: ${error.message}"

        lanes:
          one:
            steps:
              - message: Sample!
        """)
    #expect(notes == [])
  }

  @Test("with one platform keeps the names of its lanes, with several prefixes them")
  func namesPlatforms() {
    let ios = "platform :ios do\n  lane(:beta) { go }\n  private_lane(:go) { puts 'i' }\nend\n"
    #expect(
      translation(ios).body == """
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
      translation(ios + "platform :mac do lane(:beta) { go }\nend\nlane(:go) { puts 'all' }").body == """
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

  @Test("turns options into parameters with their names")
  func namesParameters() {
    let text = """
      lane :a do
        b(version: "1.0", name: :x, other: 1)
      end
      lane :b do |o|
        type = o[:type] || "minor"
        increment_version_number(bump_type: type)
        puts "#{o[:version]} #{o.fetch(:name)}" if o[:loud]
      end
      """
    #expect(
      translation(text).body == """
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
              loud:
              given_version:
                summary: Option `version` of the Fastfile.
              name:
            steps:
              - bump: ${type}
              - message: ${given_version} ${name}
                if: loud
        """)
  }

  @Test("renames options with the names of facts")
  func knowsAllFacts() {
    // In Ruby a name has no dot.
    for fact in FactName.allCases where !fact.rawValue.contains(".") {
      #expect(translation("lane(:a) { |o| puts o[:\(fact.rawValue)] }").body.contains("given_\(fact.rawValue):"))
    }
  }
}
