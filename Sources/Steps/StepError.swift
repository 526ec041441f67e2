import Lanes
import Pipelines
import TextEditing
import Versioning

/// Why a step stops its lane.
package enum StepError: Error, Equatable, Sendable {
  case uncommittedChanges([RelativePath], untracked: [RelativePath])
  case wrongBranch(found: String, expected: String)
  case noManifest
  case noLanes(RelativePath)
  case notRaised(current: Version, asked: Version)
  case alreadyThere(Version)
  case nothingToRaise(Version)
  case badChange(String, VersionError)
  case illegalVersion(AppleVersionError)
  case needlessPrereleaseID(change: String)
  case noTaggedVersion
  case emptyMessage(step: String)
  case tagExists(String, ExistingTag, planned: CommitReference)
  /// Two steps of one run make the same tag.
  case tagRepeated(String)
  case otherTagFormat(existing: String, planned: String)
  case invalidTagName(String)
  case noRemote
  case unknownRemote(String, known: [String])
  case ambiguousRemote([String], branch: String)
  case nothingToPush
  case noUpstream(String)
  case behind(String, UpstreamDistance)
  case missingVariables([String])
  case commandAndShell
  case noCommand
  case commandWithBlanks(String)
  case badPath(String)
  case captureWithoutID
  case badVariableName(String)
  case promptWithoutID
  case promptWithoutValues
  case secretWithDefault
  case badDefault(String, expected: String)
  case exactlyWithLimits
  case contraryLimits(least: Int, most: Int)
  case missingFile(RelativePath)
  case emptySearch
  case wrongCount(of: String, in: RelativePath, lines: [Int], expected: String)
  case shallowClone(PipelineSystem?)
  case noRunNumber(PipelineSystem?)
  case badBuildNumber(VersionError)
  case buildNotRaised(current: String, asked: String)
  case valueAndAppend
  case noValue(setting: String)
  case noSettingsFile(String)
  case targetsWithoutProject([String])
  case noArchivePlace
  case twoArchivePlaces(String, String)
  case unknownArchiveFormat(of: String)
  case archiveFormatOfFolder(String)
  case folderFormatOfFile(String)
  case checksumWithoutFile
  case badPrefix(String)
  /// A pipeline is there already, and is not changed.
  case pipelineThere(RelativePath)
  case noLaneForPipeline
  case noEnvironments
  /// A program that a stranger's pull request may have named would be asked for a secret.
  case strangersProgram(String, Pipeline.PullRequest.Origin)
  /// A program would be asked for a secret that a pull request of one's own may have named.
  case doubtfulProgram(String, ReleasefileDoubt)
  case environmentAndConfiguration
  case shallowHistory(PipelineSystem?)
  /// The public interface has lost something, and the version says less than that.
  case brokenInterface([String], found: Version, expected: ReleaseLevel)
  case brokenInterfaceUnsaid([String], since: String, found: ReleaseLevel, expected: ReleaseLevel)
  case notCompared(since: String, output: String)
  case noPackages
  case unknownPackage(String, known: [String])
  case badTemplate(RelativePath, problem: String)
}

extension StepError: ExplainedError {
  package var diagnostics: [Diagnostic] {
    [Diagnostic(message, hint: hint, notes: notes)]
  }

