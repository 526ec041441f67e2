import Testing

@testable import Lanes

@Suite("The servers that tokens belong to")
struct CredentialHomesTests {
  private static let github = ["CI": "true", "GITHUB_ACTIONS": "true", "GITHUB_SERVER_URL": "https://github.com"]
  private static let enterprise = [
    "GITHUB_ACTIONS": "true", "GITHUB_SERVER_URL": "https://git.corp.example",
    "GITHUB_API_URL": "https://git.corp.example/api/v3",
  ]
  private static let tenant = [
    "GITHUB_ACTIONS": "true", "GITHUB_SERVER_URL": "https://octo.ghe.com", "GITHUB_API_URL": "https://api.octo.ghe.com",
  ]
  private static let gitlab = ["GITLAB_CI": "true", "CI_SERVER_URL": "https://gitlab.corp.example:8443"]
  private static let forgejo = [
    "GITHUB_ACTIONS": "true", "FORGEJO_ACTIONS": "true", "GITHUB_SERVER_URL": "https://code.corp.example",
  ]
  private static let gitea = [
    "GITHUB_ACTIONS": "true", "GITEA_ACTIONS": "true", "GITHUB_SERVER_URL": "https://tea.corp.example",
  ]

  @Test(
    "are those of the service, and in a job the server of the job for the tokens of that system",
    arguments: [
      ("GITHUB_TOKEN", "https://github.com/o/n", [:], true), ("GH_TOKEN", "https://api.github.com", [:], true),
      ("GITHUB_TOKEN", "https://uploads.github.com/x", [:], true),
      ("GITHUB_TOKEN", "https://github.evil.example/", [:], false),
      ("GITHUB_TOKEN", "https://api.github.com.evil.example/", [:], false),
      ("GITHUB_TOKEN", "https://gist.github.com/", [:], false),
      ("GITHUB_TOKEN", "https://github.com:8443/", [:], false),
      ("GITHUB_TOKEN", "http://github.com:443/", [:], false), ("GITHUB_TOKEN", "https://gitlab.com/", [:], false),
      ("GITLAB_TOKEN", "https://gitlab.com/", [:], true), ("GITLAB_TOKEN", "https://gitlab.evil.example/", [:], false),
      ("FORGEJO_TOKEN", "https://codeberg.org/", [:], true), ("GITEA_TOKEN", "https://codeberg.org/", [:], true),
      ("CODEBERG_TOKEN", "https://codeberg.org/", [:], true), ("GITEA_TOKEN", "https://gitea.com/", [:], false),
      ("GH_ENTERPRISE_TOKEN", "https://github.com/", [:], false), ("CI_JOB_TOKEN", "https://gitlab.com/", [:], false),
      ("AWS_SECRET_ACCESS_KEY", "https://github.com/", [:], false),
      ("GITHUB_TOKEN", "http://127.0.0.1:4711/", [:], false),
      ("GITHUB_TOKEN", "https://github.com/", Self.github, true),
      ("GITHUB_TOKEN", "https://uploads.github.com/", Self.github, true),
      ("GITHUB_TOKEN", "https://git.corp.example/api/v3", Self.enterprise, true),
      ("GITHUB_TOKEN", "https://github.com/", Self.enterprise, false),
      ("GH_TOKEN", "https://git.corp.example/", Self.enterprise, false),
      ("GH_TOKEN", "https://github.com/", Self.enterprise, true),
      ("AWS_SECRET_ACCESS_KEY", "https://git.corp.example/", Self.enterprise, false),
      ("GITHUB_TOKEN", "https://api.octo.ghe.com/", Self.tenant, true),
      ("GITHUB_TOKEN", "https://api.other.ghe.com/", Self.tenant, false),
      ("CI_JOB_TOKEN", "https://gitlab.corp.example:8443/api/v4", Self.gitlab, true),
      ("CI_JOB_TOKEN", "https://gitlab.corp.example/api/v4", Self.gitlab, false),
      ("GITLAB_TOKEN", "https://gitlab.corp.example:8443/api/v4", Self.gitlab, false),
      ("GITLAB_TOKEN", "https://gitlab.com/", Self.gitlab, true),
      ("FORGEJO_TOKEN", "https://code.corp.example/", Self.forgejo, true),
      ("GITHUB_TOKEN", "https://code.corp.example/", Self.forgejo, true),
      ("GITHUB_TOKEN", "https://github.com/", Self.forgejo, false),
      ("GITEA_TOKEN", "https://tea.corp.example/", Self.gitea, true),
      ("CODEBERG_TOKEN", "https://tea.corp.example/", Self.gitea, false),
    ] as [(String, String, [String: String], Bool)])
  func covers(variable: String, address: String, environment: [String: String], expected: Bool) throws {
    let server = try #require(CredentialHost(address: address))
    #expect(CredentialHomes(environment: environment).covers(variable, server) == expected)
  }
}
