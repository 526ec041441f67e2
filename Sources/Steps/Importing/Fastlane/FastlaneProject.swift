import Lanes
import MartletCore

/// What a translation needs to know of the project around a Fastfile.
package struct FastlaneProject {
  /// The files that a raise of the version writes.
  package var versionFiles: [RelativePath] = []
  /// The files that a raise of the build number writes.
  package var buildFiles: [RelativePath] = []
  /// The files and projects with the version, as a Releasefile declares them.
  package var manifests: [RelativePath] = []
  /// The number of the version's components; nil if the version is unknown.
  package var versionLength: Int?
  /// The project's build number; nil if it is unknown.
  package var build: String?
  /// Whether the build number is a whole number; nil if it is unknown.
  package var hasIntegerBuild: Bool?
  /// The bundle id of the app in the Appfile; nil if it has none, or several.
  package var bundleID: String?
  /// The Appfile.
  package var appfile: Appfile?
  /// The bundle ids of the project's apps that are literal, the most likely one of releases first.
  package var productIDs: [String] = []
  /// The platforms of the project's apps, as far as they are known.
  package var platforms: Set<ApplePlatform> = []
  /// The repository on GitHub, as `OWNER/NAME`.
  package var repository: String?
  /// Whether a Gemfile pins fastlane.
  package var hasGemfile = false
  /// Whether a file such as the Appfile has values for single lanes or platforms, which `fastlane run` does not read.
  package var hasFilesForLanes = false
  /// The names of the actions in `fastlane/actions`, which replace fastlane's own.
  package var customActions: Set<String> = []
  /// The variables of `.env` and `.env.default`, which fastlane sets for the lane and its commands.
  package var variables: [String] = []
  /// The file that sets them.
  package var variablesFile: RelativePath?
  /// Reads another file of the project.
  package var read: (RelativePath) -> SourceText? = { _ in nil }

  package init() {}
}
