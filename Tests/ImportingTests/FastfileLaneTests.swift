import Testing

@Suite("The lanes of a Fastfile")
struct FastfileLaneTests {
  @Test("does not push in a lane that lacks a step of its release, also if a called lane lacks it")
  func incompleteRelease() {
    let (body, notes) = translation(
      """
      lane(:ship) { increment_version_number(bump_type: "minor")
        commit_version_bump
        add_git_tag(prefix: "v")
        push_to_git_remote }
      lane(:release) { ship
        push_git_tags }
      lane(:build) { gym
        add_git_tag(tag: "a")
        push_git_tags }
      """)
    #expect(
      body == """
        lanes:
          ship:
            steps:
              - bump: minor
              - commit
              # not translated (Fastfile:3): add_git_tag(prefix: "v")
              # no push, because a step of the release above it is missing

          release:
            steps:
              - lane: ship
              # no push, because a step of the release above it is missing

          build:
            steps:
              # remove this step when there are commands for gym
              - run:
                  shell: "echo 'not translated: gym' >&2; exit 1"
              # not translated (Fastfile:7): gym
              - tag: a
              - push:
                  branch: false
        """)
    #expect(
      notes == [
        "Fastfile:3:3: not translated: add_git_tag(prefix: \"v\")",
        "Fastfile:4:3: no push, because a step of the release above it is missing",
        "Fastfile:6:3: no push, because a step of the release above it is missing",
        "Fastfile:7:16: not translated: gym",
        "Fastfile:7:16: the steps begin with one that stops them: replace it with commands for gym",
      ])
  }

  @Test(
    "does not push if an unknown action may have raised the version, according to its name",
    arguments: [
      "increment_version_number_in_xcodeproj(bump_type: \"patch\")", "increment_build_number_in_plist",
      "my_bump(type: 1)",
      "set_version(1)",
    ])
  func unknownVersionAction(call: String) {
    let (body, _) = translation("lane(:ship) { \(call)\n add_git_tag(tag: \"a\")\n push_to_git_remote }")
    #expect(
      body == """
        lanes:
          ship:
            steps:
              # not translated (Fastfile:1): \(call)
              - tag: a
              # no push, because a step of the release above it is missing
        """)
  }

  @Test("begins with a step that stops it if a test, a build or an upload could not be translated, wherever it is")
  func missingActions() {
    let (body, notes) = translation(
      """
      before_all { scan }
      lane :beta do
        begin
          gym
        rescue
        end
        push_to_git_remote
        deliver(force: true) if ENV["CI"] == pick
      end
      """)
    #expect(
      body == """
        before_all:
          # remove this step when there are commands for scan
          - run:
              shell: "echo 'not translated: scan' >&2; exit 1"
          # not translated (Fastfile:1): scan

        lanes:
          beta:
            steps:
              # remove this step when there are commands for gym, deliver
              - run:
                  shell: "echo 'not translated: gym, deliver' >&2; exit 1"
              # not translated (Fastfile:3): begin …
              - push
              # not translated (Fastfile:8): deliver(force: true) if ENV["CI"] == pick
        """)
    #expect(
      notes.last == "Fastfile:3:3: the steps begin with one that stops them: replace it with commands for gym, deliver")
  }

  @Test("pushes only the branch that its action pushes")
  func pushedBranch() {
    let other = "push_to_git_remote(local_branch: \"HEAD\", remote_branch: \"develop\")"
    for (lines, expected) in [
      (other, "- ensure_branch: develop\n  - push"),
      ("ensure_git_branch(branch: 'develop')\n\(other)", "- ensure_branch: develop\n  - push"),
      ("push_to_git_remote(remote_branch: git_branch)", "- push"),
      (
        "push_to_git_remote(local_branch: \"a\", remote_branch: \"b\")",
        "[]\n  # not translated (Fastfile:2): push_to_git_remote(local_branch: \"a\", remote_branch: \"b\")"
      ),
      (
        "push_to_git_remote(remote_branch: options[:to])",
        "- ensure_branch: ${to}\n  - push"
      ),
      (
        "add_git_tag(tag: 'a')\npush_to_git_remote(tags: false)",
        "- tag: a\n  # not translated (Fastfile:3): push_to_git_remote(tags: false)"
      ),
    ] {
      #expect(steps(lines) == (expected.hasPrefix("[]") ? "steps: " : "steps:\n  ") + expected)
    }
  }

  @Test("pushes tags alone if its lane does, and once if it also pushes the branch")
  func tagPushes() {
    for (lines, steps) in [
      ("push_git_tags", "- push:\n            branch: false"), ("push_git_tags\npush_to_git_remote", "- push"),
      ("push_to_git_remote\npush_git_tags", "- push"),
    ] {
      #expect(
        translation("lane(:a) { \(lines) }").body == "lanes:\n  a:\n    steps:\n      "
          + steps
          .replacing("            ", with: "          "))
    }
  }

  @Test("does not create lanes that call themselves")
  func breaksCircles() {
    let (body, notes) = translation("lane(:a) { b }\nlane(:b) { a }\nlane(:c) { c }")
    #expect(
      body == """
        lanes:
          a:
            steps:
              - lane: b

          b:
            steps: []
              # not translated (Fastfile:2): a

          c:
            steps: []
              # not translated (Fastfile:3): c
        """)
    #expect(notes == ["Fastfile:2:12: not translated: a", "Fastfile:3:12: not translated: c"])
  }

  @Test("raises nothing in a loop over words that are not all parts of a version")
  func raisesOnlyParts() {
    let text =
      "%w{major huge}.each do |part|\n  lane part do\n    increment_version_number(bump_type: part)\n  end\nend\n"
    #expect(
      translation(text).body == """
        lanes:
          ${part}:
            for_each:
              part: [major, huge]
            steps: []
              # not translated (Fastfile:3): increment_version_number(bump_type: part)
        """)
  }

  @Test("need a build number that a lane raises before fastlane's tag, itself or through another lane")
  func buildNumberOfTag() {
    let (body, notes) = translation(
      """
      lane(:raise) { increment_build_number }
      lane(:prepare) { raise }
      lane(:beta) { prepare
        add_git_tag }
      lane(:nightly) { add_git_tag }
      """)
    #expect(
      body == """
        lanes:
          raise:
            steps:
              - bump_build

          prepare:
            steps:
              - lane: raise

          beta:
            steps:
              - lane: prepare
              - tag: builds/${lane}/${build}

          nightly:
            steps:
              # each run needs a new build number for this tag: add `- bump_build` above `commit`
              - tag: builds/${lane}/${build}
        """)
    #expect(
      notes == [
        "Fastfile:5:18: each run needs a new build number for this tag: add `- bump_build` above `commit`"
      ])
  }
}
