import MartletVersioning
import Testing

@Suite("An address of a repository on a server")
struct ServerAddressTests {
  @Test(
    "is split into parts, in any form",
    arguments: [
      ("https://user:pass@Example.com:8443/Owner/name.git/", "https Example.com 8443 Owner/name"),
      ("ssh://git@example.com:22/owner/name", "ssh example.com 22 owner/name"),
      ("git@example.com:owner/na@me.git", "short example.com - owner/na@me"),
      ("example.com/owner/name", "- example.com - owner/name"),
      ("HTTP://example.com/a.GIT", "http example.com - a"), ("C:\\a", "short C - \\a"),
    ])
  func parts(_ text: String, _ expected: String) throws {
    let address = try #require(ServerAddress(text))
    let scheme = address.scheme ?? (address.isShort ? "short" : "-")
    #expect("\(scheme) \(address.host) \(address.port ?? "-") \(address.path)" == expected)
  }

  @Test(
    "is nil without a host and a path",
    arguments: [
      "", "name", "https://", "https://example.com", "https://example.com:80", "://", ":", "@/:", "git@:x/y", "/a/b",
      "file:///a/b",
    ])
  func none(_ text: String) {
    #expect(ServerAddress(text) == nil)
  }
}
