import Foundation
import TestSupport
import Testing

@Suite("The rights of a pipeline's jobs", .enabled(if: PipelineFilesTests.hasReader))
struct PipelineRightsTests {
  /// The pipeline of a lane with `steps`, in a project with channels.
  private func jobs(_ steps: String, on host: PipelineHost = .github, forge: String = "{}") throws -> PipelineJobs {
    try PipelineJobs(
      of: host, projectAt: "https://github.com/owner/cool.git",
      files: [
        "VERSION": Data("1.4.2\n".utf8),
        "Releasefile": Data(
          """
          manifests: [{plain: VERSION}]
          forge: \(forge)
          channels:
            social: {kind: mastodon, server: https://mastodon.example, token_env: SOCIAL_TOKEN}
            team: {kind: slack, url_env: TEAM_HOOK}
          lanes:
            release: {steps: [bump: minor, commit, tag, \(steps)]}

          """.utf8),
      ])
  }

  @Test(
    "are those that the steps of the lane need",
    arguments: [
      ("message: done", ["contents": "read"]),
      ("push", ["contents": "write"]),
      ("run: [make, upload]", ["contents": "write"]),
      ("push, announce: [team]", ["contents": "write"]),
      ("push, announce", ["contents": "write"]),
      ("checksums, push, publish_release", ["contents": "write"]),
      (
        "checksums: {sign: true}, push, publish_release",
        ["contents": "write", "id-token": "write", "attestations": "write"]
      ),
    ])
  func permissions(steps: String, expected: [String: String]) throws {
    let jobs = try jobs(steps)
    #expect(jobs.all["release"]?.permissions == expected)
  }

  @Test("include an attestation of the files, where the lane signs a statement of the release, on GitHub only")
  func attestation() throws {
    let step = "checksums: {output: build/SHA256SUMS, sign: true}, push, publish_release"
    let text = try jobs(step).text
    #expect(
      text.contains(
        """
              - name: Attest
                if: steps.release.outputs.outcome == 'done'
                uses: actions/attest@1e69f48acb82d1966a394da916b4c1698aa569d6 # v4.2.2
                with:
                  subject-checksums: build/SHA256SUMS

        """))
    #expect(try !jobs(step, on: .forgejo).text.contains("attest"))
    #expect(try !jobs("checksums, push, publish_release").text.contains("attest"))
  }

  @Test("include the secrets of its channels, of other repositories and of the forge, and no others")
  func secrets() throws {
    let tap =
      "publish_files: {formula: Formula/cool.rb, archives: {macos: a.tgz}, repository: owner/tap, token_env: TAP_TOKEN}"
    let text = try jobs("push, publish_release, announce: [team, social], \(tap)", forge: "{token_env: OWN_TOKEN}").text
    let lines = text.split(separator: "\n").filter { $0.contains("secrets.") }
    let expected = ["OWN_TOKEN", "SOCIAL_TOKEN", "TAP_TOKEN", "TEAM_HOOK"].map {
      "          \($0): ${{ secrets.\($0) }}"
    }
    #expect(lines.map(String.init) == expected)
    #expect(text.components(separatedBy: "\n          GITHUB_TOKEN: ${{ github.token }}\n").count == 3)
    #expect(try !jobs("push").text.contains("secrets."))
  }

  @Test("include the variables that the lane ensures, as secrets, without those of the system")
  func required() throws {
    let step = "ensure: {environment: [MATCH_PASSWORD, CI, GITHUB_REF, GITHUB_TOKEN, TEAM_HOOK, APPLE_ID]}"
    let text = try jobs("\(step), push, announce: [team]").text
    let lines = text.split(separator: "\n").filter {
      $0.hasPrefix("          ") && ($0.contains("secrets") || $0.contains("GITHUB_TOKEN: "))
    }
    let expected = [
      "          GITHUB_TOKEN: ${{ github.token }}",
      "          TEAM_HOOK: ${{ secrets.TEAM_HOOK }}",
      "          # The lane ensures that these are set. For a value that is not secret, write `vars` instead of `secrets`.",
      "          APPLE_ID: ${{ secrets.APPLE_ID }}",
      "          MATCH_PASSWORD: ${{ secrets.MATCH_PASSWORD }}",
    ]
    #expect(lines.map(String.init) == expected + expected.prefix(1))
  }

  @Test(
    "are named in a comment for other systems",
    arguments: [PipelineHost.gitlab, .xcodeCloud, .buildkite, .circleci, .jenkins, .bitrise])
  func comment(_ host: PipelineHost) throws {
    let text = try jobs("ensure: {environment: [APPLE_ID]}, push, announce: [team, social]", on: host).text
    #expect(text.contains(": SOCIAL_TOKEN, TEAM_HOOK, APPLE_ID.\n"), "\(text)")
    #expect(try !jobs("push", on: host).text.contains("The lane reads"))
  }
}
