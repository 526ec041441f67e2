extension AnnouncementService {
  package static let slack = service(.slack, name: "Slack", limit: 4_000)

  package static let discord = service(.discord, name: "Discord", limit: 2_000)

  package static let teams = service(.teams, name: "Teams", limit: 10_000, hasTitles: true)

  /// Another webhook: the template gives its JSON.
  package static let webhook = AnnouncementService(
    id: "webhook", name: "webhook", nameInSentence: "the webhook", required: ["url_env", "template"],
    hasSecretAddress: true, destination: { _ in .webhook(.json) })

  private static func service(
    _ form: WebhookForm, name: String, limit: Int, hasTitles: Bool = false
  ) -> AnnouncementService {
    AnnouncementService(
      id: form.rawValue, name: name, required: ["url_env"], hasSecretAddress: true, hasTitles: hasTitles, limit: limit,
      destination: { _ in .webhook(form) })
  }
}
