import Mustache

extension Templates {
  /// What a pipeline says of the lanes that it runs. All texts are such as stand for themselves, in YAML and in a shell.
  package struct Pipeline {
    let lane: String
    let asksVersion: Bool
    let hasTagLane: Bool

    /// - Parameters:
    ///   - lane: The one that releases.
    ///   - asksVersion: Whether it asks for the new version.
    ///   - hasTagLane: Whether there is a lane `tagged`, for tags that somebody pushes.
    package init(lane: String, asksVersion: Bool, hasTagLane: Bool) {
      self.lane = lane
      self.asksVersion = asksVersion
      self.hasTagLane = hasTagLane
    }
  }

  /// The CI systems that there is a pipeline for.
  package enum PipelineKind: String, Sendable, CaseIterable {
    case github, forgejo, gitlab

    /// Where the system looks for it, from the repository's root on.
    package var path: String {
      switch self {
      case .github: ".github/workflows/release.yml"
      case .forgejo: ".forgejo/workflows/release.yml"
      case .gitlab: ".gitlab-ci.yml"
      }
    }

    fileprivate var template: String {
      switch self {
      case .github, .forgejo: String(decoding: PackageResources.github_yml_mustache, as: UTF8.self)
      case .gitlab: String(decoding: PackageResources.gitlab_yml_mustache, as: UTF8.self)
      }
    }
  }

  /// The text of a pipeline.
  ///
  /// - Throws: when the template that is built into the program is broken.
  package static func pipeline(_ kind: PipelineKind, _ content: Pipeline) throws -> String {
    try MustacheTemplate(string: kind.template).render([
      "lane": content.lane, "asksVersion": content.asksVersion, "hasTagLane": content.hasTagLane,
      "usesGitHub": kind == .github, "runner": kind == .forgejo ? "docker" : "ubuntu-latest",
    ])
  }
}
