import Foundation
import TestSupport
import Testing

@Suite("The servers for tokens in the pipelines of `martlet init --ci`")
struct PipelineTokenHostsTests {
  private static let files: [String: Data] = [
    "VERSION": Data("1.4.2\n".utf8),
    "Releasefile": Data(
      """
      project: Cool
      manifests: [{plain: VERSION}]
      channels:
        blog: {kind: micropub, endpoint: "https://blog.example.org/micropub", token_env: BLOG_TOKEN}
        social: {kind: mastodon, server: "https://social.example.org:8443", token_env: SOCIAL_TOKEN}
        team: {kind: slack, url_env: TEAM_HOOK}
      lanes:
        release:
          steps:
            - bump: minor
            - commit
            - tag
            - push
            - publish_release: {assets: []}
            - publish_files: {files: {a: VERSION}, repository: example/lists, token_env: LISTS_TOKEN}
            - announce

      """.utf8),
  ]

  @Test(
    "name the servers that neither Martlet nor the job knows, with a comment",
    arguments: PipelineHost.allCases, ["git.corp.example", "github.com"])
  func pipeline(host: PipelineHost, server: String) throws {
    let kind = server == "github.com" ? "" : "forge: {kind: \(host == .gitlab ? "gitlab" : "github")}\n"
    var files = Self.files
    files["Releasefile"]?.append(Data(kind.utf8))
    let jobs = try PipelineJobs(of: host, projectAt: "git@\(server):owner/cool.git", files: files)
    let own = host == .gitlab ? "GITLAB_TOKEN" : "GITHUB_TOKEN"
    let needsOwn = server != "github.com" && ![.github, .forgejo].contains(host)
    let expected =
      "BLOG_TOKEN=blog.example.org" + (needsOwn ? ",\(own)=\(server)" : "") + ",SOCIAL_TOKEN=social.example.org:8443"
    let lines = try jobs.text.split(separator: "\n").map(String.init)
    let index = try #require(lines.firstIndex { $0.contains("MARTLET_TOKEN_HOSTS") })
    #expect(lines[index].contains("\"\(expected)\"") || lines[index].contains("'\(expected)'"), "\(lines[index])")
    #expect(
      lines[index - 1].hasSuffix("The servers that may get these tokens. Martlet sends a token to no other server."))
    #expect(lines.count { $0.contains("MARTLET_TOKEN_HOSTS") } == 1)
  }

  @Test("are left out if every token belongs to its service", arguments: PipelineHost.allCases)
  func unneeded(host: PipelineHost) throws {
    let releasefile =
      "manifests: [{plain: VERSION}]\nlanes: {release: {steps: [bump: minor, commit, tag, push, publish_release: {assets: []}]}}\n"
    let jobs = try PipelineJobs(
      of: host, projectAt: "git@github.com:owner/cool.git",
      files: ["VERSION": Data("1.4.2\n".utf8), "Releasefile": Data(releasefile.utf8)])
    #expect(try !jobs.text.contains("MARTLET_TOKEN_HOSTS"))
  }
}
