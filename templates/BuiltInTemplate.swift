/// A file of this folder, as it is built into the program. A project can copy those that a key takes, and change them.
package struct BuiltInTemplate: Sendable {
  /// The name of the file without `.mustache`, such as `environment.swift`.
  package let name: String
  /// What is made with it.
  package let summary: String
  /// The key that takes another template; nil: the file is only copied and changed.
  package let key: String?
  package let bytes: [UInt8]

  private init(_ name: String, _ bytes: [UInt8], _ summary: String, key: String? = nil) {
    (self.name, self.bytes, self.summary, self.key) = (name, bytes, summary, key)
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The names that the comment at the start of the template describes: a line for each, with two blanks or more on both sides
  /// of the name.
  package var names: [String] {
    guard text.hasPrefix("{{!") else { return [] }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.prefix { $0 != "}}" }.compactMap { line in
      let word = line.drop { $0 == " " }
      let name = word.prefix { $0.isLetter }
      let isDescribed = line.hasPrefix("  ") && word[name.endIndex...].hasPrefix("  ")
      return isDescribed && !name.isEmpty ? String(name) : nil
    }
  }
}

extension BuiltInTemplate {
  /// All of them, in the order of `martlet help templates`.
  package static let all: [BuiltInTemplate] =
    [
      releasefile, packagesReleasefile, environmentsReleasefile, environmentValues, notes, announcement,
      shortAnnouncement,
    ] + environmentOutputs + [environmentMatrix, formula] + pipelines

  package static let releasefile = BuiltInTemplate(
    "Releasefile", PackageResources.Releasefile_mustache, "The Releasefile of `martlet init`.")
  package static let packagesReleasefile = BuiltInTemplate(
    "Releasefile.packages", PackageResources.Releasefile_packages_mustache,
    "The same for a repository of several packages.")
  package static let environmentsReleasefile = BuiltInTemplate(
    "Releasefile.environments", PackageResources.Releasefile_environments_mustache,
    "The part of it about environments, as `martlet init --environments` writes it.")
  package static let environmentValues = BuiltInTemplate(
    "environments.plist", PackageResources.environments_plist, "The first values of `martlet init --environments`.")

  package static let notes = BuiltInTemplate(
    "notes.md", PackageResources.notes_md_mustache, "The section of a release in the changelog, made of commits.",
    key: "changelog.template")
  package static let announcement = BuiltInTemplate(
    "announcement.md", PackageResources.announcement_md_mustache, "An announcement on a channel with titles.",
    key: "channels.NAME.template")
  package static let shortAnnouncement = BuiltInTemplate(
    "announcement.txt", PackageResources.announcement_txt_mustache, "An announcement as plain text.",
    key: "channels.NAME.template")

  package static let swiftEnvironment = environment(
    "swift", PackageResources.environment_swift_mustache, "a Swift type")
  package static let jsonEnvironment = environment("json", PackageResources.environment_json_mustache, "JSON")
  package static let plistEnvironment = environment(
    "plist", PackageResources.environment_plist_mustache, "a property list")
  package static let envEnvironment = environment("env", PackageResources.environment_env_mustache, "lines for a shell")
  package static let xcconfigEnvironment = environment(
    "xcconfig", PackageResources.environment_xcconfig_mustache, "build settings")
  package static let environmentMatrix = BuiltInTemplate(
    "environments.html", PackageResources.environments_html_mustache,
    "The page of `martlet config matrix --format html`.")
  private static let environmentOutputs = [
    swiftEnvironment, jsonEnvironment, plistEnvironment, envEnvironment, xcconfigEnvironment,
  ]

  package static let formula = BuiltInTemplate(
    "formula.rb", PackageResources.formula_rb, "A formula for a Homebrew tap that has none yet.",
    key: "publish_files.template")

  package static let github = pipeline("github.yml", PackageResources.github_yml_mustache, "GitHub and Forgejo")
  package static let gitlab = pipeline("gitlab.yml", PackageResources.gitlab_yml_mustache, "GitLab")
  package static let circleCI = pipeline("circleci.yml", PackageResources.circleci_yml_mustache, "CircleCI")
  package static let buildkite = pipeline("buildkite.yml", PackageResources.buildkite_yml_mustache, "Buildkite")
  package static let bitrise = pipeline("bitrise.yml", PackageResources.bitrise_yml_mustache, "Bitrise")
  package static let jenkins = pipeline("Jenkinsfile", PackageResources.Jenkinsfile_mustache, "Jenkins")
  package static let xcodeCloud = pipeline("xcode-cloud.sh", PackageResources.xcode_cloud_sh_mustache, "Xcode Cloud")
  private static let pipelines = [github, gitlab, circleCI, buildkite, bitrise, jenkins, xcodeCloud]

  private static func environment(_ format: String, _ bytes: [UInt8], _ summary: String) -> BuiltInTemplate {
    BuiltInTemplate(
      "environment.\(format)", bytes, "The values of environments as \(summary).", key: "environments.outputs.template")
  }

  private static func pipeline(_ name: String, _ bytes: [UInt8], _ system: String) -> BuiltInTemplate {
    BuiltInTemplate(name, bytes, "The pipeline of `martlet init --ci` for \(system).")
  }
}
