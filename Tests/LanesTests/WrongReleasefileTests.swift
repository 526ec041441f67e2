import Lanes
import MartletCore
import Testing

/// A Releasefile with a mistake, and its complete message.
struct WrongReleasefile: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let text: String
  let message: String

  init(_ name: String, _ text: String, says message: String) {
    testDescription = name
    self.text = text
    self.message = message
  }

  static let all =
    keys + steps + mistakes + entries + names + lanes + calls + variants + manifests + environments + yaml
    + several
}

@Suite("A wrong Releasefile")
struct WrongReleasefileTests {
  @Test("is refused with the place, the line and a fix", arguments: WrongReleasefile.all)
  func isRefused(_ wrong: WrongReleasefile) {
    #expect(problems(of: wrong.text + "\n") == wrong.message)
  }

  @Test("is reported in the order of the file, each problem once")
  func orders() throws {
    for wrong in WrongReleasefile.all {
      let places = diagnostics(of: wrong.text + "\n").compactMap(\.place)
      #expect(places == places.sorted(), "\(wrong.testDescription)")
      let diagnostics = diagnostics(of: wrong.text + "\n")
      #expect(Set(diagnostics).count == diagnostics.count)
    }
  }
}
