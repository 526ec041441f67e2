/// The destination of an announcement. Tokens and webhook addresses are secrets: they are not part of it.
package enum AnnouncementChannel: Hashable, Sendable, Codable {
  /// A blog with a Micropub endpoint.
  case micropub(endpoint: String, isDraft: Bool)
  /// A Mastodon account.
  ///
  /// - Parameter server: Such as `https://mastodon.social`.
  case mastodon(server: String, visibility: String, language: String?)
  case webhook(WebhookForm)

  /// The address of the server; nil for a webhook, whose address is the secret.
  package var address: String? {
    switch self {
    case .micropub(let address, _), .mastodon(let address, _, _): address
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
    .micropub, .mastodon, .slack, .discord, .teams, .webhook,
  ]
}

/// The JSON format of a webhook.
package enum WebhookForm: String, Hashable, Sendable, Codable {
  case slack, discord, teams
  /// The text of the announcement is the JSON.
  case json
}
