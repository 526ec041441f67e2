import Lanes
import MartletCore
import Testing

@testable import Execution

@Suite("The form of an announcement")
struct AnnouncementFormTests {
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
    ] as [(WebhookForm, String)])
  func form(_ form: WebhookForm, _ json: String) {
    let announcement = Announcement(
      on: .webhook(form), title: "Tool 1.5", text: "Say \"hi\"\n\nhttps://a.example")
    #expect(String(decoding: form.json(of: announcement), as: UTF8.self) == json)
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
    // An encoded word has at most 75 characters, and whole ones of the text (RFC 2047, 2 and 5).
    let long = String(
      decoding: mail.content(subject: String(repeating: "ö", count: 50), text: "", key: ""), as: UTF8.self)
    #expect(
      long.split(separator: "\r\n").dropFirst(2).prefix(3) == [
        "Subject: =?utf-8?B?\(String(repeating: "w7bDtsO2", count: 7))w7Y=?=",
        " =?utf-8?B?\(String(repeating: "w7bDtsO2", count: 7))w7Y=?=",
        " =?utf-8?B?\(String(repeating: "w7bDtsO2", count: 2))?=",
      ])
  }
}
