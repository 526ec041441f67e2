import ArgumentParser
import Lanes
import MartletCore
import Steps

struct BumpCommand: ActionCommand {
  static let configuration = CommandConfiguration(
    commandName: "bump",
    abstract: "Raise the version in every manifest.",
    usage: "martlet bump [<change>] [options]",
    discussion: """
      Examples:
        martlet bump minor                         1.4.2 → 1.5.0
        martlet bump minor --prerelease-id beta    1.4.2 → 1.5.0-beta.1
        martlet bump release                       1.5.0-beta.2 → 1.5.0
        martlet bump 2.0.0 --dry-run               show what would change
        martlet bump auto                          raise it as the commits require
        martlet bump auto --api                    and as the public API requires
        martlet bump --build increment             build number 41 → 42

      Only the bytes of the version change. Nothing is committed.
      """)

  @Argument(
    help: ArgumentHelp(
      "major, minor, patch, prerelease, release, the new version itself, or auto.", valueName: "change"),
    completion: .list(["major", "minor", "patch", "prerelease", "release", "auto"]))
  var change: String?

  @Option(
    help: ArgumentHelp(
      "Raise the build number: increment, commits, date, version, or the number itself.", valueName: "number"),
    completion: .list(["increment", "commits", "date", "version"]))
  var build: String?

  @Option(help: ArgumentHelp("Make it a pre-release with this identifier, for example beta.", valueName: "name"))
  var prereleaseId: String?

  @Flag(help: "Allow the same or a lower version.")
  var allowLower = false

  @Option(help: ArgumentHelp("Bump only this package of the repository.", valueName: "name"))
  var package: String?

  @Flag(help: "With auto: also raise the version as changes of the Swift package's public API require.")
  var api = false

  @OptionGroup var confirmation: ConfirmationOptions
  @OptionGroup var plan: DryRunOptions
  @OptionGroup var exit: DetailedExitOptions
  @OptionGroup var report: ReportOptions
  @OptionGroup(visibility: .hidden) var prompt: PromptOptions
  @OptionGroup var common: CommonOptions

  var action: ActionOptions { ActionOptions(confirmation, plan, exit) }

  func run() throws {
    try checkChange()
    let session = try Session(options)
    let releasefile = try session.releasefile() ?? Releasefile()
    try LaneRunner(action, in: session).perform(steps(in: releasefile), title: "bump", of: releasefile)
  }

  /// Returns the steps for version and build number, after the API comparison with `--api`, once for each package of the
  /// repository.
  private func steps(in releasefile: Releasefile) throws -> [StepDeclaration] {
    var steps: [StepDeclaration] = []
    if let change {
      var step = BumpStep()
      step.change = Template(text: change)
      step.prereleaseID = prereleaseId.map(Template.init(text:))
      step.allowsLower = allowLower
      steps.append(StepDeclaration(step))
    }
    if let build {
      var step = BumpBuildStep()
      step.choice = Template(text: Self.builds[build] ?? build)
      steps.append(StepDeclaration(step))
    }
    if api {
      var comparison = EnsureAPICompatibleStep()
      comparison.reaction = .raise
      steps.insert(StepDeclaration(comparison), at: 0)
    }
    guard package != nil || !releasefile.packages.isEmpty else { return steps }
    guard package != nil || change == BumpStep.automatic else {
      throw Failure.severalPackages(releasefile.packages.map(\.name))
    }
    var each = PackagesStep()
    each.only = package.map { [Template(text: $0)] } ?? []
    each.steps = steps
    return [StepDeclaration(each)]
  }

  /// Short words for ways to choose a build number.
  private static let builds = ["commits": "commit_count", "date": "timestamp"]

  func validate() throws {
    if change == nil, build == nil {
      throw ValidationError("missing `<change>` or `--build`, such as `bump minor` or `bump --build increment`")
    }
    if api, change != BumpStep.automatic { throw ValidationError("`--api` without `auto`, expected `bump auto --api`") }
  }

  /// Rejects an invalid change before the project is read.
  private func checkChange() throws {
    guard let change, change != BumpStep.automatic else { return }
    do {
      _ = try VersionChange(change)
    } catch {
      throw Failure.badChange(error, exit: .usage)
    }
  }
}

extension Failure {
  /// An invalid version on the command line or typed at a prompt.
  static func unusableVersion(_ error: VersionError) -> Failure { Failure("\(error)", hint: error.hint, exit: .usage) }
}
