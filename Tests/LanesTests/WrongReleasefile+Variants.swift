extension WrongReleasefile {
  /// Mistakes in `for_each`.
  static let variants: [WrongReleasefile] = [
    WrongReleasefile(
      "a for_each whose variable is not in the name",
      #"""
      lanes:
        bump:
          for_each: {part: [major, minor]}
          steps:
            - bump: ${part}
      """#,
      says: #"""
        error: `${part}` is not in the name of lane `bump`, so its lanes would have the same name
         --> Releasefile:3:16
          |
        3 |     for_each: {part: [major, minor]}
          |                ^^^^
        hint: rename it to `bump_${part}`
        """#),
    WrongReleasefile(
      "a for_each with text",
      #"""
      lanes:
        bump_${part}:
          for_each: {part: major}
          steps:
            - bump: ${part}
      """#,
      says: #"""
        error: found `major`, expected a list of values
         --> Releasefile:3:22
          |
        3 |     for_each: {part: major}
          |                      ^^^^^
        """#),
    WrongReleasefile(
      "a for_each without values",
      #"""
      lanes:
        bump_${part}:
          for_each: {part: []}
          steps:
            - bump: ${part}
      """#,
      says: #"""
        error: `part` has no values, expected a list such as `[major, minor]`
         --> Releasefile:3:16
          |
        3 |     for_each: {part: []}
          |                ^^^^
        """#),
    WrongReleasefile(
      "a for_each in a list",
      #"""
      lanes:
        bump_${part}:
          for_each: [major, minor]
          steps:
            - bump: ${part}
      """#,
      says: #"""
        error: found a list, expected a mapping of names to lists of values
         --> Releasefile:3:15
          |
        3 |     for_each: [major, minor]
          |               ^
        """#),
    WrongReleasefile(
      "a for_each with a value twice",
      #"""
      lanes:
        bump_${part}:
          for_each: {part: [major, major]}
          steps:
            - bump: ${part}
      """#,
      says: #"""
        error: duplicate lane `bump_major`
         --> Releasefile:2:3
          |
        2 |   bump_${part}:
          |   ^^^^^^^^^^^^
        """#),
    WrongReleasefile(
      "a for_each with a value that no name can have",
      #"""
      lanes:
        bump_${part}:
          for_each: {part: [major, $HOME]}
          steps:
            - bump: ${part}
      """#,
      says: #"""
        error: `bump_$HOME` is not a valid lane name, expected letters, digits, `_`, `-` and `.`
         --> Releasefile:2:3
          |
        2 |   bump_${part}:
          |   ^^^^^^^^^^^^
        """#),
    WrongReleasefile(
      "a mistake in a lane of a for_each, reported once",
      #"""
      lanes:
        bump_${part}:
          for_each: {part: [major, minor, patch]}
          steps:
            - bmup: ${part}
      """#,
      says: #"""
        error: unknown step `bmup`
         --> Releasefile:5:9
          |
        5 |       - bmup: ${part}
          |         ^^^^
        hint: did you mean `bump`?
        """#),
    WrongReleasefile(
      "a for_each with more lanes than anybody needs",
      #"""
      lanes:
        l_${a}_${b}:
          for_each: {a: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], b: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]}
          steps: [tag]
      """#,
      says: #"""
        error: `for_each` creates more than 100 lanes
         --> Releasefile:3:55
          |
        3 |     for_each: {a: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], b: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]}
          |                                                       ^
        """#),
    WrongReleasefile(
      "a lane without its for_each",
      #"""
      lanes:
        bump_${part}:
          steps:
            - bump: minor
      """#,
      says: #"""
        error: `bump_${part}` is not a valid lane name, expected letters, digits, `_`, `-` and `.`
         --> Releasefile:2:3
          |
        2 |   bump_${part}:
          |   ^^^^^^^^^^^^
        hint: declare the values of the name in `${}` with `for_each`
        """#),
  ]
}
