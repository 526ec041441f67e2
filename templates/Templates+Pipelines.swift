extension Templates {
  /// What a pipeline says of the lanes that it runs. All texts are such as stand for themselves, in YAML and in a shell.
  package struct Pipeline {
    let lane: String
    let asksVersion: Bool
    let hasTagLane: Bool
    let proposal: Proposal

    /// - Parameters:
    ///   - lane: The one that releases.
    ///   - asksVersion: Whether it asks for the new version.
    ///   - hasTagLane: Whether there is a lane `tagged`, for tags that somebody pushes.
    ///   - proposal: How pull requests are made where the project is hosted; systems that belong to a forge know that
    ///     themselves.
    package init(lane: String, asksVersion: Bool, hasTagLane: Bool, proposal: Proposal) {
      self.lane = lane
      self.asksVersion = asksVersion
      self.hasTagLane = hasTagLane
      self.proposal = proposal
    }
  }

  /// How a pull request is made of what is checked out.
  package enum Proposal: Sendable {
    case github, gitlab, forgejo
    /// Nobody knows: its branch is pushed.
    case byHand

    /// The lines of a script, which finds the new version in `VERSION` and the branch that it is for in `BRANCH`.
    fileprivate var lines: [String] {
      let branch = #"git push origin "HEAD:refs/heads/propose-$VERSION""#
      return switch self {
      case .github:
        [
          branch,
          #"gh pr create --base "$BRANCH" --head "propose-$VERSION" --title "Version $VERSION" --body """#,
        ]
      case .gitlab:
        [
          #"git push --push-option merge_request.create --push-option "merge_request.target=$BRANCH" \"#,
          #"  origin "HEAD:refs/heads/propose-$VERSION""#,
        ]
      case .forgejo:
        [#"git push origin "HEAD:refs/for/$BRANCH/propose-$VERSION" --push-option "title=Version $VERSION""#]
      case .byHand: [branch, #"echo "Open a pull request of propose-$VERSION for $BRANCH.""#]
      }
    }
  }

  /// The CI systems that there is a pipeline for.
  package enum PipelineKind: String, Sendable, CaseIterable {
    case github, forgejo, gitlab
    case xcodeCloud = "xcode-cloud"
    case buildkite, circleci, jenkins, bitrise

    /// Where the system looks for it, from the repository's root on.
    package var path: String {
      switch self {
      case .github: ".github/workflows/release.yml"
      case .forgejo: ".forgejo/workflows/release.yml"
      case .gitlab: ".gitlab-ci.yml"
      case .xcodeCloud: "ci_scripts/ci_post_clone.sh"
      case .buildkite: ".buildkite/pipeline.yml"
      case .circleci: ".circleci/config.yml"
      case .jenkins: "Jenkinsfile"
      case .bitrise: "bitrise.yml"
      }
    }

    /// Whether the system starts it as a program.
    package var isProgram: Bool { self == .xcodeCloud }

    fileprivate var template: String { String(decoding: resource, as: UTF8.self) }

    private var resource: [UInt8] {
      switch self {
      case .github, .forgejo: PackageResources.github_yml_mustache
      case .gitlab: PackageResources.gitlab_yml_mustache
      case .xcodeCloud: PackageResources.xcode_cloud_sh_mustache
      case .buildkite: PackageResources.buildkite_yml_mustache
      case .circleci: PackageResources.circleci_yml_mustache
      case .jenkins: PackageResources.Jenkinsfile_mustache
      case .bitrise: PackageResources.bitrise_yml_mustache
      }
    }

    /// How it has pull requests made; nil where that is not the system's own.
    fileprivate var proposal: Proposal? {
      switch self {
      case .github: .github
      case .forgejo: .forgejo
      case .gitlab: .gitlab
      case .xcodeCloud, .buildkite, .circleci, .jenkins, .bitrise: nil
      }
    }

    /// The line of a script as it stands in the pipeline.
    fileprivate func spelled(_ line: String) -> String {
      // Buildkite fills the place of a single dollar before anything runs.
      self == .buildkite ? line.split(separator: "$", omittingEmptySubsequences: false).joined(separator: "$$") : line
    }
  }

  /// The text of a pipeline.
  ///
  /// - Throws: when the template that is built into the program is broken.
  package static func pipeline(_ kind: PipelineKind, _ content: Pipeline) throws -> String {
    let proposal = kind.proposal ?? content.proposal
    return try text(
      of: kind.template,
      with: [
        "lane": .text(content.lane), "asksVersion": .flag(content.asksVersion), "hasTagLane": .flag(content.hasTagLane),
        "usesGitHub": .flag(proposal == .github), "runner": .text(kind == .forgejo ? "docker" : "ubuntu-latest"),
        "proposal": .list(proposal.lines.map { .text(kind.spelled($0)) }),
      ])
  }
}
