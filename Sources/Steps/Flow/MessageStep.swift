import Lanes

/// Prints a text.
package struct MessageStep: Step {
  package static let keyword = "message"
  package static let foreignNames = ["puts", "say"]
  package static let summary = "Prints a text after the earlier steps have run."
  package static let parameters = [
    Parameter<Self>.main("text", \.text, "The text to print.", .required)
  ]

  package var text: Template = ""

  package init() {}

  package func plan(_ draft: Draft) throws -> Decision {
    Decision([.showMessage(try draft.text(of: text))])
  }
}
