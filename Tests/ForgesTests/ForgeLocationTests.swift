import Execution
import Testing

@Suite("The location of a repository on a forge")
struct ForgeLocationTests {
  @Test(
    "comes from the address of its remote",
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
    ] as [(String, ForgeLocation.Kind?, String?, String)])
  func location(_ remote: String, _ kind: ForgeLocation.Kind?, _ api: String?, _ expected: String) {
    let location = ForgeLocation(remote: remote, kind: kind, api: api)
    #expect((location.map { "\($0.kind.rawValue) \($0.repository) \($0.api)" } ?? "nil") == expected)
  }

  @Test("has a token that neither `print` nor `Mirror` shows")
  func token() {
    let token = ForgeToken("hush")
    var text = "\(token) \(String(reflecting: token))"
    dump(token, to: &text)
    #expect(!text.contains("hush"))
  }
}
