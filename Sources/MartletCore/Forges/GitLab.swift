extension Forge {
  package static let gitlab = Forge(
    id: "gitlab", name: "GitLab", interface: .gitLab, host: "gitlab.com",
    // "GitLab.com now supports an alternate git+ssh port" (GitLab, 2016).
    otherHosts: ["altssh.gitlab.com", "www.gitlab.com"], hostWords: ["gitlab"],
    tokenVariables: [TokenVariable("GITLAB_TOKEN"), TokenVariable("CI_JOB_TOKEN", of: .job)],
    permission: "use the API (scope `api`, role Developer)", pagePrefix: "-/", draftPrefix: "Draft: ",
    pullRequests: "merge_requests/",
    releasePath: { "-/tags/\($0)" }, assetPath: { "-/releases/\($0)/downloads/\($1)" }, api: { $0 + "/api/v4" },
    hasDrafts: false, notesLengthLimit: 1_000_000,
    // `FILEPATH_REGEX` and `FILEPATH_MAX_LENGTH` of app/models/releases/link.rb, which count the slash before the name.
    // Names of files in generic packages may have more characters (lib/gitlab/regex/packages.rb).
    assetNames: AssetNameRule(marks: "._-", notLast: "._-", lengths: 3...127), marksPrereleases: false,
    marksLatest: false,
    proposal: [
      #"git push --push-option merge_request.create --push-option "merge_request.target=$BRANCH" \"#,
      #"  origin "HEAD:refs/heads/propose-$VERSION""#,
    ])
}
