import Lanes
import Testing

@testable import Steps

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
    let text = AnnouncementText("one two three four", link: link, [])
    #expect(text.fitted(to: 100, on: .slack) == "one two three four\n\n\(link)")
    #expect(text.fitted(to: 75, on: .slack) == "one two…\n\n\(link)")
    #expect(text.fitted(to: nil, on: .slack) == "one two three four\n\n\(link)")
    #expect(text.fitted(to: 43, on: .mastodon) == "one two three four\n\n\(link)")
    #expect(text.fitted(to: 42, on: .mastodon) == "one two three…\n\n\(link)")
  }

  @Test("does not repeat a link that the template has")
  func ownLink() {
    let text = AnnouncementText("Get it at https://a.example now", link: "https://a.example", [])
    #expect(text.fitted(to: 500, on: .mastodon) == "Get it at https://a.example now")
  }

  @Test("has categories as hashtags on Mastodon")
  func hashtags() {
    let text = AnnouncementText("New", link: "https://a.example", ["swift", "c++", "++", "release notes"])
    #expect(text.fitted(to: 500, on: .mastodon) == "New\n\nhttps://a.example\n#swift #c #releasenotes")
    #expect(text.fitted(to: 500, on: .slack) == "New\n\nhttps://a.example")
  }
}
