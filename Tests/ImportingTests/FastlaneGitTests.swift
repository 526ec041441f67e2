import MartletCore
import Steps
import TestSupport
import Testing

@Suite("Git in a Fastfile")
struct FastlaneGitTests {
  @Test(
    "becomes the command of its action where no step does the same",
    arguments: [
      ("git_add(path: ['a', 'b c'])", "- run: [git, add, a, \"b c\"]"),
      ("git_add(path: 'a,b', force: true)", "- run: [git, add, \"--force\", a, b]"),
      ("git_add(pathspec: 'a/b')", "- run: [git, add, a/b]"), ("git_add", "- run: [git, add, \".\"]"),
      (
        "git_commit(path: 'README.md', message: \"Set #{options[:x]}\", skip_git_hooks: true)",
        "- run:\n      command: [git, commit, \"-m\", \"Set ${x}\", README.md, \"--no-verify\"]\n      changes: [head]"
      ),
      (
        "increment_build_number\nsh('a')\ngit_commit(path: '.', message: 'a')",
        "- bump: {build: increment}\n  - run: [a]\n  - run:\n      command: [git, commit, \"-m\", a, \".\"]\n      changes: [head]"
      ),
      (
        "git_pull(rebase: true)",
        "- run:\n      command: [git, pull, \"--rebase\"]\n      changes: [head]\n  - run: [git, fetch, \"--tags\"]"
      ),
      ("git_pull(only_tags: true)", "- run: [git, fetch, \"--tags\"]"),
    ])
  func command(statement: String, expected: String) {
    #expect(steps(statement) == "steps:\n  \(expected)", "\(steps(statement))")
  }

  @Test(
    "stops the lane if the command is not known",
    arguments: [
      "git_add(pathspec: '*.swift')", "git_add(path: '$X', shell_escape: false)", "git_add(path: '-A')",
      "git_commit(path: 'a', message: 'b', allow_nothing_to_commit: true)", "git_pull(x: 1)",
    ])
  func unknownCommand(statement: String) {
    #expect(steps(statement).contains("  # not translated (Fastfile:2), because "), "\(steps(statement))")
  }

  @Test("gives its values to the step after it, each with the time when Ruby reads it")
  func values() {
    let text = """
      commit = last_git_commit
      last_tag = last_git_tag(pattern: 'v*')
      puts "#{commit[:abbreviated_commit_hash]} after #{last_tag}"
      add_git_tag(tag: "n#{number_of_commits(all: true)}")
      puts last_git_commit[:message]
      """
    #expect(
      steps(text)
        == """
        steps:
          - run:
              command: [git, rev-parse, HEAD]
              capture: true
            id: commit
          - run:
              shell: git describe --tags "$(git rev-list --tags='v*' --max-count=1)" --match 'v*'
              capture: true
            id: last_tag
          - run:
              command: [git, log, "-1", "--pretty=%h", "${steps.commit.output}"]
              capture: true
            id: last_commit
          - message: ${steps.last_commit.output} after ${steps.last_tag.output}
          - run:
              command: [git, rev-list, "--all", "--count"]
              capture: true
            id: commit_count
          - tag: n${steps.commit_count.output}
          - run:
              command: [git, log, "-1", "--pretty=%B"]
              capture: true
            id: last_commit_2
          - message: ${steps.last_commit_2.output}
        """.replacing(
          "--tags='v*' --max-count=1)\" --match 'v*'", with: "--tags='v\\x2A' --max-count=1)\\\" --match 'v\\x2A'"
        )
        .replacing("shell: git describe --tags \"$(", with: "shell: \"git describe --tags \\\"$(")
        .replacing("v\\x2A'\n", with: "v\\x2A'\"\n"), "\(steps(text))")
  }

  @Test("is unknown where no step can find it: outside of lanes, and in conditions of Ruby")
  func unknownValues() {
    let body = translation("TAG = last_git_tag\nlane(:a) { sh(TAG) }").body
    #expect(body.contains("# not translated (Fastfile:2), because only Ruby knows `TAG`: sh(TAG)"), "\(body)")
    #expect(steps("x = last_git_commit\nsh(x)").contains("because only Ruby knows `x`: sh(x)"))
  }

  @Test("finds a date with the format of `date`, if both have it")
  func dates() {
    #expect(
      steps("increment_build_number(build_number: Time.now.strftime('%Y%m%d%H%M'))")
        == """
        steps:
          - run:
              command: [date, "+%Y%m%d%H%M"]
              capture: true
            id: date
          - bump:
              build: increment
              minimum: ${steps.date.output}
          # stops if the project has this build number already, or a higher one
          - run:
              shell: test "$MARTLET_BUILD" = "$NUMBER"
              environment:
                NUMBER: ${steps.date.output}
        """)
    #expect(steps("puts Time.now.strftime('%-d')\nensure_git_branch").contains("left out (Fastfile:2)"))
    #expect(steps("puts Date.today.strftime('%H')\nensure_git_branch").contains("left out (Fastfile:2)"))
    #expect(steps("puts Date.today.strftime('%Y.%m')").contains("command: [date, \"+%Y.%m\"]"))
  }

  @Test("has no date of another time zone, and no variable that a called lane may have set")
  func environment() {
    #expect(
      steps("ENV['TZ'] = 'UTC'\nsh(Time.now.strftime('%Y'))").contains(
        "because only Ruby knows `Time.now.strftime('%Y')`: sh("))
    let body = translation("lane(:b) { ENV['N'] = '1' }\nlane(:c) { b }\nlane(:a) { c\n sh('x', ENV['N']) }").body
    #expect(body.contains("because only Ruby knows `ENV['N']`: sh('x', ENV['N'])"), "\(body)")
  }

  @Test("collects a changelog between known revisions, without repeated line ends")
  func changelogs() {
    let text = """
      tag = last_git_tag
      notes = changelog_from_git_commits(between: [tag, 'HEAD'], pretty: '%s')
      changelog_from_git_commits(tag_match_pattern: 'v1', match_lightweight_tag: false, date_format: 'short')
      """
    #expect(
      steps(text)
        == """
        steps:
          - run:
              shell: git describe --tags "$(git rev-list --tags --max-count=1)"
              capture: true
            id: tag
          - run:
              shell: git log --pretty=%s "${LANE_RANGE}"
              environment:
                LANE_RANGE: ${steps.tag.output}...HEAD
              capture: true
            id: notes
          - run:
              shell: log=$(git log --pretty=%B --date=short "$(git describe "$(git rev-list --tags=v1 --max-count=1)" --match v1)...HEAD") && printf '%s\\n' "$log" | awk '/^$/ { if (++n % 2 == 0) print; next } { n = 0; print }'
              capture: true
            id: changelog
        """, "\(steps(text))")
  }

  @Test("sets the build number once if the action sets the same one again")
  func sameNumber() {
    let set = "increment_build_number(build_number: options[:n])"
    #expect(steps("\(set)\n\(set)") == steps(set))
    #expect(steps("\(set)\nincrement_build_number(build_number: get_build_number)") == steps(set))
    #expect(
      steps("n = get_build_number\nincrement_build_number(build_number: n.to_i + 1)")
        == "steps:\n  - bump: {build: increment}")
  }
}
