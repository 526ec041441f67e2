/// The destination of an announcement. Tokens, passwords and webhook addresses are secrets: they are not part of it.
package enum AnnouncementChannel: Hashable, Sendable, Codable {
  /// A blog with a Micropub endpoint.
  case micropub(endpoint: String, isDraft: Bool)
  /// A Mastodon account.
  ///
  /// - Parameter server: Such as `https://mastodon.social`.
  case mastodon(server: String, visibility: String, language: String?)
  case webhook(WebhookForm)
  /// A Matrix room.
  case matrix(server: String, room: String)
  case email(AnnouncementMail)
  /// A discussion on GitHub.
  case discussion(DiscussionPlace)

  /// The address of the server; nil for a webhook, whose address is the secret.
  package var address: String? {
    switch self {
    case .micropub(let address, _), .mastodon(let address, _, _), .matrix(let address, _): address
    case .email(let mail): mail.server
    case .discussion(let place): place.api
    case .webhook: nil
    }
  }

  /// The name of the service in messages.
  package var displayName: String {
    switch self {
    case .micropub(_, let isDraft): isDraft ? "Micropub, as a draft" : "Micropub"
    case .mastodon: "Mastodon"
    case .webhook(let form): form.displayName
    case .matrix: "Matrix"
    case .email: "mail"
    case .discussion: "GitHub discussion"
    }
  }

  /// Whether posts have a title beside the text.
  package var hasTitles: Bool {
    switch self {
    case .micropub, .email, .discussion, .webhook(.teams): true
    case .mastodon, .matrix, .webhook: false
    }
  }

  /// The highest number of characters of a post; nil: no limit is known.
  package var limit: Int? {
    switch self {
    // Mastodon's default; a server may set another one.
    case .mastodon: 500
    case .webhook(.discord): 2_000
    case .webhook(.slack): 4_000
    case .webhook(.teams): 10_000
    case .matrix: 20_000
    case .micropub, .email, .discussion, .webhook(.json): nil
    }
  }
}

/// The JSON format of a webhook.
package enum WebhookForm: String, Hashable, Sendable, Codable {
  case slack, discord, teams
  /// The text of the announcement is the JSON.
  case json

  fileprivate var displayName: String {
    switch self {
    case .slack: "Slack"
    case .discord: "Discord"
    case .teams: "Teams"
    case .json: "webhook"
    }
  }
}

/// The server, sender and recipients of a mail.
package struct AnnouncementMail: Hashable, Sendable, Codable {
  /// Such as `smtps://mail.example.org`.
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
package struct DiscussionPlace: Hashable, Sendable, Codable {
  /// The address of GitHub's REST API, such as `https://api.github.com`, or `https://HOST/api/v3`.
  package let api: String
  /// Such as `owner/name`.
  package let repository: String
  /// Such as `Announcements`.
  package let category: String

  package init(api: String, repository: String, category: String) {
    self.api = api
    self.repository = repository
    self.category = category
  }

  package var owner: String { String(repository.prefix { $0 != "/" }) }
  package var name: String { String(repository.dropFirst(owner.count + 1)) }
}
