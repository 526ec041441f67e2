extension WrongReleasefile {
  /// Mistakes in several places at once, and odd bytes.
  static let several: [WrongReleasefile] = [
    WrongReleasefile(
      "several problems in the order of the file",
      #"""
      projct: CoolApp
      manifests:
        - plst: Info.plist
      before_all:
        - ensure: branch
      lanes:
        release:
          steps:
            - tga
            - message: ${versoin}
              if: ci == 
              unless: x
        beta:
          steps:
            - lane: relaese
      """#,
      says: #"""
        error: unknown key `projct` in a Releasefile
         --> Releasefile:1:1
          |
        1 | projct: CoolApp
          | ^^^^^^
        hint: did you mean `project`?
        error: unknown manifest format `plst`
         --> Releasefile:3:5
          |
        3 |   - plst: Info.plist
          |     ^^^^
        hint: did you mean `plist`?
        error: missing parameter `branch` of step `branch`, expected a list of texts
         --> Releasefile:5:13
          |
        5 |   - ensure: branch
          |             ^^^^^^
        hint: list its parameters with `martlet help step branch`
        error: unknown step `tga`
         --> Releasefile:9:9
          |
        9 |       - tga
          |         ^^^
        hint: did you mean `tag`?
        error: unknown name `versoin`
          --> Releasefile:10:18
           |
        10 |       - message: ${versoin}
           |                  ^^^^^^^^^^
        hint: did you mean `version`?
        error: unknown key `unless` beside step `message`, expected one of `id`, `if`, `name`
          --> Releasefile:12:9
           |
        12 |         unless: x
           |         ^^^^^^
        error: unknown lane `relaese`
          --> Releasefile:15:15
           |
        15 |       - lane: relaese
           |               ^^^^^^^
        hint: did you mean `release`?
        """#),
    WrongReleasefile(
      "a problem behind CR LF and a byte order mark",
      #"""
      \#u{FEFF}project: A\#r
      lanes:\#r
        release:\#r
          steps: [tga]\#r
      """#,
      says: #"""
        error: unknown step `tga`
         --> Releasefile:4:13
          |
        4 |     steps: [tga]
          |             ^^^
        hint: did you mean `tag`?
        """#),
    WrongReleasefile(
      "a terminal escape in a key",
      #"""
      "\e[31mred": 1
      """#,
      says: #"""
        error: unknown key `\u{1b}[31mred` in a Releasefile, expected one of `after_all`, `app_store`, `before_all`, `changelog`, `channels`, `environments`, `finally`, `forge`, `lanes`, `manifests`, `on_error`, `packages`, `products`, `project`, `record`, `version`
         --> Releasefile:1:1
          |
        1 | "\e[31mred": 1
          | ^^^^^^^^^^^
        """#),
  ]
}
