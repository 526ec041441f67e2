import BuiltInTemplates
import MartletCore

/// The pipeline that `martlet init --ci` writes for a CI system.
package struct PipelineFile: Sendable {
  /// Whether the system reads all files of its folder.
  package var isOneOfSeveral: Bool { path.contains("/workflows/") }

  /// Returns the usual path for the lane.
  package func path(ofLane lane: String) -> String {
    isOneOfSeveral ? path.replacing("release.yml", with: "\(lane).yml") : path
  }

  /// Whether the pipeline can keep the pull request of a release.
  package var isOfForge: Bool { forge != nil }
  /// The path at which the system reads it, from the repository's root.
  package let path: String
  /// Whether the system executes the file, so that it needs the executable permission.
  package let isProgram: Bool
  private let template: BuiltInTemplate
  /// The runner of its jobs.
  private let runner: String
  /// The runner of a job that needs a Mac.
  private let macRunner: String
  /// Nil for a system that belongs to no forge.
  private let forge: Forge?
  /// The variable for the job's token; empty for a system that sets it.
  private let tokenVariable: String
  /// Escapes a line of a script for the file.
  private let spelling: @Sendable (String) -> String

  init(
    path: String, template: BuiltInTemplate, isProgram: Bool = false, runner: String = "ubuntu-latest",
    macRunner: String = "macos-latest", forge: Forge? = nil, tokenVariable: String = "",
    spelling: @escaping @Sendable (String) -> String = { $0 }
  ) {
    self.path = path
    self.template = template
    self.isProgram = isProgram
    self.runner = runner
    self.macRunner = macRunner
    self.forge = forge
    self.tokenVariable = tokenVariable
    self.spelling = spelling
  }

  /// Whether the file has a job that builds the files that the lane does not make, and passes them with `--artifacts`.
  private var hasBuildJob: Bool { forge == .github || forge == .gitlab }

  /// Returns what the user has to add for the files that the lane does not make.
  package func remark(on content: Content) -> String {
    "no step of `\(content.lane)` makes \(content.filesOfOtherJobs.quotedList): "
      + (hasBuildJob
        ? "complete the job `build`" : "get the files and name their folder with `--artifacts`, at `DECIDE`")
  }

  /// Returns the text of the pipeline.
  ///
  /// - Throws: `MustacheError` when the template is malformed.
  package func text(_ content: Content) throws -> String {
    let forge = forge ?? content.forge
    let required = content.requiredVariables.filter { $0 != tokenVariable }
    let secrets = content.secrets.filter { $0 != tokenVariable }
    let release = content.release
    let values: TemplateValue = [
      "lane": .text(content.lane), "asksVersion": .flag(content.asksVersion), "hasTagLane": .flag(content.hasTagLane),
      "announces": .flag(content.announces),
      "attests": .flag(content.attestedChecksums != nil && forge == .github),
      "checksums": .text(content.attestedChecksums?.asYAMLFlowScalar ?? ""),
      "isProposed": .flag(content.isProposed), "takesVersion": .flag(content.asksVersion || content.proposesVersion),
      "proposesVersion": .flag(content.proposesVersion),
      "proposes": .flag(content.isProposed || content.proposesVersion),
      "needsProgram": .flag(forge == .github && content.proposesVersion),
      "branches": .text(content.branches.map(\.asYAMLFlowScalar).joined(separator: ", ")),
      "branchRule": .text(content.branchRule), "branchNames": .text(content.branchNames),
      "branchCondition": .text(content.branchCondition), "isAutomatic": .flag(content.isAutomatic),
      "isPushed": .flag(content.isAutomatic || content.hasTagLane), "tokenVariable": .text(tokenVariable),
      "forgeVariable": .text(content.tokenVariable ?? tokenVariable),
      "forgeToken": .list([content.tokenVariable].compactMap(\.self).filter { $0 != tokenVariable }.map { .text($0) }),
      "secrets": .list(secrets.map { .text($0) }), "hasSecrets": .flag(!(secrets + required).isEmpty),
      "required": .list(required.map { .text($0) }), "hasRequired": .flag(!required.isEmpty),
      "secretNames": .text((secrets + required).joined(separator: ", ")), "hasPackages": .flag(content.hasPackages),
      "publishes": .flag(content.publishes), "writesRepository": .flag(content.writesRepository),
      "usesGitHub": .flag(forge == .github), "runner": .text(runner),
      "title": .text(content.lane == "release" ? "Release" : content.lane.asYAMLFlowScalar),
      "tokenHosts": .list(content.tokenHosts.isEmpty ? [] : [.text(content.tokenHosts.joined(separator: ","))]),
      "note": .list(PipelineRelease.note(of: release).map { .text($0) }), "releases": .text(release?.address ?? ""),
      "version": .text(release?.version ?? ""), "digest": .text(release?.digest ?? ""),
      "path": .text(spelling(PipelineRelease.path)),
      "install": .list(PipelineRelease.installation.map { .text(spelling($0)) }),
      "needsMac": .flag(content.mac != nil), "macRunner": .text(macRunner),
      "xcode": .list(content.mac.map { $0.xcodeLines.map { .text(spelling($0)) } } ?? []),
      "xcodeVersion": .text(content.mac?.xcode ?? "26.1"),
      "gems": .list(content.mac.map { $0.gemLines.map { .text(spelling($0)) } } ?? []),
      "hasGems": .flag(content.mac?.hasGemfile == true),
      "signing": .list(content.mac == nil ? [] : Mac.signingLines.map { .text($0) }),
      "filesOfOtherJobs": .list(content.filesOfOtherJobs.map { .text($0) }),
      "takesFiles": .flag(hasBuildJob && !content.filesOfOtherJobs.isEmpty),
      "lacksFiles": .flag(!hasBuildJob && !content.filesOfOtherJobs.isEmpty),
      "proposal": .list((forge?.proposal ?? Forge.proposalByHand).map { .text(spelling($0)) }),
    ]
    return try Mustache(template.text).text(with: values, .html)
  }

  /// What a job on a Mac needs.
  package struct Mac: Equatable, Sendable {
    /// The version in `.xcode-version`; nil: the user decides.
    package let xcode: String?
    /// Whether Bundler installs gems, such as fastlane.
    package let hasGemfile: Bool
    /// Whether `Gemfile.lock` fixes their versions.
    package let locksGems: Bool

    package init(xcode: String?, hasGemfile: Bool, locksGems: Bool) {
      (self.xcode, self.hasGemfile, self.locksGems) = (xcode, hasGemfile, locksGems)
    }

    /// The lines of a script that select Xcode.
    var xcodeLines: [String] {
      let path = "/Applications/Xcode_\(xcode == nil ? "26.1" : "$(cat .xcode-version)").app/Contents/Developer"
      let selection =
        xcode == nil
        ? [
          "# DECIDE: the Xcode that builds the app. Without this line, it is the one that the machine selects.",
          "# export DEVELOPER_DIR=\(path)",
        ]
        : ["export DEVELOPER_DIR=\"\(path)\""]
      return selection + ["xcodebuild -version"]
    }

    /// The lines of a script that install the gems, outside of the clone, which stays clean.
    var gemLines: [String] {
      guard hasGemfile else { return [] }
      return ["export BUNDLE_PATH=\"$HOME/.gems\"\(locksGems ? " BUNDLE_FROZEN=true" : "")", "bundle install"]
    }

    static let signingLines = [
      "# SIGNING: here, a keychain of this job gets the certificates and profiles that the lane needs, unless a command of the",
      "# lane gets them, such as `match` of fastlane.",
    ]
  }

  /// The values in a pipeline. The texts need no quotes in YAML and in a shell.
  package struct Content {
    /// The lane that releases.
    package let lane: String
    /// Whether the lane prompts for the new version.
    package var asksVersion = false
    /// Whether there is a lane `tagged` for manually pushed tags.
    package var hasTagLane = false
    /// The release of Martlet that the jobs install; nil: the user enters one.
    package var release: PipelineRelease?
    /// The branches that may release; empty for the default branch.
    package var branches: [String] = []
    /// Whether a push to one of these branches releases.
    package var isAutomatic = false
    /// Whether the lane releases by pull request.
    package var isProposed = false
    /// Whether a job opens a pull request with a version that the user enters.
    package var proposesVersion = false
    /// Whether the project has several packages.
    package var hasPackages = false
    /// Whether the lane publishes a release on the forge.
    package var publishes = false
    /// Whether the lane can change the repository on the forge.
    package var writesRepository = true
    /// The variable that the Releasefile names for that token; nil: the usual one of the forge.
    package var tokenVariable: String?
    /// The other variables with secrets that the lane reads.
    package var secrets: [String] = []
    /// The servers of these secrets, each as `NAME=host`, where Martlet does not know them.
    package var tokenHosts: [String] = []
    /// The variables that the lane requires with the check `environment`, which may be secrets.
    package var requiredVariables: [String] = []
    /// Whether the lane posts announcements.
    package var announces = false
    /// The file with the checksums of the release's files, for which GitHub keeps an attestation; nil for none.
    package var attestedChecksums: String?
    /// What the lane needs from a Mac; nil: it runs on Linux.
    package var mac: Mac?
    /// The paths and patterns of the files that the lane needs and does not make.
    package var filesOfOtherJobs: [String] = []
    /// The project's forge, for systems that belong to none; nil if it is unknown.
    package var forge: Forge?

    package init(lane: String) {
      self.lane = lane
    }
  }
}

extension PipelineFile.Content {
  /// The rule of GitLab for the branches of the jobs.
  fileprivate var branchRule: String {
    let rules = branches.map { "$CI_COMMIT_BRANCH == \"\($0)\"" }
    return rules.isEmpty ? "$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH" : rules.alternatives
  }

  /// The condition of GitHub for the branches of the jobs.
  fileprivate var branchCondition: String {
    let rules = branches.map { "github.ref == 'refs/heads/\($0)'" }
    return rules.isEmpty
      ? "github.ref_type == 'branch' && github.ref_name == github.event.repository.default_branch" : rules.alternatives
  }

  fileprivate var branchNames: String {
    branches.isEmpty ? "the default branch" : branches.joined(separator: " or ")
  }
}

extension [String] {
  /// The conditions as one.
  fileprivate var alternatives: String { count > 1 ? "(\(joined(separator: " || ")))" : joined() }
}
