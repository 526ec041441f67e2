extension WrongReleasefile {
  /// Mistakes in the version and manifests.
  static let manifests: [WrongReleasefile] = [
    WrongReleasefile(
      "a tag format without the version",
      #"""
      version: {tag: v1}
      """#,
      says: #"""
        error: found `v1`, expected a text with `${version}` once, such as `v${version}`
         --> Releasefile:1:16
          |
        1 | version: {tag: v1}
          |                ^^
        """#),
    WrongReleasefile(
      "a version that is text",
      #"""
      version: 1.2.3
      """#,
      says: #"""
        error: found `1.2.3`, expected a mapping with `tag`, `source` or `next`
         --> Releasefile:1:10
          |
        1 | version: 1.2.3
          |          ^^^^^
        """#),
    WrongReleasefile(
      "an unknown source of the version",
      #"""
      version: {source: git}
      """#,
      says: #"""
        error: found `git`, expected `manifests` or `tag`
         --> Releasefile:1:19
          |
        1 | version: {source: git}
          |                   ^^^
        """#),
    WrongReleasefile(
      "an unknown key of version",
      #"""
      version: {tags: 'v${version}'}
      """#,
      says: #"""
        error: unknown key `tags` in `version`
         --> Releasefile:1:11
          |
        1 | version: {tags: 'v${version}'}
          |           ^^^^
        hint: did you mean `tag`?
        """#),
    WrongReleasefile(
      "an unknown format of a manifest",
      #"""
      manifests:
        - xcodeprojj: CoolApp.xcodeproj
      """#,
      says: #"""
        error: unknown manifest format `xcodeprojj`
         --> Releasefile:2:5
          |
        2 |   - xcodeprojj: CoolApp.xcodeproj
          |     ^^^^^^^^^^
        hint: did you mean `xcodeproj`?
        """#),
    WrongReleasefile(
      "an unknown option of a manifest",
      #"""
      manifests:
        - xcodeproj: CoolApp.xcodeproj
          target: [CoolApp]
      """#,
      says: #"""
        error: unknown key `target` in a manifest of format `xcodeproj`
         --> Releasefile:3:5
          |
        3 |     target: [CoolApp]
          |     ^^^^^^
        hint: did you mean `targets`?
        """#),
    WrongReleasefile(
      "a missing option of a manifest",
      #"""
      manifests:
        - text: README.md
      """#,
      says: #"""
        error: missing key `pattern` for a manifest of format `text`
         --> Releasefile:2:5
          |
        2 |   - text: README.md
          |     ^^^^
        """#),
    WrongReleasefile(
      "a path outside of the repository",
      #"""
      manifests:
        - plist: ../Info.plist
      """#,
      says: #"""
        error: `../Info.plist` is not a path inside the repository
         --> Releasefile:2:12
          |
        2 |   - plist: ../Info.plist
          |            ^^^^^^^^^^^^^
        """#),
    WrongReleasefile(
      "an absolute path",
      #"""
      manifests:
        - plist: /etc/Info.plist
      """#,
      says: #"""
        error: `/etc/Info.plist` is not a path inside the repository
         --> Releasefile:2:12
          |
        2 |   - plist: /etc/Info.plist
          |            ^^^^^^^^^^^^^^^
        """#),
    WrongReleasefile(
      "a manifest that is a path alone",
      #"""
      manifests:
        - Info.plist
      """#,
      says: #"""
        error: found `Info.plist`, expected a format and a path, such as `plist: App/Info.plist`
         --> Releasefile:2:5
          |
        2 |   - Info.plist
          |     ^^^^^^^^^^
        """#),
    WrongReleasefile(
      "manifests that are a mapping",
      #"""
      manifests:
        plist: Info.plist
      """#,
      says: #"""
        error: found a mapping, expected a list of manifests
         --> Releasefile:2:3
          |
        2 |   plist: Info.plist
          |   ^
        """#),
    WrongReleasefile(
      "a manifest whose path is a list",
      #"""
      manifests:
        - plist: [A.plist, B.plist]
      """#,
      says: #"""
        error: found a list, expected a path
         --> Releasefile:2:12
          |
        2 |   - plist: [A.plist, B.plist]
          |            ^
        """#),
    WrongReleasefile(
      "an option of the wrong kind",
      #"""
      manifests:
        - json: package.json
          key: {a: b}
      """#,
      says: #"""
        error: found a mapping, expected text
         --> Releasefile:3:10
          |
        3 |     key: {a: b}
          |          ^
        """#),
  ]
}
