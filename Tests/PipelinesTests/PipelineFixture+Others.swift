extension PipelineFixture {
  static let apple = [
    PipelineFixture(
      "xcode-cloud branch", xcodeCloud(["CI_BRANCH": "main"]), "Xcode Cloud, branch main, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "xcode-cloud tag", xcodeCloud(["CI_TAG": "1.5.0"]), "Xcode Cloud, tag 1.5.0, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "xcode-cloud pull request", xcodeCloud(xcodeCloudChange(from: "cool/app")),
      "Xcode Cloud, pull request 12 from the same repository, feature → main, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "xcode-cloud fork", xcodeCloud(xcodeCloudChange(from: "else/app")),
      "Xcode Cloud, pull request 12 from a fork, feature → main, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "bitrise branch", bitrise(["BITRISE_PULL_REQUEST": ""]), "Bitrise, branch main, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "bitrise tag", bitrise(["BITRISE_GIT_TAG": "1.5.0"]), "Bitrise, tag 1.5.0, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "bitrise pull request", bitrise(bitriseChange(from: "https://github.com/cool/app")),
      "Bitrise, pull request 12 from the same repository, feature → main, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "bitrise fork", bitrise(bitriseChange(from: "https://github.com/else/app.git")),
      "Bitrise, pull request 12 from a fork, feature → main, commit 1a2b3c4, build 17"),
  ]

  private static func xcodeCloud(_ more: [String: String]) -> [String: String] {
    [
      "CI": "TRUE", "CI_XCODE_CLOUD": "TRUE", "CI_XCODE_PROJECT": "App.xcodeproj", "CI_COMMIT": commit,
      "CI_BUILD_NUMBER": "17",
    ].merging(more) { $1 }
  }

  private static func xcodeCloudChange(from repository: String) -> [String: String] {
    [
      "CI_BRANCH": "feature", "CI_PULL_REQUEST_NUMBER": "12", "CI_PULL_REQUEST_SOURCE_BRANCH": "feature",
      "CI_PULL_REQUEST_TARGET_BRANCH": "main", "CI_PULL_REQUEST_SOURCE_REPO": repository,
      "CI_PULL_REQUEST_TARGET_REPO": "cool/app",
    ]
  }

  private static func bitrise(_ more: [String: String]) -> [String: String] {
    [
      "CI": "true", "BITRISE_IO": "true", "BITRISE_GIT_BRANCH": "main", "BITRISE_GIT_COMMIT": commit,
      "BITRISE_BUILD_NUMBER": "17", "GIT_REPOSITORY_URL": "git@github.com:cool/app.git",
    ].merging(more) { $1 }
  }

  private static func bitriseChange(from address: String) -> [String: String] {
    [
      "BITRISE_GIT_BRANCH": "feature", "BITRISE_PULL_REQUEST": "12", "BITRISEIO_GIT_BRANCH_DEST": "main",
      "BITRISEIO_PULL_REQUEST_REPOSITORY_URL": address,
    ]
  }

  static let hosted = [
    PipelineFixture(
      "buildkite branch", buildkite(["BUILDKITE_PULL_REQUEST": "false"]),
      "Buildkite, branch main, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "buildkite by hand", buildkite(["BUILDKITE_COMMIT": "HEAD"]), "Buildkite, branch main, build 17"),
    PipelineFixture(
      "buildkite tag", buildkite(["BUILDKITE_TAG": "1.5.0", "BUILDKITE_BRANCH": "1.5.0"]),
      "Buildkite, tag 1.5.0, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "buildkite pull request", buildkite(buildkiteChange(from: "git://github.com/cool/app.git")),
      "Buildkite, pull request 12 from the same repository, feature → main, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "buildkite fork", buildkite(buildkiteChange(from: "git://github.com/else/app.git")),
      "Buildkite, pull request 12 from a fork, feature → main, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "circleci branch", circleCI(["CIRCLE_BRANCH": "main"]), "CircleCI, branch main, commit 1a2b3c4, build 17"),
    PipelineFixture("circleci tag", circleCI(["CIRCLE_TAG": "1.5.0"]), "CircleCI, tag 1.5.0, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "circleci pull request",
      circleCI(["CIRCLE_BRANCH": "feature", "CIRCLE_PULL_REQUEST": "https://github.com/cool/app/pull/12"]),
      "CircleCI, pull request 12 from the same repository, feature, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "circleci fork",
      circleCI([
        "CIRCLE_BRANCH": "pull/12", "CIRCLE_PULL_REQUEST": "https://github.com/cool/app/pull/12",
        "CIRCLE_PR_NUMBER": "12", "CIRCLE_PR_REPONAME": "app",
      ]), "CircleCI, pull request 12 from a fork, pull/12, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "circleci fork by its branch alone", circleCI(["CIRCLE_BRANCH": "pull/12"]),
      "CircleCI, pull request from a fork, pull/12, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "circleci fork by its number alone", circleCI(["CIRCLE_BRANCH": "feature", "CIRCLE_PR_NUMBER": "12"]),
      "CircleCI, pull request 12 from a fork, feature, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "azure branch", azure(["BUILD_SOURCEBRANCH": "refs/heads/main"]),
      "Azure Pipelines, branch main, commit 1a2b3c4, build 20260101.1"),
    PipelineFixture(
      "azure tag", azure(["BUILD_SOURCEBRANCH": "refs/tags/1.5.0"]),
      "Azure Pipelines, tag 1.5.0, commit 1a2b3c4, build 20260101.1"),
    PipelineFixture(
      "azure pull request", azure(azureChange.merging(["SYSTEM_PULLREQUEST_ISFORK": "False"]) { $1 }),
      "Azure Pipelines, pull request 12 from the same repository, feature → main, commit 1a2b3c4, build 20260101.1"),
    PipelineFixture(
      "azure fork", azure(azureChange.merging(["SYSTEM_PULLREQUEST_ISFORK": "True"]) { $1 }),
      "Azure Pipelines, pull request 12 from a fork, feature → main, commit 1a2b3c4, build 20260101.1"),
    PipelineFixture(
      "azure pull request from somewhere", azure(azureChange),
      "Azure Pipelines, pull request 12 from an unknown repository, feature → main, commit 1a2b3c4, build 20260101.1"),
    PipelineFixture(
      "bitbucket branch", bitbucket(["BITBUCKET_BRANCH": "main"]),
      "Bitbucket Pipelines, branch main, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "bitbucket tag", bitbucket(["BITBUCKET_TAG": "1.5.0"]), "Bitbucket Pipelines, tag 1.5.0, commit 1a2b3c4, build 17"
    ),
    PipelineFixture(
      "bitbucket pull request",
      bitbucket([
        "BITBUCKET_BRANCH": "feature", "BITBUCKET_PR_ID": "12", "BITBUCKET_PR_DESTINATION_BRANCH": "main",
      ]), "Bitbucket Pipelines, pull request 12 from an unknown repository, feature → main, commit 1a2b3c4, build 17"),
  ]

  private static func buildkite(_ more: [String: String]) -> [String: String] {
    [
      "CI": "true", "BUILDKITE": "true", "BUILDKITE_BRANCH": "main", "BUILDKITE_COMMIT": commit, "BUILDKITE_TAG": "",
      "BUILDKITE_BUILD_NUMBER": "17", "BUILDKITE_REPO": "git@github.com:cool/app.git",
    ].merging(more) { $1 }
  }

  private static func buildkiteChange(from address: String) -> [String: String] {
    [
      "BUILDKITE_BRANCH": "feature", "BUILDKITE_PULL_REQUEST": "12", "BUILDKITE_PULL_REQUEST_BASE_BRANCH": "main",
      "BUILDKITE_PULL_REQUEST_REPO": address,
    ]
  }

  private static func circleCI(_ more: [String: String]) -> [String: String] {
    ["CI": "true", "CIRCLECI": "true", "CIRCLE_SHA1": commit, "CIRCLE_BUILD_NUM": "17"].merging(more) { $1 }
  }

  private static func azure(_ more: [String: String]) -> [String: String] {
    [
      "TF_BUILD": "True", "BUILD_SOURCEVERSION": commit, "BUILD_BUILDNUMBER": "20260101.1",
      "SYSTEM_COLLECTIONURI": "https://dev.azure.com/cool/",
    ].merging(more) { $1 }
  }

  private static let azureChange = [
    "BUILD_SOURCEBRANCH": "refs/pull/12/merge", "SYSTEM_PULLREQUEST_PULLREQUESTNUMBER": "12",
    "SYSTEM_PULLREQUEST_SOURCEBRANCH": "refs/heads/feature", "SYSTEM_PULLREQUEST_TARGETBRANCH": "main",
  ]

  private static func bitbucket(_ more: [String: String]) -> [String: String] {
    [
      "CI": "true", "BITBUCKET_COMMIT": commit, "BITBUCKET_BUILD_NUMBER": "17",
      "BITBUCKET_GIT_HTTP_ORIGIN": "https://bitbucket.org/cool/app",
    ].merging(more) { $1 }
  }

  static let jenkins = [
    PipelineFixture(
      "jenkins branch", jenkins(["BRANCH_NAME": "main"]), "Jenkins, branch main, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "jenkins branch of a simple job", jenkins(["GIT_BRANCH": "origin/release/1.x"]),
      "Jenkins, branch release/1.x, commit 1a2b3c4, build 17"),
    PipelineFixture("jenkins commit", jenkins(["GIT_BRANCH": "detached"]), "Jenkins, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "jenkins tag", jenkins(["BRANCH_NAME": "1.5.0", "TAG_NAME": "1.5.0"]),
      "Jenkins, tag 1.5.0, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "jenkins pull request",
      jenkins(["BRANCH_NAME": "PR-12", "CHANGE_ID": "12", "CHANGE_BRANCH": "feature", "CHANGE_TARGET": "main"]),
      "Jenkins, pull request 12 from the same repository, feature → main, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "jenkins fork",
      jenkins([
        "BRANCH_NAME": "PR-12", "CHANGE_ID": "12", "CHANGE_BRANCH": "feature", "CHANGE_TARGET": "main",
        "CHANGE_FORK": "else",
      ]), "Jenkins, pull request 12 from a fork, feature → main, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "jenkins pull request of a plugin",
      jenkins(["ghprbPullId": "12", "ghprbSourceBranch": "feature", "ghprbTargetBranch": "main"]),
      "Jenkins, pull request 12 from an unknown repository, feature → main, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "jenkins merge request of a plugin",
      jenkins([
        "gitlabMergeRequestIid": "12", "gitlabSourceBranch": "feature", "gitlabTargetBranch": "main",
        "gitlabSourceRepoHttpUrl": "https://gitlab.com/else/app.git",
        "gitlabTargetRepoHttpUrl": "https://gitlab.com/cool/app.git",
      ]), "Jenkins, pull request 12 from a fork, feature → main, commit 1a2b3c4, build 17"),
  ]

  private static func jenkins(_ more: [String: String]) -> [String: String] {
    [
      "JENKINS_URL": "https://ci.example.com/", "BUILD_ID": "17", "BUILD_NUMBER": "17", "GIT_COMMIT": commit,
    ].merging(more) { $1 }
  }
}
