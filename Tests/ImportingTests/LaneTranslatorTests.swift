import Testing

@Suite("An action of a Fastfile")
struct LaneTranslatorTests {
  static let actions: [(String, String)] = [
    ("increment_version_number(bump_type: \"minor\")", "- bump: minor"),
    ("increment_version_number(:version_number => '2.0')", "- bump:\n      to: \"2.0\"\n      allow_lower: true"),
    ("increment_version_number", "- bump: patch"),
    ("increment_version_number(version_number: UI.input(\"?\"))", "- bump: ask"),
    ("increment_build_number", "- bump: {build: increment}"),
    ("increment_build_number(build_number: number_of_commits)", "- bump: {build: commit_count}"),
    ("increment_build_number(build_number: ENV['GITHUB_RUN_NUMBER'])", "- bump: {build: ci_run_number}"),
    (
      "increment_build_number(build_number: ENV['BUILD_NUMBER'])",
      """
      - bump:
            build: increment
            minimum: ${env.BUILD_NUMBER}
        # stops if the project has this build number already, or a higher one
        - run:
            shell: test "$MARTLET_BUILD" = "$NUMBER"
            environment:
              NUMBER: ${env.BUILD_NUMBER}
      """
    ),
    ("increment_build_number\ncommit_version_bump", "- bump: {build: increment}\n  - commit: Version Bump to ${build}"),
    (
      "increment_version_number\ncommit_version_bump(no_verify: true, xcodeproj: 'Sample.xcodeproj')",
      "- bump: patch\n  - commit:\n      message: Version Bump\n      hooks: false"
    ),
    (
      "increment_version_number\ngit_commit(path: ['Sample.xcodeproj'], message: \"a: #{get_version_number}\")",
      "- bump: patch\n  - commit: \"a: ${version}\""
    ),
    ("increment_build_number\nadd_git_tag", "- bump: {build: increment}\n  - tag: builds/l/${build}"),
    (
      "add_git_tag(build_number: get_build_number, prefix: 'v', includes_lane: false, grouping: 'b')",
      "- tag: b/v${build}"
    ),
    (
      "increment_build_number(build_number: latest_testflight_build_number(version: '1.2') + 1)",
      """
      - run:
            shell: "FASTLANE_DISABLE_COLORS=1 fastlane run latest_testflight_build_number version:1.2 | sed -n 's/.\\x2AResult: //p'"
            capture: true
          id: testflight
        - bump:
            build: increment
            above: ${steps.testflight.output}
      """
    ),
    ("ensure_git_branch(branch: '^(main|release/.*)$')", "- ensure: {branch: [main, \"release/\\x2A\"]}"),
    ("ensure_git_branch(branch: 'release/')", "- ensure: {branch: \"release/\\x2A\"}"),
    (
      "log = changelog_from_git_commits(pretty: '- %s', merge_commit_filtering: 'exclude_merges')\nputs log",
      """
      - run:
            shell: git log '--pretty=- %s' --no-merges "$(git describe --tags "$(git rev-list --tags --max-count=1)")...HEAD"
            capture: true
          id: log
        - message: ${steps.log.output}
      """
    ),
    (
      "add_git_tag(tag: get_version_number)\npush_to_git_remote\n"
        + "set_github_release(repository_name: 'Example/Sample', tag_name: get_version_number, description: 'x', commitish: 'main', api_token: ENV['T'])",
      """
      - tag
        - push
        - publish_release:
            notes: x
            prerelease: "false"
      """
    ),
    (
      "pod_push(path: 'S.podspec', allow_warnings: true)",
      "- run:\n      command: [pod, trunk, push, S.podspec, \"--allow-warnings\"]\n      outward: true"
    ),
    ("puts 'a'\nreturn if options[:x]\nputs 'b'", "- message: a\n  - message: b\n    if: not x"),
    (
      "UI.user_error!('no type') unless options[:type]\nputs 'b'",
      "- run:\n      shell: echo 'no type' >&2; exit 1\n    if: not type\n  - message: b"
    ),
    (
      "if UI.confirm('Go?')\nputs 'a'\nend\nputs 'b'",
      "- confirm:\n      text: Go?\n      otherwise: continue\n      steps:\n        - message: a\n  - message: b"
    ),
    ("add_git_tag(tag: 'a', sign: true)", "- tag:\n      name: a\n      sign: true"),
    ("push_to_git_remote(remote: \"up\")", "- push: up"),
    ("push_to_git_remote\npush_git_tags", "- push"),
    ("ensure_git_branch", "- ensure: {branch: master}"),
    ("ensure_git_status_clean()", "- ensure: clean"),
    ("ensure_env_vars(env_vars: %w[A B])", "- ensure: {environment: [A, B]}"),
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
      "puts 'x' if ENV['A'] == 'b c'\nputs 'y' unless ENV['A'] == 'b c'",
      "- message: x\n    if: env.A == b c\n  - message: \"y\"\n    if: env.A != b c"
    ),
    (
      "old = get_version_number\nincrement_version_number(bump_type: 'patch')\nputs old",
      "- bump: patch\n  - message: ${previous_version}"
    ),
    (
      "new = increment_version_number(bump_type: 'patch')\nputs new", "- bump: patch\n  - message: ${version}"
    ),
  ]

  @Test("becomes the equivalent step", arguments: actions)
  func becomesStep(statement: String, step: String) {
    #expect(steps(statement) == "steps:\n  \(step)")
  }

  static let commands: [(String, String)] = [
    ("sh 'swift test'", "- run: [swift, test]"),
    (
      "x = `git rev-parse HEAD`.strip\nputs x",
      "- run:\n      command: [git, rev-parse, HEAD]\n      capture: true\n    id: x\n  - message: ${steps.x.output}"
    ),
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
    ("sh 'a', \"\\x41\\102\\u0043\"", "- run: [a, ABC]"),
    ("sh(['git tag', 'a b'])", "- run: [git, tag, a, b]"),
    ("sh(command: 'ls', log: false)", "- run: [ls]"),
    (
      "sh(\"curl\", \"-u\", \"a:#{options[:key]}\", \"x y\", log: false)",
      "- run:\n      shell: curl -u a:\"${MARTLET_KEY}\" 'x y'\n      outward: true"
    ),
    ("sh(\"echo #{options[:key]}\", log: false)", "- run:\n      shell: echo \"${MARTLET_KEY}\""),
    (
      "sh(\"curl\", \"-H\", \"Bearer #{ENV['API_TOKEN']}\", \"x y\")",
      """
      - run:
            shell: curl -H 'Bearer '"${LANE_VALUE}" 'x y'
            environment:
              LANE_VALUE: ${env.API_TOKEN}
            outward: true
      """
    ),
    ("Dir.chdir('sub') do\nsh 'ls'\nend", "- run:\n      command: [ls]\n      working_directory: sub"),
  ]

  @Test("that runs a command never inserts a value into a shell's text", arguments: commands)
  func runs(statement: String, step: String) {
    #expect(steps(statement) == "steps:\n  \(step)")
  }

  static let unknown = [
    "match(type: \"App\")", "increment_version_number(bump_type: pick)", "version_bump_podspec(bump_type: 'huge')",
    "version_bump_podspec(bump_type: :major)", "increment_version_number(xcodeproj: 'Other.xcodeproj')",
    "increment_version_number(bump_type: 'minor', unknown: 1)", "commit_version_bump", "git_commit(message: 'a')",
    "add_git_tag", "add_git_tag(grouping: \"x\")",
    "add_git_tag(tag: 'a', force: true)", "push_git_tags", "push_to_git_remote(force: true)",
    "ensure_git_branch(branch: \"release/[0-9]+\")", "ensure_git_branch(branch: '^main|dev$')",
    "increment_build_number([{ build_number: options[:n] }])", "pilot({ ipa: 'a.ipa' })",
    "increment_build_number(build_number: 7)", "increment_build_number(build_number: ENV['N_TOKEN'])", "x ||= 1",
    "increment_build_number(build_number: latest_testflight_build_number(k: k) + 1)",
    "set_github_release(repository_name: 'example/sample', tag_name: '1')",
    "slack(message: `date`)", "puts [1, 2].map { |n| n + 2 }",
    "sh 'a' if ENV['A'] =~ /b/", "sh 'a' if ENV['A'] == ''", "sh 'a' if ENV['A_TOKEN']",
    "sh 'a' if ENV['A_TOKEN'] == 'b'",
    "puts a if b || c",
    "return 3", "puts /x/.match(a)", "puts \"#{`date`}\"",
    "next if UI.confirm(\"x\")", "next if tested", "if UI.confirm(\"x\") then match end", "a, b = list",
    "puts \"a\" rescue nil", "x.each { |n| sh n }", "system 'ls'", "`ls`", "ENV['A'] = 'b'",
    "`make`", "x = `make #{options[:t]}`", "sh \"a $(b #{options[:t]})\"", "sh \"a 'b\"", "sh options[:t]",
    "sh('make', TARGET)", "sh({ 'A' => 'b' }, 'ls')",
    "sh('rm', '-rf', \"#{OUT}/x\")", "sh('ls') { |status| x }", "sh('ls', error_callback: x)",
  ]

  @Test("without an equivalent stops its lane", arguments: unknown)
  func stops(statement: String) {
    let notes = translation("lane :l do |options|\n\(statement)\nend").notes
    #expect(notes == ["Fastfile:2:1: lane `l` stops: 1 part is not translated"])
    #expect(
      steps(statement).hasPrefix(
        """
        steps:
          # add what is missing, then remove this step
          - run:
              shell: "echo '1 part is not translated: Fastfile:2' >&2; exit 1"

        """))
    // Once, with its reason.
    let mentions = steps(statement).split(separator: "\n").filter {
      $0.contains("# not translated (Fastfile:2), because ")
    }
    #expect(mentions.count == 1 && mentions[0].hasSuffix(": \(statement)"), "\(mentions)")
    #expect(steps(statement + "\npush_to_git_remote").hasPrefix("steps:\n  # add what is missing"))
  }

  static let harmless = [
    "slack(message: \"Done: #{ENV['X']}\")", "puts File.read('a')", "text = File.read('a').upcase", "puts [1, 2].join",
    "UI.important \"x #{options[:\"a b\"]}\"", "puts \"a\".upcase if ENV['X']",
  ]

  @Test("that only prints, notifies or computes does not stop its lane", arguments: harmless)
  func isHarmless(statement: String) {
    #expect(
      steps("\(statement)\nensure_git_status_clean")
        == "steps:\n  # left out (Fastfile:2), the lane is complete without it: \(statement)\n  - ensure: clean")
    // Alone, it would be a lane that does nothing.
    #expect(steps(statement).hasPrefix("steps:\n  # add what is missing"))
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
