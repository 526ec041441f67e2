import Lanes

extension ChannelErrors {
  static var all: [ChannelErrors] {
    [micropub, mastodon, slack, discord, teams, webhook]
  }

  private static var micropub: ChannelErrors {
    ChannelErrors(
      "Micropub", secret: "BLOG_TOKEN",
      rows: [
        Row(
          "a wrong token", .answer(401, #"{"error": "unauthorized"}"#),
          """
          not sent: Micropub does not accept the token
          status 401: {"error": "unauthorized"}
          hint: set `BLOG_TOKEN` to a valid token
          """),
        Row(
          "a missing scope", .answer(401, #"{"error": "insufficient_scope", "scope": "create"}"#),
          """
          not sent: the token for Micropub may not post
          status 401: {"error": "insufficient_scope", "scope": "create"}
          hint: set `BLOG_TOKEN` to a token with the scope `create`
          """),
        Row(
          "a missing scope, as the Recommendation has it since 2017",
          .answer(403, #"{"error": "insufficient_scope"}"#),
          """
          not sent: the token for Micropub may not post
          status 403: {"error": "insufficient_scope"}
          hint: set `BLOG_TOKEN` to a token with the scope `create`
          """),
        tooLong("Micropub", 413, "Request Entity Too Large"),
        Row(
          "an invalid request", .answer(400, #"{"error": "invalid_request", "error_description": "no h"}"#),
          """
          not sent: Micropub refused the announcement
          status 400: {"error": "invalid_request", "error_description": "no h"}
          """),
        Row("a lost answer, after which the list has the post", .lost(isPerformed: true), "sent"),
        lost("a lost request, after which the list has no post", "Micropub"),
      ] + limits("Micropub") + [unreachable]
    ) { host in .micropub(endpoint: "http://\(host)/micropub", isDraft: false) }
  }

  private static var mastodon: ChannelErrors {
    ChannelErrors(
      "Mastodon", secret: "SOCIAL_TOKEN",
      rows: [
        Row(
          "a wrong token", .answer(401, #"{"error": "The access token is invalid"}"#),
          """
          not sent: Mastodon does not accept the token
          status 401: {"error": "The access token is invalid"}
          hint: set `SOCIAL_TOKEN` to a valid token
          """),
        Row(
          "a missing scope", .answer(403, #"{"error": "This action is outside the authorized scopes"}"#),
          """
          not sent: the token for Mastodon may not post
          status 403: {"error": "This action is outside the authorized scopes"}
          hint: set `SOCIAL_TOKEN` to a token with the scope `write:statuses`
          """),
        tooLong("Mastodon", 422, #"{"error": "Validation failed: Text character limit of 500 exceeded"}"#),
        Row(
          "a rate limit until a date",
          .answer(
            429, #"{"error": "Too many requests"}"#,
            headers: ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "2001-01-01T10:00:00.123456Z"]),
          """
          waits 1 s: rate limit, status 429
          sent
          """),
        Row("a lost answer, after which the key counts once", .lost(isPerformed: true), "\(secondAttempt)\nsent"),
        lost("an answer that is always lost", "Mastodon", isPerformed: true, times: 6),
      ] + limits("Mastodon") + [unreachable]
    ) { host in .mastodon(server: "http://\(host)", visibility: "public", language: nil) }
  }

  private static var slack: ChannelErrors {
    webhook(
      .slack, "Slack",
      [
        wrongAddress("Slack", "a wrong address", 403, "invalid_token"),
        wrongAddress("Slack", "a webhook that was removed", 404, "no_service"),
        wrongAddress("Slack", "an archived channel", 410, "channel_is_archived"),
        tooLong("Slack", 400, "msg_too_long"),
        Row(
          "another error", .answer(400, "invalid_payload"),
          """
          not sent: Slack refused the announcement
          status 400: invalid_payload
          """),
      ])
  }

  private static var discord: ChannelErrors {
    webhook(
      .discord, "Discord",
      [
        wrongAddress("Discord", "a wrong address", 401, #"{"message": "Invalid Webhook Token", "code": 50027}"#),
        wrongAddress("Discord", "a webhook that was removed", 404, #"{"message": "Unknown Webhook", "code": 10015}"#),
        tooLong("Discord", 400, #"{"content": ["Must be 2000 or fewer in length."]}"#),
      ])
  }

  private static var teams: ChannelErrors {
    webhook(
      .teams, "Teams",
      [
        wrongAddress("Teams", "a wrong address", 401, #"{"error": {"code": "DirectApiAuthorizationRequired"}}"#),
        tooLong("Teams", 413, "Payload Too Large"),
      ])
  }

  private static var webhook: ChannelErrors {
    webhook(
      .json, "the webhook",
      [
        wrongAddress("the webhook", "a wrong address", 404, "not found"),
        wrongAddress("the webhook", "a wrong key in the address", 403, "forbidden"),
        tooLong("the webhook", 413, "Payload Too Large"),
      ])
  }

  private static func webhook(_ form: WebhookForm, _ service: String, _ rows: [Row]) -> ChannelErrors {
    ChannelErrors(
      service, secret: "TEAM_HOOK",
      rows: rows + [lost("a lost answer", service, isPerformed: true), lost("a lost request", service)]
        + limits(service) + [unreachable]
    ) { _ in .webhook(form) }
  }
}
