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
}
