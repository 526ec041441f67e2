extension WrongReleasefile {
  /// Mistakes in keys of the file and of lanes.
  static let keys: [WrongReleasefile] = [
    WrongReleasefile(
      "an unknown key",
      #"""
      projekt: CoolApp
      """#,
      says: #"""
        error: unknown key `projekt` in a Releasefile
         --> Releasefile:1:1
          |
        1 | projekt: CoolApp
          | ^^^^^^^
        hint: did you mean `project`?
        """#),
    WrongReleasefile(
      "an unknown key that is like no other",
      #"""
      colour: red
      """#,
      says: #"""
        error: unknown key `colour` in a Releasefile, expected one of `after_all`, `app_store`, `before_all`, `changelog`, `channels`, `environments`, `finally`, `forge`, `lanes`, `manifests`, `on_error`, `packages`, `products`, `project`, `record`, `version`
         --> Releasefile:1:1
          |
        1 | colour: red
          | ^^^^^^
        """#),
    WrongReleasefile(
      "an unknown key of a lane",
      #"""
      lanes:
        release:
          sumary: Cut it.
          steps: [tag]
      """#,
      says: #"""
        error: unknown key `sumary` in lane `release`
         --> Releasefile:3:5
          |
        3 |     sumary: Cut it.
          |     ^^^^^^
        hint: did you mean `summary`?
        """#),
    WrongReleasefile(
      "a key of a lane with the wrong kind",
      #"""
      lanes:
        release:
          summary: [a, b]
          steps: [tag]
      """#,
      says: #"""
        error: found a list, expected text
         --> Releasefile:3:14
          |
        3 |     summary: [a, b]
          |              ^
        """#),
    WrongReleasefile(
      "a misspelt steps key",
      #"""
      lanes:
        release:
          step:
            - tag
      """#,
      says: #"""
        error: unknown key `step` in lane `release`
         --> Releasefile:3:5
          |
        3 |     step:
          |     ^^^^
        hint: did you mean `steps`?
        """#),
    WrongReleasefile(
      "a key twice",
      #"""
      project: A
      project: B
      """#,
      says: #"""
        error: duplicate key `project` in one mapping
         --> Releasefile:1:1
          |
        1 | project: A
          | ^^^^^^^
        """#),
    WrongReleasefile(
      "a lane twice",
      #"""
      lanes:
        release:
          steps: [tag]
        release:
          steps: [push]
      """#,
      says: #"""
        error: duplicate key `release` in one mapping
         --> Releasefile:2:3
          |
        2 |   release:
          |   ^^^^^^^
        """#),
    WrongReleasefile(
      "a merge key",
      #"""
      lanes:
        a: &a
          steps: [tag]
        b:
          <<: *a
      """#,
      says: #"""
        error: unknown key `<<` in lane `b`, expected one of `after_all`, `allow_dirty`, `allow_empty`, `before_all`, `finally`, `for_each`, `on_error`, `outputs`, `parameters`, `private`, `pull_request`, `steps`, `summary`
         --> Releasefile:5:5
          |
        5 |     <<: *a
          |     ^^
        hint: write the keys out, merge keys (`<<`) are not supported
        """#),
    WrongReleasefile(
      "lanes in a list",
      #"""
      lanes:
        - release
        - bump
      """#,
      says: #"""
        error: found a list, expected a mapping of lanes
         --> Releasefile:2:3
          |
        2 |   - release
          |   ^
        """#),
    WrongReleasefile(
      "lanes as text",
      #"""
      lanes: release
      """#,
      says: #"""
        error: found `release`, expected a mapping of lanes
         --> Releasefile:1:8
          |
        1 | lanes: release
          |        ^^^^^^^
        """#),
    WrongReleasefile(
      "a lane that is a list of steps",
      #"""
      lanes:
        release:
          - tag
          - push
      """#,
      says: #"""
        error: found a list, expected a mapping with `steps`
         --> Releasefile:3:5
          |
        3 |     - tag
          |     ^
        """#),
    WrongReleasefile(
      "a lane's name with a blank",
      #"""
      lanes:
        cut release:
          steps: [tag]
      """#,
      says: #"""
        error: `cut release` is not a valid lane name, expected letters, digits, `_`, `-` and `.`
         --> Releasefile:2:3
          |
        2 |   cut release:
          |   ^^^^^^^^^^^
        """#),
    WrongReleasefile(
      "a lane's name with a dash before it",
      #"""
      lanes:
        --yes:
          steps: [tag]
      """#,
      says: #"""
        error: `--yes` is not a valid lane name, expected letters, digits, `_`, `-` and `.`
         --> Releasefile:2:3
          |
        2 |   --yes:
          |   ^^^^^
        """#),
    WrongReleasefile(
      "a Releasefile that is a list",
      #"""
      - tag
      - push
      """#,
      says: #"""
        error: found a list, expected a mapping with keys such as `lanes`
         --> Releasefile:1:1
          |
        1 | - tag
          | ^
        """#),
    WrongReleasefile(
      "a Releasefile that is text",
      #"""
      bump everything
      """#,
      says: #"""
        error: found `bump everything`, expected a mapping with keys such as `lanes`
         --> Releasefile:1:1
          |
        1 | bump everything
          | ^^^^^^^^^^^^^^^
        """#),
  ]
}
