import MartletCore
import Steps
import TestSupport
import Testing

@Suite("The build number of a Fastfile")
struct BuildNumberTests {
  @Test(
    "is one more than that of the project, in each form of Ruby",
    arguments: [
      "increment_build_number(build_number: get_build_number.to_i + 1)",
      "increment_build_number({ build_number: get_build_number(xcodeproj: 'Sample.xcodeproj').to_i + 1 })",
      "increment_build_number(build_number: get_build_number.to_i.next.to_s)",
      "increment_build_number(build_number: 1 + Integer(get_build_number))",
      "n = get_build_number.to_i + 1\nincrement_build_number(build_number: n)",
      "old = get_build_number\nn = old.to_i.succ\nincrement_build_number(build_number: n)",
      "old = get_build_number\nn = ((old.is_a? String) ? old.to_i : old) + 1\nincrement_build_number(build_number: n)",
      "n = get_build_number.to_i + 1\nincrement_build_number(build_number: n)\nincrement_build_number(build_number: n.to_s)",
    ])
  func own(text: String) {
    #expect(steps(text) == "steps:\n  - bump: {build: increment}", "\(text)\n\(steps(text))")
  }

  @Test("is the one of the project afterwards, for its variable, too")
  func variable() {
    let text = """
      n = get_build_number.to_i + 1
      increment_build_number(build_number: n)
      add_git_tag(build_number: n)
      """
    #expect(steps(text) == "steps:\n  - bump: {build: increment}\n  - tag: builds/l/${build}", "\(steps(text))")
  }

  @Test(
    "stays untranslated if its variable has another number then",
    arguments: [
      "n = get_build_number.to_i + 1\nincrement_build_number\nincrement_build_number(build_number: n)",
      "n = get_build_number.to_i + 1\nother\nincrement_build_number(build_number: n)",
      "n = get_build_number.to_i + 2\nincrement_build_number(build_number: n)",
      "n = get_build_number.to_i + 1\nadd_git_tag(build_number: n)",
      "increment_build_number(build_number: x ? get_build_number.to_i + 1 : 7)",
    ])
  func changed(text: String) {
    #expect(steps(text).contains("# not translated"), "\(steps(text))")
  }

  @Test(
    "is not computed from the version: the lane stops",
    arguments: [
      "get_version_number", "get_version_number.delete('.')", "get_version_number.gsub('.', '').to_i",
      "get_version_number.split('.').join", "\"#{get_version_number}.1\"", "get_version_number + '01'",
      "v = get_version_number\nincrement_build_number(build_number: v.tr('.', '')",
      "v = get_version_number\nincrement_build_number(build_number: \"#{v}\"",
    ])
  func ofVersion(number: String) {
    let text = number.hasPrefix("v = ") ? "\(number))" : "increment_build_number(build_number: \(number))"
    #expect(steps(text).contains("echo '1 part is not translated: "), "\(steps(text))")
    #expect(!steps(text).contains("bump"), "\(steps(text))")
  }

