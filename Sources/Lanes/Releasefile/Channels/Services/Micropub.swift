extension AnnouncementService {
  /// A blog with a Micropub endpoint.
  package static let micropub = AnnouncementService(
    id: "micropub", name: "Micropub", required: ["endpoint", "token_env"],
    optional: ["draft", "pictures", "categories"], hasTitles: true, listsPosts: true,
    permission: { $0 ? "the scopes `create` and `media`" : "the scope `create`" },
    destination: { .micropub(endpoint: $0.endpoint, isDraft: $0.isDraft) })
}
