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
      ])
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