  @Test("stays untranslated if the project is generated, because fastlane does not change the file of the generator")
  func generated() {
    var project = FastlaneProject.sample
    (project.manifests, project.versionFiles, project.buildFiles) = (["project.yml"], ["project.yml"], ["project.yml"])
    for action in ["increment_build_number", "increment_version_number"] {
      #expect(
        steps(action, project: project).hasSuffix(
          "because the project is generated, and `bump` raises only the file that it is generated from: \(action)"))
    }
    project.buildFiles.append("App/Info.plist")
    #expect(steps("increment_build_number", project: project) == "steps:\n  - bump: {build: increment}")
  }

  @Test("is above the one that fastlane finds, if only fastlane knows the app")
  func found() {
    let text = "n = latest_testflight_build_number(version: '1.2')\nincrement_build_number(build_number: n + 1)"
    #expect(
      steps(text) == """
        steps:
          - run:
              shell: "FASTLANE_DISABLE_COLORS=1 fastlane run latest_testflight_build_number version:1.2 | sed -n 's/.\\x2AResult: //p'"
              capture: true
            id: "n"
          - bump:
              build: increment
              above: ${steps.n.output}
        """, "\(steps(text))")
    // `fastlane run` has no key of another action.
    #expect(steps("app_store_connect_api_key(key_id: 'a')\n" + text).contains("# not translated (Fastfile:3)"))
  }

  @Test("is raised only in the project if the lane says so, and no property list has it")
  func withoutPropertyList() {
    let text = "increment_build_number(skip_info_plist: true)"
    var project = FastlaneProject.sample
    project.buildFiles = ["Sample.xcodeproj/project.pbxproj"]
    #expect(steps(text, project: project) == "steps:\n  - bump: {build: increment}")
    project.buildFiles.append("App/Info.plist")
    #expect(
      steps(text, project: project).contains("because `bump` would also raise other files: increment_build_number("))
  }

  @Test("stays untranslated if the project has others, which `bump` raises, too")
  func severalProjects() {
    var project = FastlaneProject.sample
    project.manifests.append("Core/Core.xcodeproj")
    for action in [
      "increment_build_number", "increment_build_number(xcodeproj: 'Core/Core.xcodeproj')", "increment_version_number",
    ] {
      let body = steps(action, project: project)
      #expect(body.contains("because `bump` would also raise other projects: \(action)"), "\(body)")
    }
  }

  @Test("may be what a command prints that only reads")
  func output() {
    let number = "increment_build_number(build_number: sh('git rev-list HEAD | wc -l').to_i)"
    let tag = "add_git_tag(tag: \"b-#{sh('git rev-parse --short HEAD').strip}-#{`git log -1 --format=%h`.chomp}\")"
    #expect(
      steps("\(number)\n\(tag)") == """
        steps:
          - run:
              shell: git rev-list HEAD | wc -l
              capture: true
            id: output
          - bump:
              build: increment
              minimum: ${steps.output.output}
          # stops if the project has this build number already, or a higher one
          - run:
              shell: test "$MARTLET_BUILD" = "$NUMBER"
              environment:
                NUMBER: ${steps.output.output}
          - run:
              command: [git, rev-parse, "--short", HEAD]
              capture: true
            id: output_2
          - run:
              command: [git, log, "-1", "--format=%h"]
              capture: true
            id: output_3
          - tag: b-${steps.output_2.output}-${steps.output_3.output}
        """, "\(steps("\(number)\n\(tag)"))")
    for script in [
      "make number", "git rev-parse HEAD > x", "git log; ls", "git log | sed -i s/a/b/", "git checkout x",
      "git log --output=x", "git log | sort -o x",
    ] {
      #expect(steps("add_git_tag(tag: sh('\(script)').strip)").contains("# not translated"), "\(script)")
    }
    // With the end of its line, the text is another one.
    #expect(steps("add_git_tag(tag: \"b-#{sh('git rev-parse HEAD')}\")").contains("# not translated"))
  }

  @Test("may be joined from a text and a value")
  func joined() {
    let text = "increment_build_number(build_number: ENV['DAY'] + '.' + options[:n])"
    #expect(steps(text).contains("minimum: ${env.DAY}.${n}\n"), "\(steps(text))")
  }

  @Test("is unknown after a reset of the repository")
  func reset() {
    let text =
      "increment_build_number\nn = get_build_number\nreset_git_repo(force: true)\nadd_git_tag(tag: n)\nreset_git_repo(force: true, skip_clean: true, exclude: 'a')"
    #expect(
      steps(text).contains(
        """
          - run: [git, reset, "--hard", HEAD]
          - run: [git, clean, "-qfdx"]
          # not translated (Fastfile:5), because only Ruby knows `tag: n`: add_git_tag(tag: n)
          - run: [git, reset, "--hard", HEAD]
        """), "\(steps(text))")
    #expect(steps("reset_git_repo").contains("# not translated"))
    // fastlane resets without `force` if a check has found no changes.
    #expect(
      steps("ensure_git_status_clean\nreset_git_repo(skip_clean: true)")
        == "steps:\n  - ensure: clean\n  - run: [git, reset, \"--hard\", HEAD]")
    #expect(steps("ensure_git_status_clean if options[:x]\nreset_git_repo").contains("# not translated"))
    func body(_ hook: String) -> String {
      translation("before_all do\n  ensure_git_status_clean\nend\n\(hook) do\n  reset_git_repo\nend").body
    }
    #expect(body("after_all").contains("- run: [git, reset, \"--hard\", HEAD]"))
    #expect(body("lane :l").contains("- run: [git, reset, \"--hard\", HEAD]"))
    #expect(body("error").contains("# not translated"))
  }
}
