extension AnnouncementService {
  package static let mastodon = AnnouncementService(
    id: "mastodon", name: "Mastodon", required: ["server", "token_env"],
    optional: ["visibility", "language", "pictures", "categories"],
    // The default of servers. Each link counts as 23 characters.
    limit: 500, linkLength: 23, showsHashtags: true,
    ignoresRepeat: { (0..<keyLifetime).contains($0) },
    permission: { $0 ? "the scopes `write:statuses` and `write:media`" : "the scope `write:statuses`" },
    destination: { .mastodon(server: $0.server, visibility: $0.visibility, language: $0.language) })

  /// Mastodon keeps a key for an hour. The margin is for clocks that differ.
  private static let keyLifetime: Int64 = 3_000
}
