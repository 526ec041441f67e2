/// Where announcements go. Tokens, passwords and addresses of webhooks are secrets, given when something is sent.
package enum AnnouncementChannel: Sendable, Hashable {
  /// A blog with a Micropub endpoint.
  case micropub(endpoint: String, isDraft: Bool)
  /// An account of Mastodon.
  ///
  /// - Parameter server: Such as `https://mastodon.social`.
  case mastodon(server: String, visibility: String, language: String?, limit: Int)
  case webhook(WebhookForm)
  /// A room of Matrix.
  case matrix(server: String, room: String)
  case email(AnnouncementMail)
  /// A discussion on GitHub.
  case discussion(DiscussionPlace)

  /// As Mastodon counts, unless the server says otherwise.
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

/// The JSON that a webhook takes.
package enum WebhookForm: Sendable, Hashable {
  case slack, discord, teams
  /// JSON with `{{title}}`, `{{text}}` and `{{link}}` inside of its strings.
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

/// Who sends a mail, and to whom.
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

/// Where discussions of a repository are opened.
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
