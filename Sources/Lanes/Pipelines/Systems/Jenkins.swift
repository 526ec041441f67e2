extension CISystem {
  package static let jenkins = CISystem(
    "jenkins", name: "Jenkins", configuration: ["Jenkinsfile"],
    isDetected: { $0["JENKINS_URL"] != nil && $0["BUILD_ID"] != nil },
    read: { $0.readJenkins($1) },
    wholeClone: CloneRemedy(
      place: "among the extensions of the checkout", lines: ["cloneOption(shallow: false, noTags: false)"]),
    pipeline: PipelineFile(path: "Jenkinsfile", template: .jenkins))
}

extension Pipeline {
  /// `env-vars.html` of Jenkins and of the plugins below. For a tag, `BRANCH_NAME` is the tag, and for a pull request,
  /// a generated name.
  fileprivate mutating func readJenkins(_ variables: PipelineVariables) {
    tag = variables.tag("TAG_NAME")
    commit = variables.commit("GIT_COMMIT")
    buildNumber = variables["BUILD_NUMBER"]
    server = variables["JENKINS_URL"]
    pullRequest =
      Self.change(in: variables) ?? Self.gitHubPluginChange(in: variables) ?? Self.gitLabPluginChange(in: variables)
      ?? Self.otherChange(in: variables)
    if pullRequest == nil, tag == nil { branch = Self.branch(in: variables) }
  }

  /// Returns the branch. `GIT_BRANCH` has the remote's name as a prefix.
  private static func branch(in variables: PipelineVariables) -> String? {
    if let name = variables.branch("BRANCH_NAME") { return name }
    if let name = variables.branch("GIT_LOCAL_BRANCH"), name != "detached" { return name }
    guard let name = variables.branch("GIT_BRANCH"), name != "detached" else { return nil }
    return name.hasPrefix("origin/") ? String(name.dropFirst("origin/".count)) : name
  }

  /// Returns the change of a multibranch project, which sets `CHANGE_FORK` only for a fork.
  private static func change(in variables: PipelineVariables) -> PullRequest? {
    variables["CHANGE_ID"].map { number in
      PullRequest(
        number: number, source: variables.branch("CHANGE_BRANCH"), target: variables.branch("CHANGE_TARGET"),
        origin: variables["CHANGE_FORK"] == nil ? .sameRepository : .fork)
    }
  }

  /// Returns the pull request of the plugin `ghprb`, which does not name the source repository.
  private static func gitHubPluginChange(in variables: PipelineVariables) -> PullRequest? {
    variables["ghprbPullId"].map { number in
      PullRequest(
        number: number, source: variables.branch("ghprbSourceBranch"), target: variables.branch("ghprbTargetBranch"),
        origin: .unknown)
    }
  }

  /// Returns the change of a plugin that names only its number, or of a job that builds a reference of a pull request.
  ///
  /// The variables are those of the plugins GitHub Integration, Gerrit Trigger, and Bitbucket Push and Pull Request.
  private static func otherChange(in variables: PipelineVariables) -> PullRequest? {
    let numbers = ["GITHUB_PR_NUMBER", "GERRIT_CHANGE_NUMBER", "BITBUCKET_PULL_REQUEST_ID", "pullRequestId"]
    if let number = numbers.lazy.compactMap({ variables[$0] }).first {
      return PullRequest(number: number, target: variables.branch("GITHUB_PR_TARGET_BRANCH"), origin: .unknown)
    }
    let folders = ["pr", "pull", "PR", "merge-requests", "merge_requests", "pull-requests", "changes"]
    let parts = (variables["GERRIT_REFSPEC"] ?? variables["GIT_BRANCH"] ?? "").split(separator: "/")
      .drop { ["refs", "remotes", "origin"].contains($0) }
    return parts.count > 1 && folders.contains(String(parts[parts.startIndex])) ? PullRequest(origin: .unknown) : nil
  }

  private static func gitLabPluginChange(in variables: PipelineVariables) -> PullRequest? {
    variables["gitlabMergeRequestIid"].map { number in
      PullRequest(
        number: number, source: variables.branch("gitlabSourceBranch"), target: variables.branch("gitlabTargetBranch"),
        origin: .init(
          variables.repository("gitlabSourceRepoHttpUrl"), in: variables.repository("gitlabTargetRepoHttpUrl")))
    }
  }
}
