extension Forge {
  /// Forgejo and Gitea, such as Codeberg.
  package static let forgejo = Forge(
    id: "forgejo", name: "Forgejo", interface: .forgejo, host: "codeberg.org", otherHosts: ["www.codeberg.org"],
    hostWords: ["forgejo", "gitea"],
    tokenVariables: [
      TokenVariable("FORGEJO_TOKEN"), TokenVariable("GITEA_TOKEN"), TokenVariable("CODEBERG_TOKEN"),
    ],
    permission: "write to the repository (scope `write:repository`)", draftPrefix: "WIP: ", pullRequests: "pull/",
    releasePath: { "releases/tag/\($0)" }, assetPath: { "releases/download/\($0)/\($1)" }, api: { $0 + "/api/v1" },
    hasDrafts: true,
    // The rule of GitHub, because assets are downloaded by path.
    assetNames: AssetNameRule(marks: "._-+", notFirst: ".", notLast: "."),
    // `GetLatestReleaseByRepoID` selects by time of creation (models/repo/release.go).
    marksPrereleases: true, marksLatest: false,
    // `pushUpdateAddTags` in services/repository/push.go.
    pushPublishes: true,
    proposal: [#"git push origin "HEAD:refs/for/$BRANCH/propose-$VERSION" --push-option "title=Version $VERSION""#])
}