  private var message: String {
    switch self {
    case .uncommittedChanges(let paths, let untracked):
      "the working tree is not clean: \(paths.count + untracked.count) uncommitted, expected none"
    case .wrongBranch(let found, let expected): "branch `\(found)` is checked out, expected `\(expected)`"
    case .noManifest: LaneError.noVersion.firstMessage
    case .noLanes(let path): "no lane in `\(path)`, expected a Fastfile such as `fastlane/Fastfile`"
    case .notRaised(let current, let asked): "`\(asked)` does not come after `\(current)`, expected a later version"
    case .alreadyThere(let version): "the version is `\(version)` already, expected a later one"
    case .nothingToRaise(let version): "no manifest says `\(version)`, so there is nothing to raise"
    case .badChange(_, let error): "\(error)"
    case .illegalVersion(let error): "\(error)"
    case .needlessPrereleaseID(let change):
      "`\(change)` takes no name of a pre-release, expected `major`, `minor`, `patch` or `prerelease` with one"
    case .noTaggedVersion: "no tag says a version yet, so there is none to raise"
    case .emptyMessage(let step): "the message of `\(step)` is empty, expected some text"
    case .tagRepeated(let name): "the tag `\(name)` is made by an earlier step already"
    case .tagExists(let name, let tag, let planned):
      "the tag `\(name)` names \(tag.target.short) already\(tag.origin.map { " (\($0))" } ?? ""), expected \(Self.phrase(planned))"
    case .otherTagFormat(let existing, let planned):
      "the tags here are spelled as `\(existing)`, `\(planned)` would be another spelling"
    case .invalidTagName(let name): "`\(name)` cannot be the name of a tag"
    case .noRemote: "the repository has no remote to push to"
    case .unknownRemote(let name, let known):
      "no remote `\(name)`\(known.isEmpty ? "" : ", expected one of \(known.map { "`\($0)`" }.joined(separator: ", "))")"
    case .ambiguousRemote(let names, let branch):
      "git does not say where `\(branch)` is pushed to, expected one of \(names.map { "`\($0)`" }.joined(separator: ", "))"
    case .nothingToPush: "no step before made a commit or a tag, so there is nothing to push"
    case .noUpstream(let branch): "branch `\(branch)` follows no branch of a remote, or it was never fetched"
    case .behind(let branch, let distance):
      "branch `\(branch)` is \(distance.behind) behind `\(distance.upstream)`, expected it to be up to date"
    case .missingVariables(let names):
      "not set in the environment: \(names.map { "`\($0)`" }.joined(separator: ", "))"
    case .commandAndShell: "`command` and `shell` together, expected one of them"
    case .noCommand: "nothing to run, expected a program and its arguments, or `shell`"
    case .commandWithBlanks(let text): "`\(text)` is no program, expected a list such as `[swift, test]`"
    case .badPath(let text): "`\(text)` is no path inside the repository"
    case .captureWithoutID: "`capture` without an `id`, so nothing could read the output"
    case .badVariableName(let name):
      "`\(name)` cannot be the name of a variable, expected letters, digits and `_`, and no digit first"
    case .promptWithoutValues: "a choice without values, expected `values`"
    case .secretWithDefault: "the answer is secret, so it cannot stand here as `default`"
    case .badDefault(let text, let expected): "the default is `\(text)`, expected \(expected)"
    case .exactlyWithLimits: "`exactly` together with `at_least` or `at_most`, expected it alone"
    case .contraryLimits(let least, let most):
      "`at_least` is \(least) and `at_most` is \(most), expected it to be no less"
    case .promptWithoutID: "`prompt` without an `id`, so nothing could read the answer"
    case .missingFile(let path): "no file `\(path)`"
    case .emptySearch: "`find` is empty, expected the text to look for"
    case .wrongCount(let text, let path, let lines, let expected):
      "found `\(text)` \(lines.count) times in `\(path)`"
        + (lines.isEmpty
          ? "" : " (\(lines.count == 1 ? "line" : "lines") \(lines.map(String.init).joined(separator: ", ")))")
        + ", expected \(expected)"
    case .pipelineThere(let path): "`\(path)` is there already"
    case .noLaneForPipeline: "no lane may be run by itself, expected one that a pipeline can run"
    case .strangersProgram(let name, let origin):
      "pull request \(origin.phrase): the program `\(name)` is not asked for a secret"
    case .doubtfulProgram(let name, let doubt):
      "\(doubt.phrase): the program `\(name)` is not asked for a secret"
    case .shallowClone: "this is a shallow clone, which does not have all commits to count"
    case .noRunNumber(nil): "no CI system runs this, expected one that counts its runs"
    case .noRunNumber(let system?): "\(system.name) does not say the number of this run, expected one"
    case .badBuildNumber(let error): "\(error)"
    case .buildNotRaised(let current, let asked):
      "build number `\(asked)` does not come after `\(current)`, expected a higher one"
    case .valueAndAppend: "`value` and `append` together, expected one of them"
    case .noValue(let setting): "nothing to write to `\(setting)`, expected `value` or `append`"
    case .noSettingsFile(let pattern): "`\(pattern)` matches no `.xcconfig` file and no `.xcodeproj`"
    case .shallowHistory: "shallow clone: not all commits and tags are here, so the next version cannot be told"
    case .brokenInterface(let breaks, let found, let expected):
      "the public interface has lost something in \(breaks.places), expected a \(expected.rawValue) version instead of `\(found)`"
    case .brokenInterfaceUnsaid(let breaks, let tag, let found, let expected):
      "the public interface has lost something in \(breaks.places) since `\(tag)`, the commits say \(found.rawValue), expected \(expected.rawValue)"
    case .notCompared(let tag, _): "the public interface could not be compared with `\(tag)`"
    case .noPackages: "the Releasefile declares no packages"
    case .unknownPackage(let name, let known):
      "unknown package `\(name)`, expected one of \(known.map { "`\($0)`" }.joined(separator: ", "))"
    case .badTemplate(let path, let problem): "the template `\(path)` cannot be used: \(problem)"
    case .targetsWithoutProject(let patterns):
      "`targets` without a project: \(patterns.map { "`\($0)`" }.joined(separator: ", ")) matches no `.xcodeproj`"
    case .noArchivePlace: "nowhere to export to, expected a file or a folder"
    case .twoArchivePlaces(let file, let folder):
      "the file `\(file)` and the folder `\(folder)` together, expected one of them"
    case .unknownArchiveFormat(let name):
      "the name `\(name)` does not tell its format, expected one of \(ExportStep.FileFormat.names)"
    case .archiveFormatOfFolder(let folder):
      "the folder `\(folder)` is no archive, expected no `format` or `directory`"
    case .folderFormatOfFile(let name): "`directory` is no format for the file `\(name)`, expected an archive's"
    case .checksumWithoutFile: "a checksum is written beside a file, expected one to export to"
    case .badPrefix(let prefix):
      "`\(prefix)` leads out of the export, expected a path without `..` and not an absolute one"
    case .noEnvironments: "the Releasefile declares no `environments`"
    case .environmentAndConfiguration: "`environment` and `configuration` together, expected one of them"
    }
  }

