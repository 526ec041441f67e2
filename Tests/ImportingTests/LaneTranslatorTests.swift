import Testing

@Suite("An action of a Fastfile")
struct LaneTranslatorTests {
  static let actions: [(String, String)] = [
    ("increment_version_number(bump_type: \"minor\")", "- bump: minor"),
    ("increment_version_number(:version_number => '2.0')", "- bump: \"2.0\""),
    (
      "increment_version_number",
      "# fastlane raises the last number here, `bump: patch` raises the third\n  - bump: patch"
    ),
    ("increment_version_number(version_number: UI.input(\"?\"))", "- prompt_version"),
    ("version_bump_podspec(bump_type: :major)", "- bump: major"),
    ("increment_build_number", "- bump_build"),
    ("increment_build_number(build_number: number_of_commits)", "- bump_build: commit_count"),
    ("increment_build_number(build_number: ENV['GITHUB_RUN_NUMBER'])", "- bump_build: ci_run_number"),
    (
      "increment_build_number(build_number: ENV['BUILD_NUMBER'])",
      "# fastlane sets this number, `minimum` never lowers the current one\n  - bump_build:\n      minimum: ${env.BUILD_NUMBER}"
    ),
    ("commit_version_bump", "- commit"),
    ("commit_version_bump(message: \"Go\", no_verify: true)", "- commit:\n      message: Go\n      hooks: false"),
    ("git_commit(message: \"a: #{get_version_number}\")", "- commit: \"a: ${version}\""),
    (
      "add_git_tag",
      "# each run needs a new build number for this tag: add `- bump_build` above `commit`\n  - tag: builds/${lane}/${build}"
    ),
    ("increment_build_number\nadd_git_tag", "- bump_build\n  - tag: builds/${lane}/${build}"),
    ("add_git_tag(tag: 'a', sign: true)", "- tag:\n      name: a\n      sign: true"),
    ("push_to_git_remote(remote: \"up\")", "- push: up"),
    ("push_to_git_remote\npush_git_tags", "- push"),
    ("ensure_git_branch", "- ensure_branch: master"),
    ("ensure_git_status_clean()", "- ensure_clean"),
    ("ensure_env_vars(env_vars: %w[A B])", "- ensure_environment: [A, B]"),
    ("puts \"costs $5 in ${x}\"", "- message: costs $$5 in $${x}"),
    ("say ENV[\"USER\"]", "- message: ${env.USER}"),
    ("if UI.confirm(\"Go?\")\n  puts 'a'\nend", "- confirm:\n      text: Go?\n      steps:\n        - message: a"),
    ("next unless UI.confirm('Go?')\nputs 'a'", "- confirm:\n      text: Go?\n      steps:\n        - message: a"),
    ("UI.user_error!('no') unless UI.confirm('Go?')\nputs 'a'", "- confirm: Go?\n  - message: a"),
    ("go = UI.confirm('Go?')\nputs 'a' if go", "- confirm:\n      text: Go?\n      steps:\n        - message: a"),
    (
      "name = prompt(text: 'Who?', ci_input: 'me')\nputs name",
      "- prompt:\n      text: Who?\n      default: me\n    id: name\n  - message: ${steps.name.answer}"
    ),
    ("kind = UI.select('Which?', ['a', 'b'])", "- prompt:\n      text: Which?\n      values: [a, b]\n    id: kind"),
    ("puts 'x' if options[:a] && !options[:b]", "- message: x\n    if: [a, \"not b\"]"),
    (
      "unless options[:a] == 'x y'\nputs 'no'\nelse\nputs 'it is'\nend",
      "- message: \"no\"\n    if: a != x y\n  - message: it is\n    if: a == x y"
    ),
    ("puts 'x' if is_ci", "- message: x\n    if: ci"),
    (
      "old = get_version_number\nincrement_version_number(bump_type: 'patch')\nputs old",
      "- bump: patch\n  - message: ${previous_version}"
    ),
    (
      "new = increment_version_number(bump_type: 'patch')\nversion_bump_podspec(version_number: new)\nputs new",
      "- bump: patch\n  - message: ${version}"
    ),
  ]

  @Test("becomes the equivalent step", arguments: actions)
  func becomesStep(statement: String, step: String) {
    #expect(steps(statement) == "steps:\n  \(step)")
  }

  static let commands: [(String, String)] = [
    ("sh 'swift test'", "- run: [swift, test]"),
    ("sh(\"git\", \"tag\", \"#{options[:t]}\")", "- run: [git, tag, \"${t}\"]"),
    ("sh \"echo 'a b' \\\"c$\\\"x\"", "- run:\n      shell: echo 'a b' \"c$\"x"),
    ("sh \"say #{options[:t]}; ls\"", "- run:\n      shell: say \"${MARTLET_T}\"; ls"),
    ("sh \"say '#{get_version_number}' && ls\"", "- run:\n      shell: say ''\"${MARTLET_VERSION}\"'' && ls"),
    (
      "path = \"x/#{options[:t]}\"\nsh \"rm #{path} | cat\"",
      "- run:\n      shell: rm \"${LANE_PATH}\" | cat\n      environment:\n        LANE_PATH: x/${t}"
    ),
    ("sh \"cd ..\"", "- run:\n      shell: cd .."),
    (
      "head = sh('git rev-parse HEAD').strip\nputs head",
      "- run:\n      command: [git, rev-parse, HEAD]\n      capture: true\n    id: head\n  - message: ${steps.head.output}"
    ),
    ("sh \"a $(b #{options[:t]})\"", "[]\n    # not translated (Fastfile:2): sh \"a $(b #{options[:t]})\""),
    ("sh \"a 'b\"", "[]\n    # not translated (Fastfile:2): sh \"a 'b\""),
    ("sh options[:t]", "[]\n    # not translated (Fastfile:2): sh options[:t]"),
  ]

  @Test("that runs a command never inserts a value into a shell's text", arguments: commands)
  func runs(statement: String, step: String) {
    #expect(
      steps(statement)
        == (step.hasPrefix("[]") ? "steps: \(step.replacing("\n    #", with: "\n  #"))" : "steps:\n  \(step)"))
  }

  static let unknown = [
    "match(type: \"App\")", "increment_version_number(bump_type: pick)", "version_bump_podspec(bump_type: 'huge')",
    "add_git_tag(grouping: \"x\")",
    "ensure_git_branch(branch: \"release/.*\")", "increment_build_number(build_number: 7)",
    "increment_build_number(build_number: \"1.#{ENV['N']}\")", "x ||= 1",
    "slack(message: `date`)", "puts [1, 2].map { |n| n + 2 }", "UI.user_error!(\"no\")", "puts a if b || c",
    "begin; match; rescue; end", "return 3", "puts /x/.match(a)", "puts \"#{`date`}\"", "puts options[:\"a b\"]",
    "next if UI.confirm(\"x\")", "if UI.confirm(\"x\") then match end", "a, b = list", "puts \"a\" rescue nil",
  ]

  @Test("without an equivalent stays as a comment", arguments: unknown)
  func staysAsComment(statement: String) {
    #expect(steps(statement) == "steps: []\n  # not translated (Fastfile:2): \(statement)")
    #expect(
      translation("lane :l do |options|\n\(statement)\nend").notes == ["Fastfile:2:1: not translated: \(statement)"])
  }

  @Test("runs commands in the folder of its file, like fastlane")
  func keepsFolder() {
    #expect(
      translation("lane(:a) { sh 'ls -l' }", path: "fastlane/Fastfile").body == """
        lanes:
          a:
            steps:
              - run:
                  command: [ls, "-l"]
                  working_directory: fastlane
        """)
  }
}
