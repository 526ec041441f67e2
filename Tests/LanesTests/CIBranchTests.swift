import Testing

@testable import Lanes

@Suite("The branch that a CI system builds")
struct CIBranchTests {
  @Test(
    "is read from its variables, and is none for a tag or a pull request",
    arguments: [
      ([:], nil), (["GITHUB_REF": "refs/heads/release/1.x"], "release/1.x"), (["GITHUB_REF": "refs/tags/1.0.0"], nil),
      (["GITHUB_REF": "refs/pull/1/merge", "CI_COMMIT_BRANCH": "main"], nil), (["CI_COMMIT_BRANCH": "main"], "main"),
      (["BUILD_SOURCEBRANCH": "refs/heads/main"], "main"), (["CI_BRANCH": "", "CIRCLE_BRANCH": "main"], "main"),
    ] as [([String: String], String?)])
  func name(environment: [String: String], name: String?) {
    #expect(CIBranch.name(in: environment) == name)
  }
}
