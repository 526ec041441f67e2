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

      var markdown: String {
        "## \(code)\n\n\(cause)\n\n\(state)\n\n" + remedies.map { "- \($0)\n" }.joined()
      }
    }

    let failures: [Page]
  }

  private let pages: [Report.Page]

  init() throws {
    let environment = ProcessInfo.processInfo.environment
    let command = Command(try MartletProgram.path(), ["help", "errors", "--json"], environment: environment)
    pages = try JSONDecoder().decode(Report.self, from: Data(command.run().output)).failures
  }

  @Test("match the program (`MARTLET_RECORD=1` writes them again)")
  func document() throws {
    let text = """
      # Failures

      Some error messages end with a line such as `more: martlet help tag-taken`. The last word is the error code, which
      stays the same when the message changes. `martlet help errors` prints these pages without a network, and
      `martlet help errors --json` prints them as JSON.


      """ + pages.map(\.markdown).joined(separator: "\n")
    if ProjectFolder.isRecording { try ProjectFolder.write("docs/failures.md", text) }
    #expect(ProjectFolder.read("docs/failures.md") == text)
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
