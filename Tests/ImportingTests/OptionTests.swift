import MartletCore
import Steps
import TestSupport
import Testing

@Suite("The options of a Fastfile's lane")
struct OptionTests {
  @Test(
    "have a default as an alternative, in both forms of Ruby",
    arguments: ["options[:type] || 'patch'", "options[:type] ? options[:type] : 'patch'"])
  func alternatives(value: String) {
    let text = "lane :l do |options|\n  type = \(value)\n  increment_version_number(bump_type: type)\nend"
    #expect(
      translation(text).body == """
        lanes:
          l:
            parameters:
              type:
                default: patch
            steps:
              - bump: ${type}
        """, "\(translation(text).body)")
  }

  @Test("have no default if another read has none")
  func severalReads() {
    let other = "type = options[:type] ? options[:type] : 'patch'\nsh \"a #{options[:type]}\"\nsh \"b #{type}\""
    #expect(steps(other).contains("not translated"))
    #expect(steps("type = options[:type] ? options[:other] : 'patch'\nsh type").contains("not translated"))
  }

  @Test("are those that its text reads, also where fastlane runs it, without those in comments")
  func written() {
    let text = """
      lane :a do |options|
        Dir.chdir("..") do
          command = "make"
          command += " fast" if options["fast"]
          # options[:old]
          sh(command + options.fetch(:target))
        end
      end
      lane(:b) { a(fast: true, target: "x") }
      """
    let file = Fastfile(SourceText(path: "Fastfile", text: text), project: .sample, delegated: ["a"])
    let body = file.translated().lines.joined(separator: "\n")
    #expect(
      body.contains(
        "shell: fastlane a ${MARTLET_TARGET:+\"target:$MARTLET_TARGET\"} ${MARTLET_FAST:+\"fast:$MARTLET_FAST\"}\n"),
      "\(body)")
    #expect(body.contains("with:\n            fast: \"true\"\n            target: x"), "\(body)")
  }

  @Test("are checked by `nil?` and `empty?` as one, with their values in the message")
  func checks() {
    let text = """
      to = options[:to]
      UI.user_error!("Pass to:X.Y.Z") if to.nil? || to.empty?
      tags = sh("git tag --list v#{to}", log: false).strip
      UI.user_error!("Tag v#{to} exists") unless tags.empty?
      """
    #expect(
      steps(text) == """
        steps:
          - run:
              shell: echo 'Pass to:X.Y.Z' >&2; exit 1
            if: not to
          - run:
              shell: git tag --list v"${MARTLET_TO}"
              capture: true
            id: tags
          - run:
              shell: echo 'Tag v'"${MARTLET_TO}"' exists' >&2; exit 1
            if: steps.tags.output
        """, "\(steps(text))")
    for condition in ["to.nil? || other.empty?", "to.nil? || to == 'a'"] {
      let text = "to = options[:to]\nother = options[:other]\nUI.user_error!('x') if \(condition)"
      #expect(steps(text).contains("not translated (Fastfile:4)"), "\(steps(text))")
    }
    // A message has no secret.
    #expect(steps("UI.user_error!(\"a #{ENV['API_TOKEN']}\")").contains("not translated"))
  }
}

@Suite("The end of a Fastfile's lane at an option")
struct EarlyEndTests {
  @Test("may have messages before it")
  func messages() {
    let text = "if options[:dry]\n  puts 'dry'\n  next\nend\nensure_git_status_clean\nadd_git_tag(tag: 'a')"
    #expect(
      steps(text) == """
        steps:
          - message: dry
            if: dry
          - ensure: clean
            if: not dry
          - tag: a
            if: not dry
        """, "\(steps(text))")
    #expect(steps("if options[:dry]\n  sh 'a'\n  next\nend\nsh 'b'").contains("not translated (Fastfile:2)"))
  }
}

@Suite("The keyword parameters of a Fastfile's lane")
struct KeywordParameterTests {
  @Test("are options with their defaults, and unknown without one")
  func keywords() {
    let text = """
      lane :a do |version:, type: 'patch', skip: false, other: nil, list: [1, 2]|
        sh("a", type)
        sh("b", other)
        UI.user_error!("no") if skip
      end
      lane(:b) { |options, more: nil| a(version: "1", type: "minor", skip: options[:skip], list: "x") }
      """
    let body = translation(text).body
    #expect(
      body == """
        lanes:
          a:
            parameters:
              given_version:
                summary: Option `version` of the Fastfile.
              type:
                default: patch
              skip:
              other:
              list:
            steps:
              - run: [a, "${type}"]
              - run: [b, "${other}"]
              - run:
                  shell: echo no >&2; exit 1
                if: skip

          b:
            parameters:
              skip:
              more:
            steps:
              - lane:
                  lane: a
                  with:
                    given_version: "1"
                    type: minor
                    skip: ${skip}
                    list: x
        """, "\(body)")
    for name in ["version", "list"] {
      #expect(translation("lane(:l) { |version:, list: [1]| sh \(name) }").body.contains("not translated (Fastfile:1)"))
    }
  }
}

@Suite("A check of a Fastfile for a tag")
struct TagCheckTests {
  @Test("may find the tag for a list of commits with a name")
  func between() {
    #expect(
      steps("notes = changelog_from_git_commits(between: [last_git_tag, 'HEAD'], pretty: '%s')\nputs notes") == """
        steps:
          - run:
              shell: git describe --tags "$(git rev-list --tags --max-count=1)"
              capture: true
            id: last_tag
          - run:
              shell: git log --pretty=%s "${LANE_RANGE}"
              environment:
                LANE_RANGE: ${steps.last_tag.output}...HEAD
              capture: true
            id: notes
          - message: ${steps.notes.output}
        """)
  }

  @Test("ends the lane as fastlane does, with the tag in the environment")
  func check() {
    let text = """
      tag = "v#{get_version_number}"
      UI.user_error!("Tag #{tag} exists") if git_tag_exists(tag: tag)
      add_git_tag(tag: tag)
      """
    #expect(
      steps(text) == """
        steps:
          - run:
              shell: if git rev-parse -q --verify "refs/tags/$LANE_TAG" >/dev/null; then echo 'Tag '"${LANE_TAG}"' exists' >&2; exit 1; fi
              environment:
                LANE_TAG: v${version}
          - tag
        """, "\(steps(text))")
    #expect(steps("UI.user_error!('x') unless git_tag_exists(tag: 'v1')").contains("if ! git rev-parse"))
    for argument in ["tag: 'v1', remote: true", "tag: name"] {
      #expect(steps("UI.user_error!('x') if git_tag_exists(\(argument))").contains("not translated"))
    }
  }
}
