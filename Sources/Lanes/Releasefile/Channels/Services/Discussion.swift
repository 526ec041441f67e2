extension AnnouncementService {
  /// A discussion in the project's repository on GitHub.
  package static let discussion = AnnouncementService(
    id: "github_discussion", name: "GitHub discussion", nameInSentence: "GitHub", required: ["category"],
    optional: ["token_env"], hasTitles: true, listsPosts: true,
    permission: { _ in "the permission `Discussions: write`" }, destination: { _ in nil })
}
