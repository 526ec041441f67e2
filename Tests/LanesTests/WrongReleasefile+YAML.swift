extension WrongReleasefile {
  /// Invalid YAML.
  static let yaml: [WrongReleasefile] = [
    WrongReleasefile(
      "a tab for indentation",
      #"""
      lanes:
      \#trelease:
      \#t\#tsteps: [tag]
      """#,
      says: #"""
        error: invalid YAML: found character that cannot start any token
         --> Releasefile:2:1
          |
        2 | \#trelease:
          | ^
        hint: indent with spaces instead of tabs
        """#),
    WrongReleasefile(
      "a text with a colon",
      #"""
      lanes:
        release:
          steps:
            - message: Note: it is done
      """#,
      says: #"""
        error: invalid YAML: mapping values are not allowed in this context
         --> Releasefile:4:22
          |
        4 |       - message: Note: it is done
          |                      ^
        hint: quote a text that contains `: `, and check the indentation
        """#),
    WrongReleasefile(
      "an id below a step without parameters",
      #"""
      lanes:
        release:
          steps:
            - changelog
              id: log
      """#,
      says: #"""
        error: invalid YAML: mapping values are not allowed in this context
         --> Releasefile:5:11
          |
        5 |         id: log
          |           ^
        hint: write the step as `- changelog: {}`, so that `id` can follow
        """#),
    WrongReleasefile(
      "an unclosed quote",
      #"""
      lanes:
        release:
          summary: "Cut it.
          steps: [tag]
      """#,
      says: #"""
        error: missing closing quote
         --> Releasefile:3:14
          |
        3 |     summary: "Cut it.
          |              ^
        """#),
    WrongReleasefile(
      "an unclosed list",
      #"""
      lanes:
        release:
          steps: [tag, push
        beta:
          steps: [tag]
      """#,
      says: #"""
        error: invalid YAML: did not find expected ',' or ']'
         --> Releasefile:4:7
          |
        4 |   beta:
          |       ^
        hint: a `[` or `{` before this is not closed, or a comma is missing
        """#),
    WrongReleasefile(
      "wrong indentation",
      #"""
      lanes:
        release:
          summary: Cut it.
         steps: [tag]
      """#,
      says: #"""
        error: invalid YAML: did not find expected key
         --> Releasefile:4:4
          |
        4 |    steps: [tag]
          |    ^
        hint: check the indentation here and in the lines before, and that every quote is closed
        """#),
    WrongReleasefile(
      "a star that is meant as text",
      #"""
      lanes:
        release:
          steps:
            - run: [ls, *.swift]
      """#,
      says: #"""
        error: invalid YAML: did not find expected alphabetic or numeric character
         --> Releasefile:4:20
          |
        4 |       - run: [ls, *.swift]
          |                    ^
        hint: quote a text that begins with `*` or `&`
        """#),
    WrongReleasefile(
      "an alias without its anchor",
      #"""
      lanes:
        release:
          steps: *common
      """#,
      says: #"""
        error: invalid YAML: found undefined alias
         --> Releasefile:3:12
          |
        3 |     steps: *common
          |            ^
        hint: quote a text that begins with `*`
        """#),
    WrongReleasefile(
      "a text that begins with an at sign",
      #"""
      lanes:
        release:
          summary: @daily
      """#,
      says: #"""
        error: invalid YAML: found character that cannot start any token
         --> Releasefile:3:14
          |
        3 |     summary: @daily
          |              ^
        hint: quote a text that begins with this character
        """#),
    WrongReleasefile(
      "a backslash in double quotes",
      #"""
      lanes:
        release:
          summary: "a\d"
          steps: [tag]
      """#,
      says: #"""
        error: invalid YAML: found unknown escape character
         --> Releasefile:3:16
          |
        3 |     summary: "a\d"
          |                ^
        hint: use single quotes, in which a backslash is a literal character
        """#),
    WrongReleasefile(
      "two documents",
      #"""
      project: A
      ---
      project: B
      """#,
      says: #"""
        error: more than one document
         --> Releasefile:2:1
          |
        2 | ---
          | ^^^
        hint: remove the `---`, or the text after it
        """#),
    WrongReleasefile(
      "a tag of YAML",
      #"""
      lanes:
        release:
          summary: !!binary aGVsbG8=
          steps: [tag]
      """#,
      says: #"""
        error: YAML tags are not supported
         --> Releasefile:3:14
          |
        3 |     summary: !!binary aGVsbG8=
          |              ^^^^^^^^
        hint: remove the tag, or quote a text that begins with `!`
        """#),
    WrongReleasefile(
      "a key that is a list",
      #"""
      lanes:
        [a, b]:
          steps: [tag]
      """#,
      says: #"""
        error: the key is not text, expected a name
         --> Releasefile:2:3
          |
        2 |   [a, b]:
          |   ^
        """#),
    WrongReleasefile(
      "a control character",
      #"""
      lanes:
        release:
          summary: a\#u{7}b
          steps: [tag]
      """#,
      says: #"""
        error: invalid YAML: control characters are not allowed
         --> Releasefile:3:15
          |
        3 |     summary: a\u{7}b
          |               ^^^^^
        """#),
    WrongReleasefile(
      "a merge conflict",
      #"""
      project: A
      <<<<<<< HEAD
      lanes:
      =======
      lanes:
      >>>>>>> feature
      """#,
      says: #"""
        error: invalid YAML: could not find expected ':'
         --> Releasefile:3:1
          |
        3 | lanes:
          | ^
        hint: check the indentation here and in the lines before, and that every quote is closed
        """#),
  ]
}
