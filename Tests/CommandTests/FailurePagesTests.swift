import Foundation
import Processes
import TestSupport
import Testing

@Suite("The pages of failures")
struct FailurePagesTests {
  private struct Report: Decodable {
    struct Page: Decodable {
      let code: String
      let cause: String
      let state: String
      let remedies: [String]
    }

    let failures: [Page]
  }

  private let pages: [Report.Page]

  init() throws {
    let environment = ProcessInfo.processInfo.environment
    let command = Command(try MartletProgram.path(), ["help", "errors", "--json"], environment: environment)
    pages = try JSONDecoder().decode(Report.self, from: Data(command.run().output)).failures
  }

  @Test("are in alphabetical order, and each suggests a fix")
  func order() {
    #expect(pages.count > 20)
    #expect(pages.map(\.code) == pages.map(\.code).sorted())
    for page in pages {
      #expect(page.code.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil)
      #expect(!page.remedies.isEmpty && page.cause.hasSuffix(".") && page.state.hasSuffix("."), "\(page.code)")
    }
  }
}
