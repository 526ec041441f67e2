import MartletCore
import Steps
import TestSupport
import Testing

@testable import Lanes

@Suite("The step `announce`")
struct AnnounceStepTests {
  private static let channels = """
    channels:
      blog: {kind: micropub, endpoint: "https://blog.example/micropub", token_env: BLOG_TOKEN, draft: true}
      social: {kind: mastodon, server: "https://social.example", token_env: SOCIAL_TOKEN, limit: 90, categories: [swift]}
      team: {kind: slack, url_env: TEAM_HOOK}

    """

  private static let changelog = """
    # Changelog

    ## [1.5.0] - 2026-01-01

    ### Added

    - **Pinned windows.** A [window](https://a.example) stays on top of the others.

    ### Fixed

    - A crash of `cool \\<file>`

    ## [1.4.2]

    - Old

    """

  private func planning(tags: [String] = ["1.5.0"], version: String = "1.5.0") -> Planning {
    var planning = Planning(version: version, tags: tags)
    planning.head = "forge: {kind: github}\n" + Self.channels
    planning.world.files["CHANGELOG.md"] = Self.changelog
    return planning
  }

  private func announcements(_ steps: String, _ change: (inout Planning) -> Void = { _ in }) throws -> [Announcement] {
    var planning = planning()
    change(&planning)
    return try planning.plan(steps).entries.compactMap { entry in
      if case .postMessage(let announcement) = entry.effect { announcement } else { nil }
    }
  }

