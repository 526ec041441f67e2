import MartletCore
import Steps
import TestSupport
import Testing

@Suite("Conditions of a Fastfile")
struct RubyConditionTests {
  @Test("of `case` become conditions of the steps")
  func cases() {
    let text = """
      case options[:scheme]
      when "beta" then sh("a")
      when 'store'
        sh("b")
      else
        sh("c")
      end
      """
    #expect(
      steps(text) == """
        steps:
          - run: [a]
            if: scheme == beta
          - run: [b]
            if: ["scheme != beta", "scheme == store"]
          - run: [c]
            if: ["scheme != beta", "scheme != store"]
        """, "\(steps(text))")
  }

  @Test("of `case` without a value are those of `if`")
  func plainCases() {
    #expect(
      steps("case\nwhen options[:a] == 'x'\n  sh('a')\nwhen is_ci\n  sh('b')\nend")
        == "steps:\n  - run: [a]\n    if: a == x\n  - run: [b]\n    if: [\"a != x\", ci]")
  }

  @Test(
    "of `case` with patterns, classes or several values stay untranslated",
    arguments: [
      "when /a/\n  sh('a')", "when String\n  sh('a')", "when :a\n  sh('a')", "when 'a', 'b'\n  sh('a')",
      "in 'a'\n  sh('a')", "when 'a'\n  next\nelse\n  sh('b')",
    ])
  func unknownCases(text: String) {
    let body = steps("case options[:a]\n\(text)\nend\nsh('z')")
    #expect(body.contains("# not translated"), "\(body)")
    #expect(!body.contains("if:"), "\(body)")
  }

  @Test(
    "may have the name of a variable",
    arguments: [
      ("skip = options[:skip] || false\nsh('a') unless skip", "not skip"),
      ("is_beta = options[:type] == 'beta'\nif is_beta\n  sh('a')\nend", "type == beta"),
      ("is_beta = (options[:type] == 'beta' ? true : false)\nsh('a') if !is_beta", "type != beta"),
      ("none = options[:x].nil?\nsh('a') if none", "not x"),
    ])
  func variables(text: String, condition: String) {
    #expect(steps(text) == "steps:\n  - run: [a]\n    if: \(condition)", "\(steps(text))")
  }

  @Test("are no texts, and unknown once the variable changes")
  func changed() {
    #expect(steps("a = options[:x] || false\nsh(\"echo #{a}\")").contains("# not translated"))
    #expect(steps("a = options[:x] || false\na = pick(a)\nsh('b') if a").contains("# not translated"))
  }

  @Test("of values in lists with a hash, and of several alternatives, stay unknown")
  func lists() {
    #expect(steps("pick([{ a: 'b' }])\ngit_add(path: [{ a: 'b' }])").contains("# not translated (Fastfile:3)"))
    #expect(steps("git_add(path: options[:a] ? 'b' : 'c')").contains("# not translated"))
  }

  @Test("may ask whether a variable is set, and stop where Ruby and `if` differ")
  func environment() {
    let guardOfCI = """
        - run:
            shell: "case \\"${CI-1}\\" in ''|false|no) echo 'CI is empty, false or no: unset it, or set it to 1' >&2; exit 1;; esac"
      """
    for (text, condition) in [
      ("sh('a') if ENV['CI']", "env.CI"), ("sh('a') unless ENV[\"CI\"]", "not env.CI"),
      ("if ENV['CI'].nil?\n  sh('a')\nend", "not env.CI"), ("sh('a') if ENV['CI'] != nil", "env.CI"),
      ("sh('a') if ENV['CI'] && options[:x]", "[env.CI, x]"),
      ("next unless ENV['CI'] && options[:x]\nsh('a')", "[env.CI, x]"),
    ] {
      #expect(steps(text) == "steps:\n\(guardOfCI)\n  - run: [a]\n    if: \(condition)", "\(steps(text))")
    }
    for text in ["sh('a') if ENV['CI_TOKEN']", "sh('a') if ENV['FASTLANE_X']", "pick(ENV)\nsh('a') if ENV['CI']"] {
      #expect(steps(text).contains("# not translated"), "\(steps(text))")
    }
  }

  @Test(
    "may end the lane without the value of a variable",
    arguments: [
      ("unless ENV['A_TOKEN']", "[ -z \"${A_TOKEN+x}\" ]"), ("if !ENV['A']", "[ -z \"${A+x}\" ]"),
      ("if ENV['A'].nil?", "[ -z \"${A+x}\" ]"), ("if ENV['A'].to_s.empty?", "[ -z \"${A-}\" ]"),
      ("if ENV['A'].nil? || ENV['A'].empty?", "[ -z \"${A-}\" ]"),
      ("if ENV['A'].blank?", "[ -z \"$(printf %s \"${A-}\" | tr -d '[:space:]')\" ]"),
      ("if ENV['A'].nil? || ENV['B'].nil?", "[ -z \"${A+x}\" ] || [ -z \"${B+x}\" ]"),
    ])
  func checks(condition: String, test: String) {
    let script = "if \(test); then echo no >&2; exit 1; fi"
    for ending in ["UI.user_error!('no')", "raise 'no'"] {
      let text = steps("\(ending) \(condition)\nsh('a')")
      #expect(
        text.contains("shell: \(script)\n") || text.contains("shell: \"\(script.replacing("\"", with: "\\\""))\"\n"),
        "\(text)")
      #expect(text.hasSuffix("  - run: [a]"), "\(text)")
    }
  }

  @Test("may be in a method, and of a name for a variable")
  func method() {
    #expect(
      steps("key = ENV['A_TOKEN']\nraise 'no' if key.to_s.empty?")
        == "steps:\n  - run:\n      shell: if [ -z \"${A_TOKEN-}\" ]; then echo no >&2; exit 1; fi")
    #expect(steps("key = pick\nraise 'no' unless key").contains("# not translated (Fastfile:3)"))
    #expect(steps("key = options[:a]\nraise 'no' unless key").contains("if: not a"))
    let text = "def check\n  UI.user_error!('no') unless ENV['A_TOKEN']\nend\nlane :l do\n  check\n  sh('a')\nend"
    let body = translation(text).body
    #expect(
      body.hasSuffix("shell: if [ -z \"${A_TOKEN+x}\" ]; then echo no >&2; exit 1; fi\n      - run: [a]"), "\(body)")
  }

  @Test(
    "stay unknown if a check of a variable means something else",
    arguments: [
      "if ENV['A'].empty?", "if ENV['A'].nil? || ENV['B'].empty?",
      "unless ENV['FASTLANE_A']", "if ENV[a].nil?", "if ENV['A'].blank?(1)",
    ])
  func unknownChecks(condition: String) {
    #expect(steps("UI.user_error!('no') \(condition)").contains("# not translated"))
  }

  @Test("may choose the text of a variable, or another one")
  func choices() {
    let text = "name = ENV['A'] || ENV['B'] || 'it is'\nadd_git_tag(tag: name)"
    #expect(
      steps(text)
        == """
        steps:
          - run:
              shell: if [ -n "${A+x}" ]; then printf %s "$A"; elif [ -n "${B+x}" ]; then printf %s "$B"; else printf %s 'it is'; fi
              capture: true
            id: name
          - tag: ${steps.name.output}
        """, "\(steps(text))")
    for value in [
      "ENV['A_TOKEN'] || 'a'", "ENV['A'] || ENV['B']", "ENV['A'] || pick", "pick || ENV['A'] || 'a'", "ENV[a] || 'a'",
    ] {
      #expect(steps("add_git_tag(tag: \(value))").contains("# not translated"), "\(value)")
    }
  }

  @Test("have the value of a variable with the name of an action")
  func names() {
    #expect(steps("is_ci = options[:x]\nsh('a') if is_ci") == "steps:\n  - run: [a]\n    if: x")
    for text in [
      "number_of_commits = pick\nincrement_build_number(build_number: number_of_commits)",
      "latest_testflight_build_number = pick\nincrement_build_number(build_number: latest_testflight_build_number + 1)",
      "increment_build_number = pick\nadd_git_tag(tag: increment_build_number)", "is_ci = pick\nsh('a') if is_ci",
    ] {
      #expect(steps(text).contains("# not translated (Fastfile:3)"), "\(steps(text))")
      #expect(!steps(text).contains("bump:"), "\(steps(text))")
    }
  }
}
