import Lanes

/// Says something when its turn comes.
package struct MessageStep: Step {
  package static let keyword = "message"
  package static let foreignNames = ["puts", "say"]
  package static let summary = "Shows a text when the steps before it are done."
  package static let parameters = [
    Parameter<Self>.main("text", \.text, "What is shown.", .required)
  ]

  package var text: Template = ""

  package init() {}

  package func plan(_ draft: Draft) throws -> Decision {
    Decision([.showMessage(try draft.text(of: text))])
  }
}
