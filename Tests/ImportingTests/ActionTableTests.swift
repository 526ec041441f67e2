import Steps
import Testing

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
      ("increment_build_number", "- bump: {build: increment}"),
      ("increment_build_number(build_number: get_build_number.to_i + 1)", "- bump: {build: increment}"),
      (
        "increment_build_number(build_number: latest_testflight_build_number + 1)",
        "- bump:\n    build: increment\n    above: app_store"
      ),
      (
        "n = latest_testflight_build_number(version: '1.0', app_identifier: 'a.b')\nincrement_build_number(build_number: (n + 1))",
        "- bump:\n    build: increment\n    above: app_store\n    app: a.b"
      ),
      ("ensure_git_branch(branch: '^(main|release/.*)$')", "- ensure: {branch: [main, 'release/*']}"),
      ("ensure_git_branch", "- ensure: {branch: master}"),
      ("ensure_git_status_clean(show_diff: true)", "- ensure: clean"),
      ("ensure_env_vars(env_vars: ['A', 'B_2'])", "- ensure: {environment: [A, B_2]}"),
      ("add_git_tag(tag: \"v#{get_version_number(target: 'A')}\", message: 'One')", "- tag:\n    message: One"),
      ("add_git_tag(build_number: '7', includes_lane: false, prefix: 'b')", "- tag: builds/b7"),
      ("add_git_tag(build_number: get_build_number)", "- tag: builds/l/${build}"),
      ("push_to_git_remote(remote: 'origin', no_verify: true)", "- push: {hooks: false}"),
      ("push_to_git_remote(local_branch: 'main')", "- ensure: {branch: main}\n- push"),
      ("puts 'a'\nUI.success \"On #{git_branch}\"", "- message: a\n- message: On ${branch}"),
      (
        "x = prompt(text: 'Who?', ci_input: 'me')\nputs \"#{x}!\"",
        "- prompt:\n    text: Who?\n    default: me\n  id: x\n- message: ${steps.x.answer}!"
      ),
      ("kind = UI.select('Which?', %w[a b])", "- prompt:\n    text: Which?\n    values: [a, b]\n  id: kind"),
      ("sh 'swift test'", "- run:\n    command: [swift, test]\n    working_directory: fastlane"),
      (
        "sh('./deploy.sh | tee log', log: false)",
        "- run:\n    shell: \"./deploy.sh | tee log\"\n    working_directory: fastlane\n    outward: true"
      ),
      (
        "sh('git', 'push', 'up stream')",
        "- run:\n    command: [git, push, \"up stream\"]\n    working_directory: fastlane\n    changes: [head]\n    outward: true"
      ),
      (
        "pod_push(path: 'A.podspec', allow_warnings: true)",
        "- run:\n    command: [pod, trunk, push, A.podspec, \"--allow-warnings\"]\n    outward: true"
      ),
      (
        "ensure_git_status_clean\ngym(scheme: 'A', clean: true)",
        "- ensure: clean\n- run: [fastlane, run, gym, scheme:A, clean:true]"
      ),
      ("pilot(ipa: './b/A.ipa', skip_waiting_for_build_processing: true)", "- upload_build: b/A.ipa"),
      (
        "api_key = app_store_connect_api_key(key_id: ENV['A'])\npilot(ipa: 'A.ipa', api_key: api_key, groups: ['Team'], changelog: 'New map')",
        "- upload_build:\n    file: A.ipa\n    wait: processed\n- testflight:\n    what_to_test: New map\n    groups: [Team]"
      ),
      (
        "deliver(ipa: 'A.ipa', skip_screenshots: true, skip_metadata: true, skip_app_version_update: true)",
        "- upload_build: A.ipa"
      ),
      (
        "deliver(skip_binary_upload: true, skip_screenshots: true, skip_metadata: true, submit_for_review: true, run_precheck_before_submit: false)",
        "- app_store_release:\n    release: unchanged"
      ),
    ])
  func becomesStep(call: String, step: String) {
    #expect(steps(call) == step)
  }

  @Test("commits, tags, pushes and publishes what the run has raised")
  func release() {
    let text = """
      notes = changelog_from_git_commits(merge_commit_filtering: 'exclude_merges')
      increment_version_number(bump_type: 'major')
      version = lane_context[SharedValues::VERSION_NUMBER]
      git_commit(path: ['./App/Info.plist', './Sample.xcodeproj'], message: "Version #{version}")
      add_git_tag(tag: "v#{version}")
      push_to_git_remote
      push_git_tags
      set_github_release(repository_name: 'Example/sample', api_token: ENV['T'], tag_name: "v#{version}", description: notes)
      """
    #expect(
      steps(text) == """
        - run:
            shell: log=$(git log --pretty=%B --no-merges "$(git describe --tags "$(git rev-list --tags --max-count=1)")...HEAD") && printf '%s\\n' "$log" | awk '/^$/ { if (++n % 2 == 0) print; next } { n = 0; print }'
            capture: true
          id: changelog
        - bump: major
        - commit: Version ${version}
        - tag
        - push
        - publish_release:
            title: v${version}
            notes: ${steps.changelog.output}
            prerelease: false
        """)
    #expect(steps("increment_build_number\ncommit_version_bump").hasSuffix("- commit: Version Bump to ${build}"))
    #expect(
      steps("increment_version_number\ncommit_version_bump(no_verify: true)").hasSuffix(
        "    message: Version Bump\n    hooks: false"))
  }

  @Test(
    "has no step for a call that does something else with these arguments",
    arguments: [
      "increment_version_number(bump_type: kind)", "increment_version_number(version_number: '1.0b')",
      "increment_version_number(xcodeproj: 'Other.xcodeproj')", "increment_version_number\nincrement_version_number",
      "increment_build_number(build_number: number_of_commits)", "increment_build_number(build_number: 7)",
      "increment_build_number(build_number: latest_testflight_build_number)",
      "increment_build_number(skip_info_plist: true)",
      "commit_version_bump", "git_commit(path: '.', message: 'a')",
      "increment_version_number\ngit_commit(path: 'App', message: 'a')",
      "increment_version_number\ngit_commit(path: '../..', message: 'a')",
      "increment_version_number\nsh './x'\ncommit_version_bump",
      "increment_version_number\ncommit_version_bump(include: ['a'])",
      "add_git_tag", "add_git_tag(tag: 'a', force: true)",
      "add_git_tag(tag: lane_context[SharedValues::VERSION_NUMBER])",
      "push_git_tags", "push_to_git_remote(force: true)", "push_to_git_remote(remote: 'fork')",
      "old = get_version_number\nincrement_version_number\nputs old", "ensure_git_branch(branch: 'a[bc]')",
      "ensure_git_status_clean(ignored: 'all')",
      "set_github_release(repository_name: 'example/sample', tag_name: 'a', description: 'b')",
      "add_git_tag(tag: 'a')\npush_git_tags\nset_github_release(repository_name: 'example/other', tag_name: 'a', description: 'b')",
      "sh \"echo #{get_version_number}\"", "puts \"${x}\"", "puts ENV['A']", "puts 'a' if x", "slack(message: 'a')",
      "ensure_git_status_clean\nmatch", "ensure_git_status_clean\ngym(export_options: {a: 1})", "pilot",
      "pilot(ipa: 'A.ipa', distribute_external: true)", "setup_ci\nincrement_build_number\ngym",
      "app_store_connect_api_key\nincrement_build_number\npilot(ipa: 'A.ipa')\ncommit_version_bump",
      "cocoapods\nincrement_version_number\ngit_commit(path: '.', message: 'a')",
      "pilot(ipa: 'A.ipa', uses_non_exempt_encryption: true)",
      "pilot(ipa: \"#{ENV['A']}.ipa\")", "deliver(ipa: 'A.ipa')", "x = 1\nensure_git_status_clean { }", "unknown",
    ])
  func hasNoStep(call: String) {
    let text = steps(call)
    #expect(text.hasPrefix("- run:\n    command: [fastlane, l]\n"), "\(text)")
  }

  @Test("leaves uploads to fastlane if a commit follows, because `upload_build` comes after it")
  func uploadsBeforeCommits() {
    #expect(
      steps("increment_build_number\npilot(ipa: 'A.ipa', skip_submission: true)\ncommit_version_bump") == """
        - bump: {build: increment}
        - run:
            command: [fastlane, run, pilot, ipa:A.ipa, skip_submission:true]
            outward: true
        - commit: Version Bump to ${build}
        """)
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
    project.versionFiles = ["project.yml"]
    project.buildFiles = []
    #expect(steps("increment_version_number", project: project).contains("[fastlane, l]"))
    project.versionFiles = ["A.podspec"]
    #expect(steps("version_bump_podspec(path: 'A.podspec', bump_type: 'minor')", project: project) == "- bump: minor")
    project.versionFiles = ["A.podspec", "B.podspec"]
    #expect(steps("version_bump_podspec", project: project).contains("[fastlane, l]"))
    project.app = nil
    #expect(steps("pilot(ipa: 'A.ipa')", project: project).contains("[fastlane, l]"))
    #expect(
      steps("pilot(ipa: 'A.ipa', app_identifier: 'a.b')", project: project)
        == "- upload_build:\n    file: A.ipa\n    app: a.b\n    wait: processed")
    project.setsVariables = true
    #expect(steps("puts 'a'", project: project).contains("[fastlane, l]"))
  }
}
