extension WrongReleasefile {
  /// Steps that are wrong in any project.
  static let mistakes: [WrongReleasefile] = [
    step("a captured output that nothing can read", "- run: {command: [date], capture: true}", "run") {
      """
      error: `capture` without an `id`, so no step can read the output
      \($0)
      hint: add `id: NAME` beside `run`, and read the output as `${steps.NAME.output}`
      """
    },
    step("a command beside a script", "- run: {command: [date], shell: date}", "run") {
      "error: both `command` and `shell` are given, expected one of them\n\($0)"
    },
    step("nothing to run", "- run: {capture: false}", "run") {
      "error: nothing to run, expected a program and its arguments, or `shell`\n\($0)"
    },
    step("an empty program", "- run: ['', a]", "run") {
      "error: nothing to run, expected a program and its arguments, or `shell`\n\($0)"
    },
    step("an empty script", "- run: {shell: ' '}", "run") {
      "error: nothing to run, expected a program and its arguments, or `shell`\n\($0)"
    },
    step("a command in one word", "- run: swift test", "run") {
      """
      error: `swift test` is not a program, expected a list such as `[swift, test]`
      \($0)
      hint: write `run: [swift, test]`, or `run: {shell: …}` for a shell script
      """
    },
    step("a timeout of no time", "- run: {command: [date], timeout: 0}", "0") {
      "error: found `0`, expected a whole number of at least 1\n\($0)"
    },
    step("an exit status that no program has", "- run: {command: [date], allow_exit_codes: [0, 256]}", "256") {
      "error: found `256`, expected a whole number from 0 to 255\n\($0)"
    },
    step("a name that no variable has", "- run: {command: [date], environment: {A: x, 2B: x}}", "2B") {
      "error: `2B` is not a valid variable name, expected letters, digits and `_`, and no digit first\n\($0)"
    },
    step("a question whose answer nothing can read", "- prompt: What is new?", "prompt") {
      """
      error: `prompt` has no `id`, so no step can read the answer
      \($0)
      hint: add `id: NAME` beside `prompt`, and read the answer as `${steps.NAME.answer}`
      """
    },
    step("a choice of nothing", "- {prompt: {text: Which?, type: choice}, id: a}", "prompt") {
      "error: missing `values` for the type `choice`\n\($0)\nhint: add the values, such as `values: [stable, beta]`"
    },
    step("a default that is no answer", "- {prompt: {text: Many?, type: int, default: few}, id: a}", "prompt") {
      "error: the default is `few`, expected a whole number\n\($0)"
    },
    WrongReleasefile(
      "a secret in the file",
      "lanes:\n  release:\n    steps:\n      - {prompt: {text: Token?, secret: yes, default: x}, id: a}",
      says: """
        error: the answer is secret, so it cannot have a `default`
         --> Releasefile:4:10
        hint: set `env` to the environment variable with the secret
        """),
    step("a change that is none", "- bump: mayor", "bump") {
      """
      error: `mayor` is neither a version nor a part of one, expected `auto`, `major`, `minor`, `patch`, `prerelease`, `release` or a version such as `1.5.0`
      \($0)
      hint: did you mean `major`?
      """
    },
    step("a name of a pre-release for a release", "- bump: {to: release, prerelease_id: beta}", "bump") {
      "error: `release` cannot be combined with a pre-release identifier, expected `major`, `minor`, `patch` or `prerelease`\n\($0)"
    },
    step("no text to look for", "- replace: {file: a, find: '', with: b}", "replace") {
      "error: `find` is empty, expected the text to look for\n\($0)"
    },
    step("a file outside", "- replace: {file: ../a, find: a, with: b}", "replace") {
      "error: `../a` is not a path inside the repository\n\($0)"
    },
    step("two kinds of limits", "- replace: {file: a, find: a, with: b, exactly: 1, at_most: 2}", "replace") {
      "error: `exactly` cannot be combined with `at_least` or `at_most`\n\($0)"
    },
    step("limits that leave nothing", "- replace: {file: a, find: a, with: b, at_least: 3, at_most: 2}", "replace") {
      "error: `at_most` is 2, expected at least the 3 of `at_least`\n\($0)"
    },
    step("a number below nothing", "- replace: {file: a, find: a, with: b, exactly: -1}", "-1") {
      "error: found `-1`, expected a whole number of at least 0\n\($0)"
    },
    step("a setting with nothing to write", "- set_build_setting: {setting: A, in: a.xcconfig}", "set_build_setting") {
      "error: nothing to write to `A`, expected `value` or `append`\n\($0)"
    },
    step(
      "a setting that is written twice", "- set_build_setting: {setting: A, in: a.xcconfig, value: x, append: y}",
      "set_build_setting"
    ) { "error: both `value` and `append` are given, expected one of them\n\($0)" },
    step("an output that the step does not give", "- {message: '${steps.a.output}', id: a}", "${steps.a.output}") {
      "error: step `a` has no output `output`, it has none\n\($0)"
    },
    step(
      "an output that is misspelt", "- {prompt: What?, id: a}\n      - message: ${steps.a.anser}", "${steps.a.anser}"
    ) { "error: step `a` has no output `anser`\n\($0)\nhint: did you mean `answer`?" },
    step(
      "an output that is not captured", "- {run: [date], id: a}\n      - message: ${steps.a.output}",
      "${steps.a.output}"
    ) {
      "error: step `a` has no output `output`, it has none\n\($0)\nhint: add `capture: true` to that step"
    },
    step(
      "an output in a condition", "- {bump: {build: increment}, id: a}\n      - {tag: x, if: steps.a.bild}",
      "steps.a.bild"
    ) {
      "error: step `a` has no output `bild`\n\($0)\nhint: did you mean `build`?"
    },
  ]

  /// A lane of `steps`, and the expected message `says` about the place of the last `mark`.
  private static func step(
    _ name: String, _ steps: String, _ mark: String, says message: (String) -> String
  ) -> WrongReleasefile {
    let text = "lanes:\n  release:\n    steps:\n      \(steps)"
    let lines = text.split(separator: "\n").map(String.init)
    let number = lines.lastIndex { $0.contains(mark) } ?? 0
    let column = lines[number].ranges(of: mark).last.map { lines[number][..<$0.lowerBound].count } ?? 0
    let place = """
       --> Releasefile:\(number + 1):\(column + 1)
        |
      \(number + 1) | \(lines[number])
        | \(String(repeating: " ", count: column))\(String(repeating: "^", count: mark.count))
      """
    return WrongReleasefile(name, text, says: message(place))
  }
}