  @Test("posts the section of the newest release on every channel, in the form of each")
  func everyChannel() throws {
    let posts = try announcements("- announce")
    #expect(posts.map(\.name) == ["blog", "social", "team"])
    #expect(posts.map(\.title) == ["CoolApp 1.5.0", "CoolApp 1.5.0", "CoolApp 1.5.0"])
    #expect(posts.map(\.secretVariables) == [["BLOG_TOKEN"], ["SOCIAL_TOKEN"], ["TEAM_HOOK"]])
    #expect(posts[0].channel == .micropub(endpoint: "https://blog.example/micropub", isDraft: true))
    #expect(
      posts[0].text == """
        ## Added

        ### Pinned windows

        A [window](https://a.example) stays on top of the others.

        ## Fixed

        - A crash of `cool \\<file>`

        https://example.com/origin/CoolApp/releases/tag/1.5.0
        """)
    #expect(
      posts[1].text == """
        CoolApp 1.5.0

        Added:
        - Pinned windows

        Fixed:
        - A crash…

        https://example.com/origin/CoolApp/releases/tag/1.5.0
        #swift
        """)
    #expect(
      posts[2].text == """
        CoolApp 1.5.0

        Added:
        - Pinned windows

        Fixed:
        - A crash of `cool <file>`

        https://example.com/origin/CoolApp/releases/tag/1.5.0
        """)
  }

  @Test("takes the named channels, in their order, with other texts")
  func parameters() throws {
    let posts = try announcements(
      "- announce: {channels: [team, team], title: Cool!, notes: Better., notice: 'Last for ${tag}.', link: 'https://a.b'}"
    )
    #expect(posts.map(\.name) == ["team"])
    #expect(posts.map(\.text) == ["Cool!\n\nBetter.\n\nLast for 1.5.0.\n\nhttps://a.b"])
  }

  @Test("announces the release of its run, after the push")
  func ownRelease() throws {
    let posts = try announcements("- bump: minor\n- commit\n- tag\n- push\n- announce: team") { planning in
      planning.world.files["VERSION"] = "1.4.2\n"
      planning.world.tagNames = [:]
    }
    #expect(posts.map(\.title) == ["CoolApp 1.5.0"])
  }

  @Test("renders the template of the project, for a webhook as JSON")
  func templates() throws {
    let posts = try announcements("- announce: [team, hook]") { planning in
      planning.head += "  hook: {kind: webhook, url_env: HOOK, template: hook.json}\n"
      planning.head = planning.head.replacing("url_env: TEAM_HOOK", with: "url_env: TEAM_HOOK, template: team.txt")
      planning.world.files["team.txt"] = "{{#sections}}{{title}}: {{#entries}}{{heading}}{{/entries}};{{/sections}}"
      planning.world.files["hook.json"] = #"{"is": "{{text}}", "at": "{{link}}"}"#
    }
    let link = "https://example.com/origin/CoolApp/releases/tag/1.5.0"
    #expect(
      posts.map(\.text) == [
        "Added: Pinned windows;Fixed: ;\n\n\(link)",
        #"{"is": "CoolApp 1.5.0\n\nAdded:\n- Pinned windows\n\nFixed:\n- A crash of `cool <file>`\n\n"#
          + #"\#(link)", "at": "\#(link)"}"#,
      ])
  }

  @Test("fails before anything is performed")
  func failures() throws {
    func failure(_ steps: String, _ change: (inout Planning) -> Void = { _ in }) throws -> String {
      var planning = planning()
      change(&planning)
      return try planning.failure(steps)
    }
    #expect(
      try failure("- announce: blgo") == """
        error: unknown channel `blgo`, expected one of `blog`, `social`, `team`
        hint: did you mean `blog`?
        """)
    #expect(
      try failure("- announce") { $0.head = "" } == """
        error: the Releasefile declares no channels, expected at least one to announce the release on
        hint: add one, such as `channels: {blog: {kind: micropub, endpoint: https://…, token_env: BLOG_TOKEN}}`
        """)
    #expect(
      try failure("- announce: {tag: 2.0.0}") == """
        error: no tag `2.0.0` to announce
        hint: put `announce` after `tag` and `push`, or name a tag that exists with `tag:`
        """)
    #expect(
      try failure("- bump: 1.6.0\n- commit\n- tag\n- announce") == """
        error: `1.6.0` is not public before `announce`, because `push` is missing
        hint: put `push` before `announce`
        """)
    #expect(
      try failure("- announce") { planning in
        planning.head = planning.head.replacing("url_env: TEAM_HOOK", with: "url_env: TEAM_HOOK, template: team.txt")
        planning.world.files["team.txt"] = "{{names}}"
      } == "error: the template `team.txt` cannot be used: line 1: unknown name `names`")
    #expect(
      try failure("- announce: hook") { planning in
        planning.head += "  hook: {kind: webhook, url_env: HOOK, template: hook.json}\n"
        planning.world.files["hook.json"] = "{\n  \"title\": \"{{title}}\",\n}\n"
      } == """
        error: the template `hook.json` gives no valid JSON: found `}` after a comma
         --> hook.json:3:1
          |
        3 | }
          | ^
        hint: correct the template: every value is in double quotes, and no comma comes before a bracket
        """)
  }

  @Test("of a channel that is declared wrongly is reported with its place")
  func declarations() throws {
    func problems(_ channel: String) -> String {
      let source = SourceText(path: "Releasefile", text: "channels:\n  \(channel)\n")
      do {
        return "\(try Releasefile(source, vocabulary: .standard).channels)"
      } catch {
        return (error as? any ExplainedError)?.diagnostics.map(\.message).joined(separator: "\n") ?? "\(error)"
      }
    }
    #expect(problems("blog: {kind: blog}").contains("expected one of `micropub`, `mastodon`, `slack`"))
    #expect(problems("blog: {}") == "missing key `kind` of channel `blog`")
    #expect(problems("a b: {kind: slack}").hasPrefix("`a b` is not a valid channel name"))
    #expect(
      problems("blog: {kind: micropub}")
        == "missing key `endpoint` of channel `blog`\nmissing key `token_env` of channel `blog`")
    #expect(
      problems("team: {kind: slack, url_env: HOOK, room: x}").hasPrefix("unknown key `room` in a `slack` channel"))
    #expect(
      problems("team: {kind: slack, url_env: 'https://hooks.example/secret'}")
        .hasSuffix("expected the name of an environment variable, such as `GITHUB_TOKEN`"))
    #expect(
      problems("blog: {kind: micropub, endpoint: 'http://blog.example', token_env: T}")
        .hasSuffix("expected an `https://` address without a user name"))
    #expect(
      problems("social: {kind: mastodon, server: 'https://s.example', token_env: T, limit: 0}").hasSuffix(
        "expected a number of characters, such as `500`"))
  }
}
