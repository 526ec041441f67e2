import MartletCore
import Testing

@Suite("The nearest name")
struct NearestNameTests {
  private let steps = ["bump", "commit", "confirm", "ensure_branch", "ensure_clean", "lane", "message", "push", "tag"]

  @Test(
    "is the intended one",
    arguments: [
      ("mesage", "message"), ("messsage", "message"), ("massage", "message"), ("mesasge", "message"),
      ("comit", "commit"),
      ("ensure_braench", "ensure_branch"), ("ensureclean", "ensure_clean"), ("Tag", "tag"), ("PUSH", "push"),
      ("puhs", "push"), ("tga", "tag"), ("message", "message"),
    ])
  func near(name: String, expected: String) {
    #expect(steps.nearest(to: name) == expected)
  }

  @Test(
    "is nil if all are too different", arguments: ["add_git_tag", "release", "xyz", "pull", "ensure", "", "b", "mssg"])
  func far(name: String) {
    #expect(steps.nearest(to: name) == nil)
  }

  @Test("is the first in alphabetical order of several, given in any order")
  func ties() {
    #expect(["minor", "tinor", "linor"].nearest(to: "zinor") == "linor")
    #expect(["linor", "tinor", "minor"].nearest(to: "zinor") == "linor")
  }

  @Test("is more similar than those before it in alphabetical order")
  func best() {
    #expect(["commot", "commits"].nearest(to: "commitss") == "commits")
  }

  @Test("is nil among no names, and for a text longer than any name")
  func bounds() {
    #expect([String]().nearest(to: "tag") == nil)
    let long = String(repeating: "a", count: 200_000)
    #expect([long].nearest(to: long + "a") == nil)
  }
}
