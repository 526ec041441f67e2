extension WrongReleasefile {
  /// Mistakes in calls, cycles and parameters of lanes.
  static let lanes: [WrongReleasefile] = [
    WrongReleasefile(
      "a call of an unknown lane",
      #"""
      lanes:
        prepare:
          steps: [tag]
        release:
          steps:
            - lane: prepair
      """#,
      says: #"""
        error: unknown lane `prepair`
         --> Releasefile:6:15
          |
        6 |       - lane: prepair
          |               ^^^^^^^
        hint: did you mean `prepare`?
        """#),
    WrongReleasefile(
      "a call when no other lane is near",
      #"""
      lanes:
        release:
          steps:
            - lane: zzz
      """#,
      says: #"""
        error: unknown lane `zzz`, expected one of `release`
         --> Releasefile:4:15
          |
        4 |       - lane: zzz
          |               ^^^
        """#),
    WrongReleasefile(
      "a lane that calls itself",
      #"""
      lanes:
        release:
          steps:
            - lane: release
      """#,
      says: #"""
        error: circular lane calls: `release` → `release`
         --> Releasefile:4:15
          |
        4 |       - lane: release
          |               ^^^^^^^
        """#),
    WrongReleasefile(
      "two lanes that call each other",
      #"""
      lanes:
        a:
          steps:
            - lane: b
        b:
          steps:
            - lane: a
      """#,
      says: #"""
        error: circular lane calls: `a` → `b` → `a`
         --> Releasefile:4:15
          |
        4 |       - lane: b
          |               ^
        """#),
    WrongReleasefile(
      "three lanes in a circle, through a confirm",
      #"""
      lanes:
        a:
          steps:
            - lane: b
        b:
          steps:
            - confirm:
                text: Sure?
                steps:
                  - lane: c
        c:
          on_error:
            - lane: a
          steps: [tag]
      """#,
      says: #"""
        error: circular lane calls: `a` → `b` → `c` → `a`
         --> Releasefile:4:15
          |
        4 |       - lane: b
          |               ^
        """#),
    WrongReleasefile(
      "two circles",
      #"""
      lanes:
        a:
          steps:
            - lane: a
        b:
          steps:
            - lane: b
      """#,
      says: #"""
        error: circular lane calls: `a` → `a`
         --> Releasefile:4:15
          |
        4 |       - lane: a
          |               ^
        error: circular lane calls: `b` → `b`
         --> Releasefile:7:15
          |
        7 |       - lane: b
          |               ^
        """#),
    WrongReleasefile(
      "a parameter of an unknown type",
      #"""
      lanes:
        release:
          parameters:
            count: {type: integer}
          steps: [tag]
      """#,
      says: #"""
        error: found `integer`, expected one of `string`, `bool`, `int`, `choice`, `version`, `path`
         --> Releasefile:4:21
          |
        4 |       count: {type: integer}
          |                     ^^^^^^^
        """#),
    WrongReleasefile(
      "an unknown key of a parameter",
      #"""
      lanes:
        release:
          parameters:
            count: {defualt: 1}
          steps: [tag]
      """#,
      says: #"""
        error: unknown key `defualt` in parameter `count`
         --> Releasefile:4:15
          |
        4 |       count: {defualt: 1}
          |               ^^^^^^^
        hint: did you mean `default`?
        """#),
    WrongReleasefile(
      "a parameter with the name of a fact",
      #"""
      lanes:
        release:
          parameters:
            version: {type: version}
          steps: [tag]
      """#,
      says: #"""
        error: `version` is not a valid parameter name, expected letters, digits and `_`, and not a predefined name
         --> Releasefile:4:7
          |
        4 |       version: {type: version}
          |       ^^^^^^^
        """#),
    WrongReleasefile(
      "a choice without values",
      #"""
      lanes:
        release:
          parameters:
            channel: {type: choice}
          steps: [tag]
      """#,
      says: #"""
        error: missing `values` for the choice `channel`
         --> Releasefile:4:7
          |
        4 |       channel: {type: choice}
          |       ^^^^^^^
        hint: add the values, such as `values: [stable, beta]`
        """#),
    WrongReleasefile(
      "values for what is not a choice",
      #"""
      lanes:
        release:
          parameters:
            channel: {values: [a, b]}
          steps: [tag]
      """#,
      says: #"""
        error: `channel` has `values`, expected the type `choice`
         --> Releasefile:4:7
          |
        4 |       channel: {values: [a, b]}
          |       ^^^^^^^
        hint: add `type: choice`
        """#),
    WrongReleasefile(
      "a default that is none of the choices",
      #"""
      lanes:
        release:
          parameters:
            channel: {type: choice, values: [stable, beta], default: betta}
          steps: [tag]
      """#,
      says: #"""
        error: the default of `channel` is `betta`, expected one of `stable`, `beta`
         --> Releasefile:4:64
          |
        4 |       channel: {type: choice, values: [stable, beta], default: betta}
          |                                                                ^^^^^
        """#),
    WrongReleasefile(
      "a default of the wrong type",
      #"""
      lanes:
        release:
          parameters:
            count: {type: int, default: many}
          steps: [tag]
      """#,
      says: #"""
        error: the default of `count` is `many`, expected a whole number
         --> Releasefile:4:35
          |
        4 |       count: {type: int, default: many}
          |                                   ^^^^
        """#),
    WrongReleasefile(
      "a default outside of the repository",
      #"""
      lanes:
        release:
          parameters:
            notes: {type: path, default: ../NEWS.md}
          steps: [tag]
      """#,
      says: #"""
        error: the default of `notes` is `../NEWS.md`, expected a path inside the repository
         --> Releasefile:4:36
          |
        4 |       notes: {type: path, default: ../NEWS.md}
          |                                    ^^^^^^^^^^
        """#),
    WrongReleasefile(
      "a secret with a default",
      #"""
      lanes:
        release:
          parameters:
            token: {secret: true, default: abc}
          steps: [tag]
      """#,
      says: #"""
        error: parameter `token` is secret, so it cannot have a `default`
         --> Releasefile:4:7
        hint: set `env` to the environment variable with the secret
        """#),
    WrongReleasefile(
      "parameters in a list",
      #"""
      lanes:
        release:
          parameters: [notes]
          steps: [tag]
      """#,
      says: #"""
        error: found a list, expected a mapping of parameters
         --> Releasefile:3:17
          |
        3 |     parameters: [notes]
          |                 ^
        """#),
    WrongReleasefile(
      "a parameter as text",
      #"""
      lanes:
        release:
          parameters:
            notes: CHANGELOG.md
          steps: [tag]
      """#,
      says: #"""
        error: found `CHANGELOG.md`, expected a mapping such as `{type: string, default: text}`
         --> Releasefile:4:14
          |
        4 |       notes: CHANGELOG.md
          |              ^^^^^^^^^^^^
        """#),
  ]
}
