extension WrongReleasefile {
  /// Mistakes in keys beside a step, and in values.
  static let entries: [WrongReleasefile] = [
    WrongReleasefile(
      "an unknown modifier",
      #"""
      lanes:
        release:
          steps:
            - tag:
              unless: ci
      """#,
      says: #"""
        error: unknown key `unless` beside step `tag`, expected one of `id`, `if`, `name`
         --> Releasefile:5:9
          |
        5 |         unless: ci
          |         ^^^^^^
        """#),
    WrongReleasefile(
      "a modifier below a step",
      #"""
      lanes:
        release:
          steps:
            - tag:
                message: Version ${version}
                if: ci
      """#,
      says: #"""
        error: unknown parameter `if` in step `tag`, expected one of `allow_other_format`, `message`, `name`, `sign`
         --> Releasefile:6:11
          |
        6 |           if: ci
          |           ^^
        hint: write `if:` beside `tag:`, not below it
        """#),
    WrongReleasefile(
      "a parameter beside a step",
      #"""
      lanes:
        release:
          steps:
            - tag:
              sign: true
      """#,
      says: #"""
        error: unknown key `sign` beside step `tag`, expected one of `id`, `if`, `name`
         --> Releasefile:5:9
          |
        5 |         sign: true
          |         ^^^^
        hint: write `sign:` below `tag:`, not beside it
        """#),
    WrongReleasefile(
      "two steps in one entry",
      #"""
      lanes:
        release:
          steps:
            - commit: Version ${version}
              tag: v1
      """#,
      says: #"""
        error: two steps in one entry, `commit` and `tag`, expected one
         --> Releasefile:5:9
          |
        5 |         tag: v1
          |         ^^^
        hint: begin the second step with its own `-`
        """#),
    WrongReleasefile(
      "an entry without a step",
      #"""
      lanes:
        release:
          steps:
            - name: Tag it
              if: ci
      """#,
      says: #"""
        error: missing step in this entry, expected one such as `tag`
         --> Releasefile:4:9
          |
        4 |       - name: Tag it
          |         ^
        """#),
    WrongReleasefile(
      "an empty entry",
      #"""
      lanes:
        release:
          steps:
            - tag
            -
      """#,
      says: #"""
        error: found nothing, expected a step
         --> Releasefile:5:8
          |
        5 |       -
          |        ^
        """#),
    WrongReleasefile(
      "a list for a step",
      #"""
      lanes:
        release:
          steps:
            - [tag, push]
      """#,
      says: #"""
        error: found a list, expected a step
         --> Releasefile:4:9
          |
        4 |       - [tag, push]
          |         ^
        """#),
    WrongReleasefile(
      "a list where a text is expected",
      #"""
      lanes:
        release:
          steps:
            - commit: [a, b]
      """#,
      says: #"""
        error: found a list, expected text
         --> Releasefile:4:17
          |
        4 |       - commit: [a, b]
          |                 ^
        """#),
    WrongReleasefile(
      "a flag that is none",
      #"""
      lanes:
        release:
          steps:
            - commit: {hooks: maybe}
      """#,
      says: #"""
        error: found `maybe`, expected `true` or `false`
         --> Releasefile:4:25
          |
        4 |       - commit: {hooks: maybe}
          |                         ^^^^^
        """#),
    WrongReleasefile(
      "a number that is none",
      #"""
      lanes:
        release:
          steps:
            - run: {command: [make], timeout: ten}
      """#,
      says: #"""
        error: found `ten`, expected a whole number of at least 1
         --> Releasefile:4:41
          |
        4 |       - run: {command: [make], timeout: ten}
          |                                         ^^^
        """#),
    WrongReleasefile(
      "a word that is none of the choices",
      #"""
      lanes:
        release:
          steps:
            - bump: {build: random}
      """#,
      says: #"""
        error: `random` is not a way to choose a build number, expected one of `increment`, `commit_count`, `timestamp`, `ci_run_number`, `version`, or a number
         --> Releasefile:4:9
          |
        4 |       - bump: {build: random}
          |         ^^^^
        """#),
    WrongReleasefile(
      "a name that is not text",
      #"""
      lanes:
        release:
          steps:
            - tag:
              name: [a]
      """#,
      says: #"""
        error: found a list, expected text
         --> Releasefile:5:15
          |
        5 |         name: [a]
          |               ^
        """#),
    WrongReleasefile(
      "an id with a dot",
      #"""
      lanes:
        release:
          steps:
            - tag:
              id: my.tag
      """#,
      says: #"""
        error: found `my.tag`, expected a name of letters, digits, `_` and `-`
         --> Releasefile:5:13
          |
        5 |         id: my.tag
          |             ^^^^^^
        """#),
    WrongReleasefile(
      "an id twice in a lane",
      #"""
      lanes:
        release:
          steps:
            - prompt: One?
              id: answer
            - confirm:
                text: Sure?
                steps:
                  - prompt: Two?
                    id: answer
      """#,
      says: #"""
        error: duplicate `id: answer` in one lane
          --> Releasefile:10:19
           |
        10 |               id: answer
           |                   ^^^^^^
        hint: use another id, so that `${steps.ID.…}` refers to one step
        """#),
    WrongReleasefile(
      "steps in before_all as a mapping",
      #"""
      before_all:
        ensure: {branch: main}
      """#,
      says: #"""
        error: found a mapping, expected a list of steps
         --> Releasefile:2:3
          |
        2 |   ensure: {branch: main}
          |   ^
        """#),
  ]
}
