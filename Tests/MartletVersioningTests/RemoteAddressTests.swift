import MartletCore
import Testing

@Suite("An address of a repository on a server")
struct RemoteAddressTests {
  @Test(
    "is split into parts, in any form",
    arguments: [
      ("https://user:pass@Example.com:8443/Owner/name.git/", "https example.com 8443 Owner/name"),
      ("ssh://git@example.com:22/owner/name", "ssh example.com 22 owner/name"),
      ("https://me@work.example:pass@example.com/owner/name", "https example.com - owner/name"),
      ("git@example.com:owner/na@me.git", "short example.com - owner/na@me"),
      ("example.com/owner/name", "- example.com - owner/name"),
      ("HTTP://example.com/a.GIT", "http example.com - a"), ("C:\\a", "short c - \\a"),
      ("ssh://git@ssh.github.com:443/o/n.git", "ssh github.com 443 o/n"),
      ("git@ssh.github.com:o/n.git", "short github.com - o/n"),
      ("ssh://git@altssh.gitlab.com:443/g/s/n.git", "ssh gitlab.com 443 g/s/n"),
      ("https://www.GitHub.com/o/n", "https github.com - o/n"),
      ("https://www.example.com/o/n", "https www.example.com - o/n"),
    ])
  func parts(_ text: String, _ expected: String) throws {
    let address = try #require(RemoteAddress(text))
    let scheme = address.scheme ?? (address.isShort ? "short" : "-")
    #expect("\(scheme) \(address.host) \(address.port ?? "-") \(address.path)" == expected)
  }

  @Test(
    "names one repository in all its spellings",
    arguments: [
      ("git@github.com:o/n.git", "github.com/o/n"), ("ssh://git@ssh.github.com:443/o/n", "github.com/o/n"),
      ("https://user@www.github.com/o/n/", "github.com/o/n"), ("ssh://git@example.com:2222/o/n.git", "example.com/o/n"),
      ("https://example.com:443/o/n", "example.com/o/n"), ("http://example.com:80/o/n", "example.com/o/n"),
      ("http://example.com:443/o/n", "example.com:443/o/n"), ("https://example.com:8443/o/n", "example.com:8443/o/n"),
    ])
  func repository(_ text: String, _ expected: String) {
    #expect(RemoteAddress(text)?.repository == expected)
  }

  @Test(
    "is on a server, or a path",
    arguments: [
      ("git@github.com:o/n.git", true), ("http://example.com/o/n", true), ("../origin.git", false),
      ("/srv/o.git", false),
      ("~/o.git", false), ("file:///srv/o.git", false), ("file://host/srv/o.git", false), ("origin", false),
    ])
  func place(_ text: String, _ isOnServer: Bool) {
    #expect(RemoteAddress.isOnServer(text) == isOnServer)
  }

  @Test(
    "is nil without a host and a path",
    arguments: [
      "", "name", "https://", "https://example.com", "https://example.com:80", "://", ":", "@/:", "git@:x/y", "/a/b",
      "file:///a/b",
    ])
  func none(_ text: String) {
    #expect(RemoteAddress(text) == nil)
  }
}
