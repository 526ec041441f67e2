import MartletCore
import Steps
import TestSupport
import Testing

@Suite("A secret in a Fastfile")
struct SecretTextTests {
  @Test(
    "is not repeated in the comments of the Releasefile",
    arguments: [
      ("some_plugin(api_token: 'abc123def')", "some_plugin(api_token: '…')"),
      ("some_plugin(\"password\" => \"abc123 def\")", "some_plugin(\"password\" => \"…\")"),
      ("ENV['API_TOKEN'] = 'abc123'", "ENV['API_TOKEN'] = '…'"), ("match_password('abc')", "match_password('…')"),
      (
        "some_plugin(slack_url: 'https://hooks.slack.com/services/T0/B0/x')",
        "some_plugin(slack_url: 'https://hooks.slack.com/…')"
      ),
      ("hook('https://example.com/api/webhooks/12/ab')", "hook('https://example.com/api/webhooks/…')"),
      ("clone('https://me:abc@example.com/a.git')", "clone('https://…@example.com/a.git')"),
      ("some_plugin(id: 'ghp_0123456789abcdefABCD')", "some_plugin(id: '…')"),
      ("some_plugin(id: '0123456789abcdef0123456789abcdef')", "some_plugin(id: '…')"),
      ("list.each { |x| sh \"up --token abc123 #{x}\" }", "list.each { |x| sh \"up --token … #{x}\" }"),
      ("`curl -H 'Authorization: Bearer abc123def'`", "`curl -H 'Authorization: Bearer …'`"),
      ("system 'A_KEY=abc123 make'", "system 'A_KEY=… make'"),
    ])
  func hidden(statement: String, expected: String) {
    let body = steps(statement)
    #expect(body.hasSuffix(": \(expected)"), "\(body)")
    #expect(!body.contains("abc"), "\(body)")
  }

  @Test(
    "is one only if it is a literal with such a name or form",
    arguments: [
      "some_plugin(api_token: ENV['API_TOKEN'])", "some_plugin(api_token: token, name: 'a')",
      "some_plugin(api_token: \"#{token}\")", "some_plugin(scheme: 'CoolApp', path: 'a/b/c')",
      "some_plugin(url: 'https://example.com/a')", "some_plugin(author: 'me')", "some_plugin if options[:key] == 1",
    ])
  func kept(statement: String) {
    #expect(steps(statement).hasSuffix(": \(statement)"), "\(steps(statement))")
  }
}
