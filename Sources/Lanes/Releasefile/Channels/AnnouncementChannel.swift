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

  package var service: AnnouncementService {
    switch self {
    case .micropub: .micropub
    case .mastodon: .mastodon
    case .webhook(.slack): .slack
    case .webhook(.discord): .discord
    case .webhook(.teams): .teams
    case .webhook(.json): .webhook
    case .matrix: .matrix
    case .email: .email
    case .discussion: .discussion
    }
  }

  /// The name of the service in messages.
  package var displayName: String {
    if case .micropub(_, isDraft: true) = self { "\(service.name), as a draft" } else { service.name }
  }
}

extension AnnouncementService {
  /// The services of all channels, in the order of the reference.
  package static let all: [AnnouncementService] = [
    .micropub, .mastodon, .matrix, .slack, .discord, .teams, .webhook, .email, .discussion,
  ]
}

/// The JSON format of a webhook.
package enum WebhookForm: String, Hashable, Sendable, Codable {
  case slack, discord, teams
  /// The text of the announcement is the JSON.
  case json
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
