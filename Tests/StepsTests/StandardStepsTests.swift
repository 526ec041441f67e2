import Lanes
import Steps
import Testing

@Suite("The catalogue of steps")
struct StandardStepsTests {
  @Test("lists every keyword once")
  func uniqueKeywords() {
    let keywords = StepCatalogue.standard.keywords
    #expect(Set(keywords).count == keywords.count)
    #expect(keywords.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isLowercase || $0 == "_" } }, "\(keywords)")
  }

  @Test("has a one-sentence summary of every step and parameter", arguments: StepCatalogue.standard.keywords)
  func documentation(keyword: String) {
    let forms = StepCatalogue.standard.forms(ofStep: keyword)
    #expect(!forms.isEmpty)
    for form in forms { Self.checkDocumentation(of: form) }
  }

  private static func checkDocumentation<S: Step>(of step: S.Type) {
    #expect(isSentence(S.summary), "\(S.keyword): \(S.summary)")
    let names = S.parameters.map(\.name)
    #expect(Set(names).count == names.count, "\(S.keyword): \(names)")
    #expect(S.parameters.dropFirst().allSatisfy { !$0.isMain }, "\(S.keyword): the main parameter comes first")
    for parameter in S.parameters {
      #expect(isSentence(parameter.summary), "\(S.keyword).\(parameter.name): \(parameter.summary)")
      #expect(!parameter.shape.expectation.isEmpty, "\(S.keyword).\(parameter.name)")
      #expect(parameter.presence == .optional || parameter.defaultText == nil, "\(S.keyword).\(parameter.name)")
    }
  }

  private static func isSentence(_ text: String) -> Bool {
    text.hasSuffix(".") && !text.contains("\n") && (text.first == "`" || text.first?.isUppercase == true)
  }

  @Test("maps every foreign name to a different keyword")
  func foreignNames() {
    let keywords = Set(StepCatalogue.standard.keywords)
    for (foreign, own) in StepCatalogue.standard.foreignNames {
      #expect(keywords.contains(String(own.prefix { $0 != ":" })), "\(foreign) leads to \(own)")
      #expect(!keywords.contains(foreign), "\(foreign) is a word here")
    }
  }

  @Test("suggests the keyword of a step with another name in another tool")
  func foreignName() throws {
    #expect(
      try Planning(version: "1.4.2").failure("- add_git_tag")
        == "error: `add_git_tag` is called `tag` here\nhint: write `tag`")
  }
}
