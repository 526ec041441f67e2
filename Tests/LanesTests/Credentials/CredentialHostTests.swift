import Testing

@testable import Lanes

@Suite("The server of a credential")
struct CredentialHostTests {
  @Test(
    "has the name and the port of the address, without the usual port",
    arguments: [
      ("https://GitHub.com/owner/name.git", "github.com"), ("https://github.com:443/", "github.com"),
      ("https://me@git.example.com:8443/o/n", "git.example.com:8443"), ("https://github.com", "github.com"),
      ("http://127.0.0.1:4711/o", "127.0.0.1:4711"), ("http://[::1]:80/", "[::1]"),
      ("smtps://mail.example.org", nil),
      ("https://me:p%40ss@github.com?x=y", "github.com"),
    ])
  func text(address: String, expected: String?) {
    #expect(CredentialHost(address: address)?.text == expected)
  }

  @Test(
    "is unknown in an address that programs read differently, and in one without a server",
    arguments: [
      "https://github.com\\@evil.example/", "https://github.com@a@evil.example/", "https://github.com evil.example/",
      "https://gïthub.com/", "https:///path", "https://:443/", "https://github.com:https/", "https://[::1/",
      "git@github.com:owner/name.git", "ssh://git@github.com/owner/name", "../other.git", "file:///tmp/x",
      "ext::https://github.com/", "https://.github.com/", "https://git\nhub.com/",
    ])
  func unknown(address: String) {
    #expect(CredentialHost(address: address) == nil)
  }

  @Test(
    "keeps secrets with encryption, and without it only on this machine",
    arguments: [
      ("https://vm/", true), ("http://localhost:1/", true),
      ("http://127.0.0.1/", true), ("http://[::1]/", true), ("http://vm/", false), ("http://127.1/", false),
      ("http://127.0.0.1.evil.example/", false), ("http://2130706433/", false),
      ("http://localhost.evil.example/", false),
      ("http://[::ffff:127.0.0.1]/", false), ("http://0.0.0.0/", false),
    ])
  func encryption(address: String, expected: Bool) {
    #expect((CredentialHost(address: address)?.keepsSecrets ?? false) == expected)
  }
}

@Suite("A binding of a credential to a server")
struct CredentialBindingTests {
  @Test(
    "covers the server with that name and that port, or with the usual port",
    arguments: [
      ("T=git.example.com", "https://git.example.com/o/n", true),
      ("T=GIT.example.com", "https://git.Example.com", true),
      ("T=git.example.com", "https://git.example.com:8443/", false),
      ("T=git.example.com:8443", "https://git.example.com/", false),
      ("T=git.example.com:443", "https://git.example.com/", true), ("T=example.com", "https://git.example.com/", false),
      ("T=[::1]:4711", "http://[::1]:4711/", true), ("U=git.example.com", "https://git.example.com/", false),
      ("T=git.example.com", "https://git.example.com.evil.example/", false),
      ("T=github.com", "https://uploads.github.com/x", true), ("T=octo.ghe.com", "https://api.octo.ghe.com/", true),
      ("T=ghe.com", "https://api.octo.ghe.com/", false), ("T=example.com", "https://api.example.com/", false),
    ])
  func covers(binding: String, address: String, expected: Bool) throws {
    let server = try #require(CredentialHost(address: address))
    let homes = CredentialHomes(bindings: try CredentialBinding.list(binding))
    #expect(homes.covers("T", server) == expected)
  }

  @Test(
    "is not a pattern, an address or a half",
    arguments: ["T=*", "T=*.example.com", "T=https://example.com", "T=", "=example.com", "T", "1T=a", "T=a:b", "T=a/b"])
  func invalid(text: String) {
    #expect(CredentialBinding(text) == nil)
    #expect(throws: (any Error).self) { try CredentialBinding.list("A=b,\(text)") }
  }

  @Test("is written as it is read, in a list with commas")
  func list() throws {
    let text = "A=one.example,B=two.example:8443,C=[::1]:1"
    #expect(try CredentialBinding.list(text).map(\.description).joined(separator: ",") == text)
    #expect(try CredentialBinding.list(" A=b , ,").map(\.description) == ["A=b"])
    #expect(try CredentialBinding.list("") == [])
  }
}
