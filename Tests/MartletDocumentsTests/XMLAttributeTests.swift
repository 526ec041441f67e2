import MartletCore
import Testing

@Suite("The attributes of an XML element")
struct XMLAttributeTests {
  @Test(
    "are those of the last start tag, in either quotes, with blanks and signs in them",
    arguments: [
      (#"<a x="1" y = '2 > "3"'/>"#, ["x": "1", "y": #"2 > "3""#]), ("<a\n  b-c:d=\"e\"\n>t</a>", ["b-c:d": "e"]),
      ("<a></a>", [:]), ("<a x/>", [:]), (#"<a x="1" x="2"></a>"#, ["x": "2"]),
    ])
  func values(text: String, expected: [String: String]) throws {
    var scanner = XMLScanner(SourceText(path: "a.xml", text: text))
    guard case .opened? = try scanner.next() else {
      Issue.record("no element")
      return
    }
    #expect(scanner.attributes == expected)
  }
}
