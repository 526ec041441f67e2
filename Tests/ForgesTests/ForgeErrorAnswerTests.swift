import HTTP
import Testing

@testable import Execution

/// The body of an answer that refuses a request.
@Suite("The body of a refusal")
struct ForgeErrorAnswerTests {
  @Test("is that of another server unless it is JSON or empty")
  func foreign() {
    func isForeign(_ body: String) -> Bool {
      ForgeErrorAnswer(HTTPResponse(status: 404, body: Array(body.utf8))).isForeign
    }
    #expect(isForeign("<html>Please sign in.</html>"))
    #expect(!isForeign(#"{"message": "Not Found"}"#))
    // Such as the answer of GitLab to a file that is not there.
    #expect(!isForeign(""))
  }
}
