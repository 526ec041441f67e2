// The other systems that somebody else runs.
extension Pipeline {
  /// https://buildkite.com/docs/pipelines/configure/environment-variables: of a tag, `BUILDKITE_BRANCH` is the tag, and
  /// of a pull request the source; the commit may be `HEAD`.
  init(buildkite variables: PipelineVariables) {
    self.init(.buildkite)
    tag = variables.tag("BUILDKITE_TAG")
    commit = variables.commit("BUILDKITE_COMMIT")
    buildNumber = variables["BUILDKITE_BUILD_NUMBER"]
    if let number = variables["BUILDKITE_PULL_REQUEST"] {
      pullRequest = PullRequest(
        number: number, source: variables.branch("BUILDKITE_BRANCH"),
        target: variables.branch("BUILDKITE_PULL_REQUEST_BASE_BRANCH"),
        origin: .init(variables.repository("BUILDKITE_PULL_REQUEST_REPO"), in: variables.repository("BUILDKITE_REPO")))
    } else if tag == nil {
      branch = variables.branch("BUILDKITE_BRANCH")
    }
  }

  /// https://circleci.com/docs/reference/variables/: `CIRCLE_PR_NUMBER` and its like are there for forks alone.
  init(circleCI variables: PipelineVariables) {
    self.init(.circleci)
    tag = variables.tag("CIRCLE_TAG")
    commit = variables.commit("CIRCLE_SHA1")
    buildNumber = variables["CIRCLE_BUILD_NUM"]
    let source = variables["CIRCLE_BRANCH"] ?? ""
    let isFork =
      ["CIRCLE_PR_NUMBER", "CIRCLE_PR_REPONAME", "CIRCLE_PR_USERNAME"].contains { variables[$0] != nil }
      || source.hasPrefix("pull/")
    if isFork || variables["CIRCLE_PULL_REQUEST"] != nil {
      let address = variables["CIRCLE_PULL_REQUEST"]?.split(separator: "/").last.map(String.init)
      pullRequest = PullRequest(
        number: variables["CIRCLE_PR_NUMBER"] ?? address, source: variables.branch("CIRCLE_BRANCH"),
        origin: isFork ? .fork : .sameRepository)
    } else if tag == nil {
      branch = variables.branch("CIRCLE_BRANCH")
    }
  }

  /// https://learn.microsoft.com/en-us/azure/devops/pipelines/build/variables
  init(azure variables: PipelineVariables) {
    self.init(.azure)
    let reference = variables["BUILD_SOURCEBRANCH"] ?? ""
    if reference.hasPrefix("refs/heads/") { branch = variables.branch("BUILD_SOURCEBRANCH") }
    if reference.hasPrefix("refs/tags/") { tag = variables.tag("BUILD_SOURCEBRANCH") }
    commit = variables.commit("BUILD_SOURCEVERSION")
    buildNumber = variables["BUILD_BUILDNUMBER"]
    server = variables["SYSTEM_COLLECTIONURI"]
    // Its own repositories know an id, those of GitHub a number as well.
    let number = ["NUMBER", "ID"].lazy.compactMap { variables["SYSTEM_PULLREQUEST_PULLREQUEST\($0)"] }.first
    guard number != nil || reference.hasPrefix("refs/pull/") else { return }
    let isFork = variables["SYSTEM_PULLREQUEST_ISFORK"] != nil
    pullRequest = PullRequest(
      number: number, source: variables.branch("SYSTEM_PULLREQUEST_SOURCEBRANCH"),
      target: variables.branch("SYSTEM_PULLREQUEST_TARGETBRANCH"),
      origin: isFork ? .fork : variables.isDenied("SYSTEM_PULLREQUEST_ISFORK") ? .sameRepository : .unknown)
  }

  /// https://support.atlassian.com/bitbucket-cloud/docs/variables-and-secrets/: in a pull request, `BITBUCKET_BRANCH` is
  /// the source; whose it is nothing says.
  init(bitbucket variables: PipelineVariables) {
    self.init(.bitbucket)
    tag = variables.tag("BITBUCKET_TAG")
    commit = variables.commit("BITBUCKET_COMMIT")
    buildNumber = variables["BITBUCKET_BUILD_NUMBER"]
    server = variables["BITBUCKET_GIT_HTTP_ORIGIN"]
    if let number = variables["BITBUCKET_PR_ID"] {
      pullRequest = PullRequest(
        number: number, source: variables.branch("BITBUCKET_BRANCH"),
        target: variables.branch("BITBUCKET_PR_DESTINATION_BRANCH"), origin: .unknown)
    } else if tag == nil {
      branch = variables.branch("BITBUCKET_BRANCH")
    }
  }
}
