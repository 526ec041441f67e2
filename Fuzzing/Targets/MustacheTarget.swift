@testable import MartletCore
@testable import Steps

/// `mustache`: any text as a template of what is generated, and of notes.
struct MustacheTarget: FuzzTarget {
  static let name = "mustache"
  static let greatestLength = 1024

  /// Lists have one element, so that sections within each other do not multiply.
  private static var content: TemplateValue {
    [
      "a": .text("<x>"), "b": .flag(true), "l": .list([["a": .text("{{a}}")]]), "d": ["a": .text("y")],
    ]
  }

  func check(_ input: Input) throws {
    let text = input.text
    do {
      let template = try Mustache(text)
      let filled = template.text(with: Self.content, .html)
      if !text.utf8.elementsEqual(filled.utf8) { try require(text.contains("{{"), "`\(text)` became `\(filled)`") }
    } catch let error as MustacheError {
      try require((1...text.utf8.count { $0 == UInt8(ascii: "\n") } + 1).contains(error.line), "no line \(error.line)")
    }
    try checkNotes(text)
  }

  private func checkNotes(_ template: String) throws {
    let section: TemplateValue = ["title": .text("Fixed"), "entries": .list([["text": .text("a")]])]
    let names = ["version", "sections", "title", "entries", "text"]
    do {
      _ = try NotesTemplate.text(
        template, with: ["version": .text("1.2.3"), "sections": .list([section])], names: names)
    } catch {
      try require(!error.description.isEmpty, "no reason why `\(template)` is none")
    }
  }
}