  private var hint: String? {
    switch self {
    case .noEnvironments: "say where the values are, such as `environments: {values: Configuration/config.plist}`"
    case .uncommittedChanges: "commit them, or set them aside with `git stash --include-untracked`"
    case .wrongBranch(_, let expected): "check it out with `git switch \(expected.shellWord)`"
    case .noManifest: LaneError.noVersion.diagnostics.first?.hint
    case .notRaised, .alreadyThere:
      "to go there all the same, add `--allow-lower` (in a Releasefile `allow_lower: true`)"
    case .badChange(_, let error): error.hint
    case .tagExists: "raise the version first, or delete the tag if it was never pushed"
    case .otherTagFormat:
      "spell it alike with `version: {tag: …}` in the Releasefile, or set `allow_other_format: true` on `tag`"
    case .noRemote: "add one with `git remote add origin URL`"
    case .unknownRemote(let name, let known): known.nearest(to: name).map { "did you mean `\($0)`?" }
    case .ambiguousRemote: "set `remote:` on `push`, or choose with `git config remote.pushDefault NAME`"
    case .noTaggedVersion: "name the first one, such as `martlet bump 0.1.0`"
    case .tagRepeated: "tag once, or give the second tag a `name:` of its own"
    case .nothingToRaise: "see where versions are written with `martlet version --sites`"
    case .noUpstream(let branch): "follow one with `git branch --set-upstream-to \("origin/\(branch)".shellWord)`"
    case .behind: "get it with `git pull`"
    case .commandWithBlanks(let text):
      "write `run: [\(text.split(separator: " ").joined(separator: ", "))]`, or `run: {shell: …}` for the shell"
    case .captureWithoutID: "add `id: NAME` beside `run`, and read it as `${steps.NAME.output}`"
    case .promptWithoutValues: "add the values, such as `values: [stable, beta]`"
    case .secretWithDefault: "name the environment variable that holds it with `env`"
    case .promptWithoutID: "add `id: NAME` beside `prompt`, and read it as `${steps.NAME.answer}`"
    case .pipelineThere:
      "move it away, or add the jobs of a pipeline that was written elsewhere with `martlet init --ci` by hand"
    case .noLaneForPipeline: "declare the lane `release` in the Releasefile"
    case .strangersProgram: "do this where a branch is built"
    case .doubtfulProgram(_, let doubt): doubt.hint(for: "do this")
    case .shallowHistory(let system?) where system.wholeClone != nil:
      "have it cloned whole by these lines, or get the rest with `git fetch --unshallow --tags`"
    case .shallowClone(let system?) where system.wholeClone != nil:
      "have it cloned whole by these lines, or get the rest with `git fetch --unshallow`"
    case .shallowClone: "get the rest with `git fetch --unshallow`"
    case .noRunNumber: "choose another `strategy`, such as `commit_count`"
    case .buildNotRaised: "give a floor with `minimum`, or choose another strategy"
    case .noSettingsFile(let pattern) where pattern.hasPrefix("*"):
      "ignored files are found only below a folder that the pattern begins with, such as `Pods/**/*.xcconfig`"
    case .unknownArchiveFormat: "say which it is with `format`"
    case .folderFormatOfFile: "name a folder with `directory`"
    case .shallowHistory: "get the rest with `git fetch --unshallow --tags`"
    case .brokenInterface:
      "raise it further, allow what is meant to go with `allow`, or let the version follow with `bump: auto`"
    case .brokenInterfaceUnsaid:
      "say `BREAKING CHANGE:` in a commit, or allow what is meant to go with `allow`"
    case .notCompared: "build it once with `swift build`, and see that the tag builds as well"
    case .noPackages: "declare them with `packages:`"
    case .unknownPackage(let name, let known): known.nearest(to: name).map { "did you mean `\($0)`?" }
    case .noArchivePlace, .twoArchivePlaces, .archiveFormatOfFolder, .checksumWithoutFile, .badPrefix, .noLanes,
      .badTemplate, .needlessPrereleaseID, .emptyMessage, .illegalVersion, .invalidTagName, .nothingToPush,
      .missingVariables, .commandAndShell, .noCommand, .badPath, .missingFile, .emptySearch, .wrongCount,
      .badBuildNumber, .badVariableName, .badDefault, .exactlyWithLimits, .contraryLimits, .valueAndAppend, .noValue,
      .noSettingsFile, .targetsWithoutProject, .environmentAndConfiguration:
      nil
    }
  }

  private static func phrase(_ commit: CommitReference) -> String {
    switch commit {
    case .existing(let id): id.short
    case .planned: "the commit of this run"
    }
  }

  private var notes: [String] {
    if case .shallowClone(let system?) = self { return system.wholeClone?.notes ?? [] }
    if case .shallowHistory(let system?) = self { return system.wholeClone?.notes ?? [] }
    var lines: [String] = []
    if case .uncommittedChanges(let paths, let untracked) = self {
      lines = paths.map { "  changed    \($0)" } + untracked.map { "  untracked  \($0)" }
    }
    if case .brokenInterface(let breaks, _, _) = self { lines = breaks.map { "  \($0)" } }
    if case .brokenInterfaceUnsaid(let breaks, _, _, _) = self { lines = breaks.map { "  \($0)" } }
    if case .notCompared(_, let output) = self {
      lines = output.split(whereSeparator: \.isNewline).suffix(10).map { "  \($0)" }
    }
    return lines.count <= 10 ? lines : lines.prefix(10) + ["  … and \(lines.count - 10) more"]
  }
}

extension [String] {
  /// How many there are: `1 place`, `2 places`.
  fileprivate var places: String { count == 1 ? "1 place" : "\(count) places" }
}
