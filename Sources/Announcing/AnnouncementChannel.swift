/// The destination of an announcement. Tokens, passwords and webhook addresses are secrets, passed when it is sent.
package enum AnnouncementChannel: Sendable, Hashable {
  /// A blog with a Micropub endpoint.
  case micropub(endpoint: String, isDraft: Bool)
  /// A Mastodon account.
  ///
  /// - Parameter server: Such as `https://mastodon.social`.
  case mastodon(server: String, visibility: String, language: String?, limit: Int)
  case webhook(WebhookForm)
  /// A Matrix room.
  case matrix(server: String, room: String)
  case email(AnnouncementMail)
  /// A discussion on GitHub.
  case discussion(DiscussionPlace)

  /// Mastodon's default limit; a server may set another one.
  package static let mastodonLimit = 500

  /// The exact text that is posted, for the plan.
  package func text(of announcement: Announcement) -> String {
    switch self {
    case .micropub: announcement.text + (announcement.link.map { "\n\n\($0)" } ?? "")
    case .mastodon(_, _, _, let limit):
      announcement.fitted(to: limit, linkLength: Self.mastodonLinkLength, hasTags: true)
    case .webhook(let form): form.text(of: announcement)
    case .matrix: announcement.fitted(to: 20_000)
    case .discussion: announcement.text + (announcement.link.map { "\n\n\($0)" } ?? "")
    case .email: announcement.text + (announcement.link.map { "\n\n\($0)" } ?? "") + "\n"
    }
  }

  /// Mastodon counts each link as 23 characters.
  static let mastodonLinkLength = 23
}

/// The JSON format of a webhook.
package enum WebhookForm: Sendable, Hashable {
  case slack, discord, teams
  /// JSON with `{{title}}`, `{{text}}` and `{{link}}` inside its strings.
  case template(String)

  func text(of announcement: Announcement) -> String {
    switch self {
    case .slack: announcement.fitted(to: 4_000)
    case .discord: announcement.fitted(to: 2_000)
    case .teams: announcement.fitted(to: 10_000)
    case .template: announcement.text
    }
  }
}

/// The server, sender and recipients of a mail.
package struct AnnouncementMail: Sendable, Hashable {
  package let server: String
  package let user: String?
  package let sender: String
  package let recipients: [String]

  package init(server: String, user: String? = nil, sender: String, recipients: [String]) {
    self.server = server
    self.user = user
    self.sender = sender
    self.recipients = recipients
  }
}

/// The repository and category of a discussion.
package struct DiscussionPlace: Sendable, Hashable {
  /// The address of GitHub's REST API, such as `https://api.github.com`, or `https://HOST/api/v3`.
  package let api: String
  package let owner: String
  package let name: String
  /// Such as `Announcements`.
  package let category: String

  package init(api: String, owner: String, name: String, category: String) {
    self.api = api
    self.owner = owner
    self.name = name
    self.category = category
  }
}
