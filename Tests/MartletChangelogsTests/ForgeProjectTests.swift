import MartletChangelogs
import MartletCore
import Testing

@Suite("A project's pages")
struct ForgeProjectTests {
  @Test(
    "are found from the remote's address",
    arguments: [
      ("https://github.com/owner/name.git", "github https://github.com/owner/name"),
      ("git@github.com:owner/name.git", "github https://github.com/owner/name"),
      ("ssh://git@github.com:22/owner/name/", "github https://github.com/owner/name"),
      ("ssh://git@ssh.github.com:443/owner/name.git", "github https://github.com/owner/name"),
      ("https://www.github.com/owner/name", "github https://github.com/owner/name"),
      ("ssh://git@altssh.gitlab.com:443/group/name", "gitlab https://gitlab.com/group/name"),
      ("git://github.com/owner/name", "github https://github.com/owner/name"),
      ("https://token@github.example.com:8443/owner/name", "github https://github.example.com:8443/owner/name"),
      ("git@gitlab.com:group/sub/name.git", "gitlab https://gitlab.com/group/sub/name"),
      ("http://gitlab.local/group/name", "gitlab http://gitlab.local/group/name"),
      ("https://codeberg.org/owner/name", "forgejo https://codeberg.org/owner/name"),
      ("https://my-gitea.example.com/owner/name", "forgejo https://my-gitea.example.com/owner/name"),
      ("https://github.com/owner/na me", "github https://github.com/owner/na%20me"),
      ("https://example.com/owner/name", nil), ("https://nogithub.com/owner/name", nil),
      ("https://github.com/owner", nil),
      ("/srv/git/github/name.git", nil), ("../github.com/owner/name", nil), ("file:///github.com/owner/name", nil),
      ("", nil),
      ("C:\\github\\name", nil), ("https://", nil), ("git@:x/y", nil),
    ] as [(String, String?)])
  func addresses(_ remote: String, _ expected: String?) {
    #expect(ForgeProject(remote: remote).map { "\($0.forge.id) \($0.address)" } == expected)
  }

  @Test(
    "come with the address of the API",
    arguments: [
      ("https://github.com/owner/name.git", nil, nil, "github owner/name https://api.github.com"),
      ("git@github.com:owner/name.git", nil, nil, "github owner/name https://api.github.com"),
      ("ssh://git@github.com:22/owner/name", nil, nil, "github owner/name https://api.github.com"),
      ("https://acme.ghe.com/owner/name", .github, nil, "github owner/name https://api.acme.ghe.com"),
      ("git@github.acme.com:owner/name.git", nil, nil, "github owner/name https://github.acme.com/api/v3"),
      ("https://gitlab.com/a/b/c.git", nil, nil, "gitlab a/b/c https://gitlab.com/api/v4"),
      ("https://code.acme.com:8443/a/b", .gitlab, nil, "gitlab a/b https://code.acme.com:8443/api/v4"),
      ("https://codeberg.org/owner/name", nil, nil, "forgejo owner/name https://codeberg.org/api/v1"),
      ("http://127.0.0.1:80/owner/name.git", .forgejo, nil, "forgejo owner/name http://127.0.0.1:80/api/v1"),
      ("git@code.acme.com:a/b", .gitlab, "https://api.acme.com/v4/", "gitlab a/b https://api.acme.com/v4"),
      ("ssh://git@code.acme.com:2222/a/b", .gitlab, nil, "gitlab a/b https://code.acme.com/api/v4"),
      ("https://notghe.com/a/b", .github, nil, "github a/b https://notghe.com/api/v3"),
      ("https://code.acme.com/a/b", nil, nil, "nil"),
      ("/srv/git/name.git", .github, nil, "nil"),
    ] as [(String, Forge?, String?, String)])
  func interface(_ remote: String, _ forge: Forge?, _ api: String?, _ expected: String) {
    let project = ForgeProject(remote: remote, forge: forge, api: api)
    #expect((project.map { "\($0.forge) \($0.repository) \($0.api)" } ?? "nil") == expected)
  }

  @Test("may be on a server whose name does not show its software")
  func kind() {
    #expect(
      ForgeProject(remote: "git@example.com:o/n", forge: .gitlab)?.comparison(from: "1", to: "2")
        == "https://example.com/o/n/-/compare/1...2")
  }

  @Test(
    "are at the addresses of each forge",
    arguments: [
      ("github.com", "compare/v1...HEAD", "commit/", "releases/tag/core/1%231", "issues/12", "pull/3"),
      ("gitlab.com", "-/compare/v1...HEAD", "-/commit/", "-/tags/core/1%231", "-/issues/12", "-/merge_requests/3"),
      ("codeberg.org", "compare/v1...HEAD", "commit/", "releases/tag/core/1%231", "issues/12", "pull/3"),
    ])
  func pages(
    _ host: String, _ comparison: String, _ commit: String, _ tag: String, _ issue: String, _ request: String
  ) throws {
    let forge = try #require(ForgeProject(remote: "https://\(host)/o/n"))
    let base = "https://\(host)/o/n/"
    #expect(forge.comparison(from: "v1", to: "HEAD") == base + comparison)
    #expect(forge.page(of: ObjectID.example(1)) == base + commit + ObjectID.example(1).hex)
    #expect(forge.page(ofTag: "core/1#1") == base + tag)
    let references = IssueReference.all(in: Array("#12 !3 a/b#12".utf8))
    #expect(references.map(forge.page) == [base + issue, base + request, "https://\(host)/a/b/\(issue)"])
  }
}
