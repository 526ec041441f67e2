import Testing

@testable import HTTP

@Suite("An address")
struct HTTPAddressTests {
  @Test(
    "is https, or http on this machine alone",
    arguments: [
      ("https://api.github.com/repos", "https", "api.github.com"),
      ("HTTPS://API.GitHub.com:443/x?y=z", "https", "api.github.com"),
      ("http://127.0.0.1:8080/api", "http", "127.0.0.1"),
      ("http://localhost/", "http", "localhost"),
      ("http://[::1]:80/", "http", "::1"),
    ])
  func valid(_ text: String, _ scheme: String, _ host: String) throws {
    let address = try HTTPAddress(text)
    #expect(address.scheme == scheme)
    #expect(address.host == host)
  }

  @Test(
    "is refused otherwise",
    arguments: [
      ("http://example.com/", "`http://example.com/` would send data unencrypted"),
      ("http://127.0.0.1.example.com/", "`http://127.0.0.1.example.com/` would send data unencrypted"),
      ("http://localhost.example.com/", "`http://localhost.example.com/` would send data unencrypted"),
      ("ftp://example.com/", "`ftp://example.com/` is not a valid address"),
      ("file:///etc/passwd", "`file:///etc/passwd` is not a valid address"),
      ("https://me:secret@example.com/", "`https://me:secret@example.com/` is not a valid address"),
      ("https://example.com/a b", "`https://example.com/a b` is not a valid address"),
      ("https://", "`https://` is not a valid address"),
      ("example.com", "`example.com` is not a valid address"),
    ])
  func invalid(_ text: String, _ message: String) {
    #expect { try HTTPAddress(text) } throws: { $0.firstMessage == message }
  }

  @Test(
    "leads on to another one by a redirect, but from elsewhere never to this machine",
    arguments: [
      ("https://a.example/x", "/y?z", "https://a.example/y?z"),
      ("https://a.example/x", "https://b.example/y", "https://b.example/y"),
      ("https://a.example/x", "http://b.example/y", nil),
      ("https://a.example/x", "https://127.0.0.1/y", nil),
      ("https://a.example/x", "//b.example/y", nil),
      ("http://127.0.0.1:1/x", "/y", "http://127.0.0.1:1/y"),
    ] as [(String, String, String?)])
  func redirect(_ from: String, _ target: String, _ expected: String?) throws {
    #expect(try HTTPAddress(from).redirected(to: target)?.text == expected)
  }

  @Test("encodes everything but letters, digits and `-._~`")
  func encoding() {
    #expect("v1.2.0-β 1/2?&=#%+~_".percentEncoded == "v1.2.0-%CE%B2%201%2F2%3F%26%3D%23%25%2B~_")
    #expect("owner/näme".percentEncoded(keeping: "/") == "owner/n%C3%A4me")
  }
}
