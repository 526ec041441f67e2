import Testing
import TextEditing

@testable import Announcing

@Suite("The text of an announcement")
struct AnnouncementTextTests {
  @Test(
    "is cut at a word, with `…`, so that it has at most so many characters",
    arguments: [
      ("one two three", 13, "one two three"), ("one two three", 12, "one two…"), ("one two three", 8, "one two…"),
      ("one two three", 7, "one…"), ("one, two", 7, "one…"), ("one two", 3, "on…"), ("onetwothree", 6, "onetw…"),
      ("one two", 1, "…"), ("one", 0, ""), ("", 5, ""), ("👩‍👩‍👧 zwei drei", 7, "👩‍👩‍👧 zwei…"),
    ])
  func cut(_ text: String, _ limit: Int, _ expected: String) {
    #expect(text.cut(to: limit) == expected)
    #expect(text.cut(to: limit).count <= limit)
  }

  @Test("keeps the whole link, which Mastodon counts as 23 characters")
  func link() {
    let link = "https://example.org/" + String(repeating: "x", count: 40)
    let announcement = Announcement(title: "Tool 1.5", text: "one two three four", link: link)
    #expect(announcement.fitted(to: 100) == "one two three four\n\n\(link)")
    #expect(announcement.fitted(to: 75) == "one two…\n\n\(link)")
    #expect(announcement.fitted(to: 43, linkLength: 23) == "one two three four\n\n\(link)")
    #expect(announcement.fitted(to: 42, linkLength: 23) == "one two three…\n\n\(link)")
  }

  @Test("has categories as hashtags if the service supports them")
  func hashtags() {
    let announcement = Announcement(
      title: "Tool 1.5", text: "New", link: "https://a.example", categories: ["swift", "c++", "++", "release notes"])
    let channel = AnnouncementChannel.mastodon(
      server: "https://s.example", visibility: "public", language: nil, limit: AnnouncementChannel.mastodonLimit)
    #expect(channel.text(of: announcement) == "New\n\nhttps://a.example\n#swift #c #releasenotes")
    #expect(AnnouncementChannel.webhook(.slack).text(of: announcement) == "New\n\nhttps://a.example")
  }

  @Test(
    "has the form of each service",
    arguments: [
      (.slack, #"{"text":"Say \"hi\"\n\nhttps://a.example"}"#),
      (.discord, #"{"allowed_mentions":{"parse":[]},"content":"Say \"hi\"\n\nhttps://a.example"}"#),
      (
        .teams,
        #"{"attachments":[{"content":{"body":[{"text":"Tool 1.5","type":"TextBlock","weight":"bolder","wrap":true},"#
          + #"{"text":"Say \"hi\"\n\nhttps://a.example","type":"TextBlock","weight":"default","wrap":true}],"#
          + #""type":"AdaptiveCard","version":"1.4"},"contentType":"application/vnd.microsoft.card.adaptive"}],"#
          + #""type":"message"}"#
      ),
      (
        .template(#"{"a": ["{{title}}", {"b": "{{{text}}} at {{link}}"}]}"#),
        #"{"a": ["Tool 1.5", {"b": "Say \"hi\" at https://a.example"}]}"#
      ),
    ] as [(WebhookForm, String)])
  func form(_ form: WebhookForm, _ json: String) throws {
    let announcement = Announcement(title: "Tool 1.5", text: #"Say "hi""#, link: "https://a.example")
    #expect(String(decoding: try form.json(of: announcement), as: UTF8.self) == json)
  }

  @Test("is refused in a template that is not JSON")
  func badTemplate() {
    let announcement = Announcement(title: "Tool 1.5", text: "Text")
    for template in ["{{text}}", #"{"a": {{text}}}"#, ""] {
      #expect { try WebhookForm.template(template).json(of: announcement) } throws: {
        $0.firstMessage == "the template of the webhook is not JSON when it is filled"
      }
    }
    #expect { try WebhookForm.template("{{#open}}").json(of: announcement) } throws: {
      $0.firstMessage.hasPrefix("the template of the webhook cannot be read: ")
    }
  }

  @Test("is a mail with the same identifier each time")
  func mail() {
    let mail = AnnouncementMail(server: "smtps://mail.example", sender: "me@a.example", recipients: ["b@c.example"])
    let content = String(decoding: mail.content(subject: "Tool 1.5\nBcc: x", text: "Text", key: "run 7"), as: UTF8.self)
    #expect(
      content.split(separator: "\r\n", omittingEmptySubsequences: false) == [
        "From: <me@a.example>", "To: <b@c.example>", "Subject: Tool 1.5 Bcc: x",
        "Message-ID: <04ee297980826e719646754fcb81f32d@a.example>", "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64", "", "VGV4dA==", "",
      ])
    let umlauts = String(decoding: mail.content(subject: "Größe", text: "", key: ""), as: UTF8.self)
    #expect(umlauts.contains("\r\nSubject: =?utf-8?B?R3LDtsOfZQ==?=\r\n"))
  }
}
