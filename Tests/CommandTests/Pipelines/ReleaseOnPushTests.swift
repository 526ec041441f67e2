import Foundation
import TestSupport
import Testing

/// Runs the pipeline of a project whose version follows from its commits, on GitHub.
@Suite("A pipeline that releases when a change lands", .enabled(if: PipelineFilesTests.hasReader))
struct ReleaseOnPushTests {
  private static func files(_ steps: String) -> [String: Data] {
    [
      "VERSION": Data("1.4.2\n".utf8),
      "Releasefile": Data(
        """
        manifests: [{plain: VERSION}]
        lanes:
          release: {steps: [\(steps)]}
          tagged: {steps: [message: "${tag} is tagged"]}

        """.utf8),
    ]
  }

  private static let lane = "ensure: {branch: main}, bump: auto, commit, tag, push"

  @Test("is started by a push to the branch that the lane requires, and by a tag")
  func start() throws {
    let text = try PipelineJobs(of: .github, files: Self.files(Self.lane)).text
    #expect(
      text.contains(
        """
        on:
          # A change on this branch is released if its commits require a new version.
          push:
            branches: [main]
            tags: ["**"]
          # Started manually for the chosen branch.
          workflow_dispatch:

        """), "\(text)")
    #expect(
      text.contains(
        """
          release:
            if: (github.event_name == 'push' || inputs.flow == 'release') && github.ref == 'refs/heads/main'

        """), "\(text)")
  }

  @Test("does nothing for a change without a release level, releases a feature, and runs what follows its tag")
  func scripts() throws {
    let jobs = try PipelineJobs(of: .github, files: Self.files(Self.lane))
    try jobs.remote("tag", "1.4.2", "main")
    try jobs.push("docs: explain")
    let idle = try jobs.run("release")
    #expect(idle.succeeded, "\(idle.errorText)")
    #expect(idle.outputText.hasSuffix("nothing to release: 1 commit since 1.4.2, none with a release level"))
    #expect(try jobs.takeOutputs() == ["lane": "release", "outcome": "nothing", "branch": "main"])

    try jobs.push("feat: greet")
    let release = try jobs.run("release")
    #expect(release.succeeded, "\(release.errorText)")
    let commit = try jobs.remote("rev-parse", "1.5.0^{}")
    #expect(try jobs.remote("rev-parse", "main") == commit)
    #expect(
      try jobs.takeOutputs() == [
        "lane": "release", "outcome": "done", "version": "1.5.0", "previous_version": "1.4.2", "tag": "1.5.0",
        "branch": "main", "commit": commit,
      ])

    let tagged = try jobs.run("tagged", follows: true)
    #expect(tagged.succeeded && tagged.errorText.contains("1.5.0 is tagged"), "\(tagged.errorText)")
    // As if the push of the release had started the pipeline again.
    let again = try jobs.run("release")
    #expect(again.succeeded, "\(again.errorText)")
    #expect(try jobs.takeOutputs()["outcome"] == "nothing")
    #expect(try jobs.remote("rev-parse", "main") == commit)
  }

  @Test(
    "passes the token of the job to the steps that push, and to no other", arguments: [PipelineHost.github, .forgejo])
  func token(_ host: PipelineHost) throws {
    let name = host == .github ? "GITHUB_TOKEN" : "FORGEJO_TOKEN"
    for steps in [Self.lane, Self.lane + ", publish_release"] {
      let text = try PipelineJobs(of: host, files: Self.files(steps)).text
      // In `release` and `propose`.
      #expect(text.components(separatedBy: "\n          \(name): ${{ github.token }}\n").count == 3, "\(text)")
      #expect(text.components(separatedBy: "github.token").count == 3, "\(text)")
    }
  }
}
