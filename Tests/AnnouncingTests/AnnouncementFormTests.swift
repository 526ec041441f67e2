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
}
