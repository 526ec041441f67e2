extension WrongReleasefile {
  /// Mistakes in steps and their parameters.
  static let steps: [WrongReleasefile] = [
    WrongReleasefile(
      "an unknown step near a known one",
      #"""
      lanes:
        release:
          steps:
            - ensrue: clean
      """#,
      says: #"""
        error: unknown step `ensrue`
         --> Releasefile:4:9
          |
        4 |       - ensrue: clean
          |         ^^^^^^
        hint: did you mean `ensure`?
        """#),
    WrongReleasefile(
      "an unknown step",
      #"""
      lanes:
        release:
          steps:
            - deploy_to_moon
      """#,
      says: #"""
        error: unknown step `deploy_to_moon`
         --> Releasefile:4:9
          |
        4 |       - deploy_to_moon
          |         ^^^^^^^^^^^^^^
        hint: the steps are `ensure`, `bump`, `changelog`, `set_build_setting`, `replace`, `update_binary_target`, `generate_config`, `commit`, `tag`, `export`, `archive`, `checksums`, `push`, `publish_release`, `publish_files`, `upload_build`, `testflight`, `app_store_release`, `announce`, `confirm`, `prompt`, `message`, `lane`, `packages`, `run`
        """#),
    WrongReleasefile(
      "a step of fastlane",
      #"""
      lanes:
        release:
          steps:
            - add_git_tag
      """#,
      says: #"""
        error: `add_git_tag` is called `tag` here
         --> Releasefile:4:9
          |
        4 |       - add_git_tag
          |         ^^^^^^^^^^^
        hint: write `tag`
        """#),
    WrongReleasefile(
      "another step of fastlane, with a value",
      #"""
      lanes:
        release:
          steps:
            - increment_version_number: {bump_type: patch}
      """#,
      says: #"""
        error: `increment_version_number` is called `bump` here
         --> Releasefile:4:9
          |
        4 |       - increment_version_number: {bump_type: patch}
          |         ^^^^^^^^^^^^^^^^^^^^^^^^
        hint: write `bump`
        """#),
    WrongReleasefile(
      "a shell step of fastlane",
      #"""
      lanes:
        release:
          steps:
            - sh: make docs
      """#,
      says: #"""
        error: `sh` is called `run` here
         --> Releasefile:4:9
          |
        4 |       - sh: make docs
          |         ^^
        hint: write `run`
        """#),
    WrongReleasefile(
      "an unknown parameter",
      #"""
      lanes:
        release:
          steps:
            - tag:
                mesage: Release ${version}
      """#,
      says: #"""
        error: unknown parameter `mesage` in step `tag`
         --> Releasefile:5:11
          |
        5 |           mesage: Release ${version}
          |           ^^^^^^
        hint: did you mean `message`?
        """#),
    WrongReleasefile(
      "a parameter for a step without any",
      #"""
      lanes:
        release:
          steps:
            - ensure: {consistent: {text: a}}
      """#,
      says: #"""
        error: unknown parameter `text` in step `consistent`, it has no parameters
         --> Releasefile:4:31
          |
        4 |       - ensure: {consistent: {text: a}}
          |                               ^^^^
        """#),
    WrongReleasefile(
      "a value for a step that takes none",
      #"""
      lanes:
        release:
          steps:
            - ensure: {consistent: yes}
      """#,
      says: #"""
        error: step `consistent` takes no value
         --> Releasefile:4:30
          |
        4 |       - ensure: {consistent: yes}
          |                              ^^^
        """#),
    WrongReleasefile(
      "a required parameter that is missing",
      #"""
      lanes:
        release:
          steps:
            - bump
      """#,
      says: #"""
        error: missing parameter `to` of step `bump`, expected text
         --> Releasefile:4:9
          |
        4 |       - bump
          |         ^^^^
        hint: list its parameters with `martlet help step bump`
        """#),
    WrongReleasefile(
      "several required parameters that are missing",
      #"""
      lanes:
        release:
          steps:
            - replace: {find: a}
      """#,
      says: #"""
        error: missing parameter `file` of step `replace`, expected text
         --> Releasefile:4:9
          |
        4 |       - replace: {find: a}
          |         ^^^^^^^
        hint: list its parameters with `martlet help step replace`
        error: missing parameter `with` of step `replace`, expected text
         --> Releasefile:4:9
          |
        4 |       - replace: {find: a}
          |         ^^^^^^^
        hint: list its parameters with `martlet help step replace`
        """#),
  ]
}
