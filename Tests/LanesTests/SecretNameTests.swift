import Lanes
import Testing

@Suite("The name of a variable")
struct SecretNameTests {
  @Test(
    "looks secret",
    arguments: [
      "NPM_TOKEN", "token", "GITHUB_TOKEN", "MATCH_PASSWORD", "PGPASSWD", "clientSecret", "PRIVATE_PEM", "API_KEY",
      "apikey", "BASIC_AUTH", "AUTHORIZATION", "GOOGLE_APPLICATION_CREDENTIALS", "SLACK_WEBHOOK_URL", "NPM_AUTHTOKEN",
    ])
  func likely(name: String) {
    #expect(SecretName.isLikely(name))
  }

  @Test(
    "looks harmless",
    arguments: ["HOME", "PATH", "GIT_AUTHOR_NAME", "AUTHORS", "USER", "MARTLET_VERSION", "GIT_CONFIG_KEY_0", "", "CI"])
  func unlikely(name: String) {
    #expect(!SecretName.isLikely(name))
  }

  private static let letters = String(repeating: "aB3", count: 12)

  @Test(
    "is not needed for a value that shows that it is secret",
    arguments: [
      "ghp_\(letters)", "github_pat_\(letters)", "glpat-\(letters)", "AKIAIOSFODNN7EXAMPLE", "xoxb-1234-\(letters)",
      "Bearer ghs_\(letters).", "https://me:hush@example.com/x", "x https://a.example y http://:p@b", "npm_\(letters)",
      "-----BEGIN PRIVATE KEY-----\nMIG", "sk_live_\(letters)",
    ])
  func likely(value: String) {
    #expect(SecretName.isLikely(value: value))
  }

  @Test(
    "decides alone for other values",
    arguments: [
      "", "1.5.0", "https://example.com/a:b@c", "git@github.com:o/n", "ssh://git@host/x", "AKIA", "ghp_",
      "skip_this_long_name_1",
      "https://me@example.com", "Release 1.5.0 at https://example.com:8443/x@y", "https://me:@example.com",
    ])
  func unlikely(value: String) {
    #expect(!SecretName.isLikely(value: value))
  }
}
