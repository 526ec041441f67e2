extension WrongReleasefile {
  /// Mistakes in names and conditions.
  static let names: [WrongReleasefile] = [
    WrongReleasefile(
      "an unknown name near a known one",
      #"""
      lanes:
        release:
          steps:
            - message: Now ${verison}
      """#,
      says: #"""
        error: unknown name `verison`
         --> Releasefile:4:22
          |
        4 |       - message: Now ${verison}
          |                      ^^^^^^^^^^
        hint: did you mean `version`?
        """#),
    WrongReleasefile(
      "an unknown name",
      #"""
      lanes:
        release:
          steps:
            - message: Now ${whatever_it_is}
      """#,
      says: #"""
        error: unknown name `whatever_it_is`, expected one of `branch`, `build`, `ci`, `commit`, `date`, `env.…`, `lane`, `previous_version`, `project`, `tag`, `version`, `version.next`
         --> Releasefile:4:22
          |
        4 |       - message: Now ${whatever_it_is}
          |                      ^^^^^^^^^^^^^^^^^
        """#),
    WrongReleasefile(
      "a name with blanks",
      #"""
      lanes:
        release:
          steps:
            - message: Now ${ version }
      """#,
      says: #"""
        error: unknown name ` version `
         --> Releasefile:4:22
          |
        4 |       - message: Now ${ version }
          |                      ^^^^^^^^^^^^
        hint: did you mean `version`?
        """#),
    WrongReleasefile(
      "a name in capital letters",
      #"""
      lanes:
        release:
          steps:
            - message: Now ${VERSION}
      """#,
      says: #"""
        error: unknown name `VERSION`
         --> Releasefile:4:22
          |
        4 |       - message: Now ${VERSION}
          |                      ^^^^^^^^^^
        hint: did you mean `version`?
        """#),
    WrongReleasefile(
      "env without a name",
      #"""
      lanes:
        release:
          steps:
            - message: ${env.}
      """#,
      says: #"""
        error: unknown name `env.`
         --> Releasefile:4:18
          |
        4 |       - message: ${env.}
          |                  ^^^^^^^
        hint: did you mean `env.…`?
        """#),
    WrongReleasefile(
      "the output of a step that is not there",
      #"""
      lanes:
        release:
          steps:
            - prompt: What?
              id: news
            - message: ${steps.new.answer}
      """#,
      says: #"""
        error: unknown name `steps.new.answer`, expected one of `branch`, `build`, `ci`, `commit`, `date`, `env.…`, `lane`, `previous_version`, `project`, `steps.news.…`, `tag`, `version`, `version.next`
         --> Releasefile:6:18
          |
        6 |       - message: ${steps.new.answer}
          |                  ^^^^^^^^^^^^^^^^^^^
        """#),
    WrongReleasefile(
      "error outside of on_error",
      #"""
      lanes:
        release:
          steps:
            - message: ${error.message}
      """#,
      says: #"""
        error: unknown name `error.message`, expected one of `branch`, `build`, `ci`, `commit`, `date`, `env.…`, `lane`, `previous_version`, `project`, `tag`, `version`, `version.next`
         --> Releasefile:4:18
          |
        4 |       - message: ${error.message}
          |                  ^^^^^^^^^^^^^^^^
        """#),
    WrongReleasefile(
      "a parameter of another lane",
      #"""
      lanes:
        a:
          parameters: {notes: {}}
          steps: [tag]
        b:
          steps:
            - message: ${notes}
      """#,
      says: #"""
        error: unknown name `notes`, expected one of `branch`, `build`, `ci`, `commit`, `date`, `env.…`, `lane`, `previous_version`, `project`, `tag`, `version`, `version.next`
         --> Releasefile:7:18
          |
        7 |       - message: ${notes}
          |                  ^^^^^^^^
        """#),
    WrongReleasefile(
      "an unclosed name",
      #"""
      lanes:
        release:
          steps:
            - message: Now ${version
      """#,
      says: #"""
        error: `${` without a closing `}`, expected `${name}`, or `$$` for a dollar sign
         --> Releasefile:4:18
          |
        4 |       - message: Now ${version
          |                  ^^^^^^^^^^^^^
        """#),
    WrongReleasefile(
      "a name that is empty",
      #"""
      lanes:
        release:
          steps:
            - message: Now ${}
      """#,
      says: #"""
        error: `${}` without a name, expected `${name}`, or `$$` for a dollar sign
         --> Releasefile:4:18
          |
        4 |       - message: Now ${}
          |                  ^^^^^^^
        """#),
    WrongReleasefile(
      "an unknown name in a text of several lines",
      #"""
      lanes:
        release:
          steps:
            - message: |
                Hello
                ${verion}
      """#,
      says: #"""
        error: unknown name `verion`
         --> Releasefile:6:11
          |
        6 |           ${verion}
          |           ^^^^^^^^^
        hint: did you mean `version`?
        """#),
    WrongReleasefile(
      "an unknown name behind letters beyond ASCII",
      #"""
      lanes:
        release:
          steps:
            - message: Größe 🚀 ${verion}
      """#,
      says: #"""
        error: unknown name `verion`
         --> Releasefile:4:26
          |
        4 |       - message: Größe 🚀 ${verion}
          |                           ^^^^^^^^^
        hint: did you mean `version`?
        """#),
    WrongReleasefile(
      "a condition with an operator that is none",
      #"""
      lanes:
        release:
          steps:
            - tag:
              if: version > 2
      """#,
      says: #"""
        error: found `version > 2`, expected `name`, `not name`, `name == text`, `name != text`, or a list of these
         --> Releasefile:5:13
          |
        5 |         if: version > 2
          |             ^^^^^^^^^^^
        """#),
    WrongReleasefile(
      "a condition with or",
      #"""
      lanes:
        release:
          steps:
            - tag:
              if: ci or branch == main
      """#,
      says: #"""
        error: found `ci or branch == main`, expected `name`, `not name`, `name == text`, `name != text`, or a list of these
         --> Releasefile:5:13
          |
        5 |         if: ci or branch == main
          |             ^^^^^^^^^^^^^^^^^^^^
        """#),
    WrongReleasefile(
      "a condition with an unknown name",
      #"""
      lanes:
        release:
          steps:
            - tag:
              if: not chanel
      """#,
      says: #"""
        error: unknown name `chanel`, expected one of `branch`, `build`, `ci`, `commit`, `date`, `env.…`, `lane`, `previous_version`, `project`, `tag`, `version`, `version.next`
         --> Releasefile:5:13
          |
        5 |         if: not chanel
          |             ^^^^^^^^^^
        """#),
    WrongReleasefile(
      "a condition with braces",
      #"""
      lanes:
        release:
          steps:
            - tag:
              if: ${branch} == main
      """#,
      says: #"""
        error: `${…}` is not allowed in a condition, expected `name`, `not name`, `name == text`, `name != text`, or a list of these
         --> Releasefile:5:13
          |
        5 |         if: ${branch} == main
          |             ^^^^^^^^^^^^^^^^^
        hint: write the name without `${}`: `if: channel == beta`, not `${channel}`
        """#),
    WrongReleasefile(
      "an empty condition",
      #"""
      lanes:
        release:
          steps:
            - tag:
              if:
      """#,
      says: #"""
        error: found nothing, expected `name`, `not name`, `name == text`, `name != text`, or a list of these
         --> Releasefile:5:12
          |
        5 |         if:
          |            ^
        """#),
    WrongReleasefile(
      "a condition that is a mapping",
      #"""
      lanes:
        release:
          steps:
            - tag:
              if: {branch: main}
      """#,
      says: #"""
        error: found a mapping, expected `name`, `not name`, `name == text`, `name != text`, or a list of these
         --> Releasefile:5:13
          |
        5 |         if: {branch: main}
          |             ^
        """#),
  ]
}
