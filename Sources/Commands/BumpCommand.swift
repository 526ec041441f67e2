import ArgumentParser
import Lanes
import Steps
import TextEditing
import Versioning

struct BumpCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "bump",
    abstract: "Raise the version everywhere at once.",
    usage: "martlet bump <change> [options]",
    discussion: """
      Examples:
        martlet bump minor                         1.4.2 → 1.5.0
        martlet bump minor --prerelease-id beta    1.4.2 → 1.5.0-beta.1
        martlet bump release                       1.5.0-beta.2 → 1.5.0
        martlet bump 2.0.0 --dry-run               show what would change
        martlet bump auto                          what the commits since the last release call for
        martlet bump auto --api                    and no less than what the public interface has lost

      Only the bytes of the version change. Nothing is committed.
      """)

  @Argument(
    help: ArgumentHelp(
      "major, minor, patch, prerelease, release, the new version itself, or auto.", valueName: "change"))
  var change: String

  @Option(help: ArgumentHelp("Make it a pre-release of this name, for example beta.", valueName: "name"))
  var prereleaseId: String?

  @Flag(help: "Let the version stay or go down.")
  var allowLower = false

  @Option(help: ArgumentHelp("Only this package of the repository.", valueName: "name"))
  var package: String?

  @Flag(help: "With auto: go as far as the public interface of the Swift package demands, too.")
  var api = false

  @OptionGroup var action: ActionOptions
  @OptionGroup var options: CommandOptions

  func run() throws {
    try checkChange()
    let session = try Session(options)
    var step = BumpStep()
    step.change = Template(text: change)
    step.prereleaseID = prereleaseId.map(Template.init(text:))
    step.allowsLower = allowLower
    let releasefile = try session.releasefile() ?? Releasefile()
    try session.perform(steps(with: step, in: releasefile), title: "bump", of: releasefile, action)
  }

  /// `step`, behind the comparison if one is asked for, and for each package where there are several.
  private func steps(with step: BumpStep, in releasefile: Releasefile) throws -> [StepDeclaration] {
    var steps = [StepDeclaration(step)]
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

  func validate() throws {
    if api, change != BumpStep.automatic { throw ValidationError("`--api` without `auto`, which it is for") }
  }

  /// What is no change at all is a mistake in the command line, whatever the project says.
  private func checkChange() throws {
    guard change != BumpStep.automatic else { return }
    do {
      _ = try VersionChange(change)
    } catch {
      throw Failure.unusableVersion(error)
    }
  }
}

extension Failure {
  /// The command line, or the person at the terminal, named a version that is none.
  static func unusableVersion(_ error: VersionError) -> Failure { Failure("\(error)", hint: error.hint, exit: .usage) }
}
