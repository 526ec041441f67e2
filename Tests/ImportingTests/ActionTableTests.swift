import TestSupport
import Testing

@testable import Steps

@Suite("The table of calls")
struct ActionTableTests {
  @Test(
    "has a step for what each call does",
    arguments: [
      ("increment_version_number(bump_type: 'minor')", "- bump: minor"),
      ("increment_version_number", "- bump: patch"),
      (
        "increment_version_number(version_number: '2.0', xcodeproj: './Sample.xcodeproj')",
        "- bump:\n    to: \"2.0\"\n    allow_lower: true"
      ),
      ("increment_build_number(xcodeproj: 'Sample.xcodeproj')", "- bump: {build: increment}"),
      ("ensure_git_branch(branch: '^release/next$')", "- ensure: {branch: release/next}"),
      ("ensure_git_branch", "- ensure: {branch: master}"),
      ("ensure_git_status_clean(show_diff: true)", "- ensure: clean"),
      ("add_git_tag(tag: \"v#{get_version_number(target: 'A')}\", message: 'One')", "- tag:\n    message: One"),
      ("push_to_git_remote(remote: 'origin', local_branch: git_branch)", "- push"),
      ("push_to_git_remote\nadd_git_tag(tag: 'a')\npush_git_tags", "- push\n- tag: a\n- push: {branch: false}"),
      ("puts 'a'\nUI.success \"On #{git_branch}\"", "- message: a\n- message: On ${branch}"),
      ("x = prompt(text: 'Who?')\nputs \"#{x}!\"", "- prompt: Who?\n  id: x\n- message: ${steps.x.answer}!"),
      (
        "sh('./deploy.sh | tee log', log: false)",
        """
        - run:
            shell: "./deploy.sh | tee log"
            working_directory: fastlane
            changes: [head]
            outward: true
        """
      ),
    ])
  func becomesStep(call: String, step: String) {
    #expect(steps(call) == step)
  }

  @Test("commits, tags and pushes what the run has raised")
  func release() {
    let text = """
      increment_version_number(bump_type: 'major')
      version = lane_context[SharedValues::VERSION_NUMBER]
      git_commit(path: ['./App/Info.plist', './Sample.xcodeproj'], message: "Version #{version}")
      add_git_tag(tag: "v#{version}")
      push_to_git_remote
      push_git_tags
      """
    #expect(
      steps(text) == """
        - bump: major
        - commit: Version ${version}
        - tag
        - push
        """)
    #expect(steps("increment_build_number\ncommit_version_bump").hasSuffix("- commit: Version Bump to ${build}"))
    #expect(steps("increment_version_number\ncommit_version_bump(force: true)").hasSuffix("- commit: Version Bump"))
    // After a no, there is still something to push.
    #expect(
      steps("add_git_tag(tag: 'a')\nif UI.confirm('Push?')\n  push_to_git_remote\nend\npush_git_tags").hasSuffix(
        "      - push\n- push: {branch: false}"))
  }

  @Test(
    "has no step for a call that does something else with these arguments",
    arguments: [
      "increment_version_number(bump_type: kind)", "increment_version_number(version_number: '1.0b')",
      "increment_version_number(xcodeproj: 'Other.xcodeproj')", "increment_version_number\nincrement_version_number",
      "increment_build_number(build_number: number_of_commits)", "increment_build_number(build_number: 7)",
      "increment_build_number\nincrement_build_number", "commit_version_bump", "git_commit(path: '.', message: 'a')",
      "increment_version_number\ngit_commit(path: 'App', message: 'a')",
      "increment_version_number\ngit_commit(path: '../..', message: 'a')",
      "increment_version_number\nsh './x'\ncommit_version_bump",
      "increment_version_number\ncommit_version_bump(include: ['a'])", "add_git_tag",
      "add_git_tag(tag: 'a', force: true)", "add_git_tag(tag: lane_context[SharedValues::VERSION_NUMBER])",
      "push_git_tags", "push_to_git_remote(force: true)", "push_to_git_remote(remote: 'fork')",
      "push_to_git_remote(remote_branch: 'main')", "add_git_tag(tag: 'a')\npush_to_git_remote(tags: false)",
      "old = get_version_number\nincrement_version_number\nputs old", "ensure_git_branch(branch: 'a|b')",
      "ensure_git_status_clean(ignored: 'all')", "sh \"echo #{get_version_number}\"", "sh('a', 'b')",
      "puts \"${x}\"", "puts ENV['A']", "puts 'a' if x", "puts({a: 'b'})", "prompt(text: 'Who?')",
      "@x = UI.input('Who?')", "slack(message: 'a')", "ensure_git_status_clean\nmatch", "ensure_git_status_clean\ngym",
      "x = 1\nensure_git_status_clean { }", "unknown",
    ])
  func hasNoStep(call: String) {
    let text = steps(call)
    #expect(text.hasPrefix("- run:\n    command: [fastlane, l]\n") || text.contains("it prompts"), "\(text)")
  }

  @Test("does not know calls that the project replaces")
  func replaced() {
    var project = FastlaneProject.sample
    project.customActions = ["add_git_tag"]
    #expect(steps("add_git_tag(tag: 'a')", project: project).contains("[fastlane, l]"))
    #expect(translation("def puts(a)\nend\nlane(:l) { puts 'a' }").contains("[fastlane, l]"))
    #expect(
      translation("kind = 'minor'\nlane(:l) { |kind:| increment_version_number(bump_type: kind) }").contains(
        "fastlane l"))
    // A lane comes before an action with its name.
    #expect(
      translation("private_lane(:add_git_tag) { puts 'a' }\nlane(:l) { add_git_tag }").contains("- lane: add_git_tag"))
  }

  @Test("raises only what the project's files have")
  func project() {
    var project = FastlaneProject.sample
    project.versionLength = 2
    #expect(steps("increment_version_number", project: project) == "- bump: minor")
    project.hasIntegerBuild = false
    #expect(steps("increment_build_number", project: project).contains("[fastlane, l]"))
    project.versionFiles.append("Other.xcodeproj/project.pbxproj")
    #expect(steps("increment_version_number", project: project).contains("[fastlane, l]"))
    project.versionFiles = ["project.yml"]
    project.buildFiles = []
    #expect(steps("increment_version_number", project: project).contains("[fastlane, l]"))
    project.setsVariables = true
    #expect(steps("puts 'a'", project: project).contains("[fastlane, l]"))
  }

  @Test("is that of the page about fastlane")
  func page() throws {
    let page = try #require(ProjectFolder.read("docs/from-fastlane.md"))
    let lines = page.split(separator: "\n").drop { $0 != "| Call | Step |" }.dropFirst(2).prefix { $0.hasPrefix("|") }
    let names = lines.flatMap { line in
      line.split(separator: "|").prefix(1).flatMap { $0.split(separator: "`").map(String.init) }
    }
    #expect(Set(names.filter { $0.first?.isLetter == true }) == Set(LaneTranslator.table.keys).union(["if UI.confirm"]))
  }
}
