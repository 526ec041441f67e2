extension CISystem {
  package static let azure = CISystem(
    "azure", name: "Azure Pipelines", configuration: ["azure-pipelines.yml"],
    isDetected: { $0["TF_BUILD"] != nil },
    read: { $0.readAzure($1) },
    log: LogMarkup(beginning: { "##[group]" + $0.title }, end: { _, _ in "##[endgroup]" }),
    wholeClone: CloneRemedy(place: "below `- checkout: self`", lines: ["fetchDepth: 0", "fetchTags: true"]))
}

extension Pipeline {
  /// https://learn.microsoft.com/en-us/azure/devops/pipelines/build/variables
  fileprivate mutating func readAzure(_ variables: PipelineVariables) {
    let reference = variables["BUILD_SOURCEBRANCH"] ?? ""
    if reference.hasPrefix("refs/heads/") { branch = variables.branch("BUILD_SOURCEBRANCH") }
    if reference.hasPrefix("refs/tags/") { tag = variables.tag("BUILD_SOURCEBRANCH") }
    commit = variables.commit("BUILD_SOURCEVERSION")
    buildNumber = variables["BUILD_BUILDNUMBER"]
    server = variables["SYSTEM_COLLECTIONURI"]
    // Azure Repos sets an id, GitHub repositories also a number.
    let number = ["NUMBER", "ID"].lazy.compactMap { variables["SYSTEM_PULLREQUEST_PULLREQUEST\($0)"] }.first
    guard number != nil || reference.hasPrefix("refs/pull/") else { return }
    let isFork = variables["SYSTEM_PULLREQUEST_ISFORK"] != nil
    pullRequest = PullRequest(
      number: number, source: variables.branch("SYSTEM_PULLREQUEST_SOURCEBRANCH"),
      target: variables.branch("SYSTEM_PULLREQUEST_TARGETBRANCH"),
      origin: isFork ? .fork : variables.isDenied("SYSTEM_PULLREQUEST_ISFORK") ? .sameRepository : .unknown)
  }
}
