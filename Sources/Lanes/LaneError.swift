import Pipelines
import TextEditing
import Versioning

/// Why a lane cannot be planned, beyond what its steps say themselves.
package enum LaneError: Error, Equatable, Sendable {
  case unknownLane(String, known: [String])
  case privateLane(String)
  case noVersion
  case noBuildNumber
  case noCommit(branch: String)
  /// No branch is checked out, and the CI system, if there is one, does not say that it builds one at this commit.
  case detachedHead(ObjectID, Pipeline?)
  /// A merge, rebase or the like that is half done, by its git command.
  case unfinishedOperation(String)
  case tagsMissing(TagGap, PipelineSystem?)
  case commitNotKnownYet
  case unsetVariable(String)
  case unknownName(String)
  /// git tracks the file under another name, which the disk does not tell from this one.
  case otherSpelling(RelativePath, tracked: RelativePath)
  case declined(String)
  case secretInText(String)
  case outputNotKnownYet(step: String, output: String)
  case badArgument(String, value: String, expected: String)
  case unknownArgument(String, lane: String, known: [String])
  case missingArgument(LaneParameter, lane: String)
  case tooManySteps(limit: Int)
  case textTooLong(limit: Int)
  /// A step would write a file in a git directory, by this path; `destination` is where links lead from there.
  case inGitDirectory(String, destination: String)
}

extension LaneError: ExplainedError {
  package var diagnostics: [Diagnostic] {
    [Diagnostic(message, hint: hint, notes: notes)]
  }

  private var notes: [String] {
    if case .tagsMissing(.shallowClone, let system?) = self { system.wholeClone?.notes ?? [] } else { [] }
  }

  private var message: String {
    switch self {
    case .unknownLane(let name, let known):
      "unknown lane `\(name)`"
        + (known.isEmpty
          ? ", the Releasefile declares none" : ", expected one of \(known.map { "`\($0)`" }.joined(separator: ", "))")
    case .privateLane(let name): "lane `\(name)` is private, expected one that may be run by itself"
    case .noVersion: "neither a file nor a tag says a version"
    case .noBuildNumber: "no manifest with a build number was found, so `build` stands for nothing"
    case .noCommit(let branch): "branch `\(branch)` has no commit yet, expected at least one"
    case .unfinishedOperation(let name): "a `git \(name)` is in progress, expected none"
    case .tagsMissing(.shallowClone, _):
      "this is a shallow clone, which may lack the tags that say what has been released"
    case .tagsMissing(.notFetched(let remote), _):
      "no tag says a version, and those of `\(remote)` are not fetched (`remote.\(remote).tagOpt`)"
    case .detachedHead(let commit, let pipeline?) where pipeline.branch != nil:
      "HEAD is at \(commit.short) without a branch, and \(pipeline.system.name) builds `\(pipeline.branch ?? "")` "
        + (pipeline.commit.map { "at \($0.short)" } ?? "without saying at which commit")
    case .detachedHead(let commit, _): "no branch is checked out (detached at \(commit.short)), expected one"
    case .commitNotKnownYet: "`commit` is not known before the commit of this run has been made"
    case .unsetVariable(let name): "the environment variable `\(name)` is not set"
    case .unknownName(let name): "unknown name `\(name)`"
    case .otherSpelling(let path, let tracked) where path.string == tracked.string:
      "`\(path)` is spelled with decomposed characters, expected the composed ones that git tracks"
    case .otherSpelling(let path, let tracked):
      "`\(path)` is tracked by git as `\(tracked)`, and this disk does not tell the two names apart"
    case .declined(let text): "declined: \(text)"
    case .secretInText(let name):
      "`\(name)` is secret and cannot be part of a text, expected it as a value in the `environment` of `run`"
    case .outputNotKnownYet(let step, let output):
      "`steps.\(step).\(output)` is not known before the step `\(step)` has run"
    case .badArgument(let name, let value, let expected): "`\(name)` is `\(value)`, expected \(expected)"
    case .unknownArgument(let name, let lane, let known):
      "lane `\(lane)` has no parameter `\(name)`"
        + (known.isEmpty ? "" : ", expected one of \(known.map { "`\($0)`" }.joined(separator: ", "))")
    case .missingArgument(let parameter, let lane):
      "lane `\(lane)` needs its parameter `\(parameter.name)`, expected \(parameter.expectation)"
    case .textTooLong(let limit): "a text gets longer than \(limit >> 20) MiB by what its names stand for"
    case .inGitDirectory(let path, let destination):
      "`\(path)` \(path == destination ? "is" : "leads to `\(destination)`,") in a git directory, expected a file of the work tree"
    case .tooManySteps(let limit): "the lane comes to more than \(limit) steps, with those of the lanes that it calls"
    }
  }

  private var hint: String? {
    switch self {
    case .unknownLane(let name, let known): known.nearest(to: name).map { "did you mean `\($0)`?" }
    case .privateLane: "call it from another lane with `lane: NAME`"
    case .noVersion:
      "tag the first release, for example with `git tag 0.1.0`; where a file holds the version, name it under `manifests:` in a Releasefile"
    case .noCommit: "commit something first"
    case .otherSpelling(let path, let tracked) where path.string == tracked.string:
      "write the name with composed characters (Unicode NFC)"
    case .otherSpelling(_, let tracked): "write `\(tracked)` where the Releasefile names the file"
    case .detachedHead(_, let pipeline?) where pipeline.hint != nil: pipeline.hint
    case .detachedHead: "check out the branch to release from, for example with `git switch main`"
    case .unfinishedOperation("bisect"): "end it with `git bisect reset`"
    case .unfinishedOperation(let name): "finish it, or end it with `git \(name) --abort`"
    case .tagsMissing(.shallowClone, let system?) where system.wholeClone != nil:
      "have it cloned whole by these lines, or get the rest with `git fetch --unshallow --tags`"
    case .tagsMissing(.shallowClone, _):
      "get them with `git fetch --unshallow --tags`; in GitHub Actions give `actions/checkout` the input `fetch-depth: 0`, in GitLab CI set `GIT_DEPTH: 0`"
    case .tagsMissing(.notFetched(let remote), _): "get them with `git fetch --tags \(remote.shellWord)`"
    case .unknownArgument(let name, _, let known): known.nearest(to: name).map { "did you mean `\($0)`?" }
    case .missingArgument(let parameter, let lane):
      parameter.variable.map { "set `\($0)` in the environment" } ?? "add `\(parameter.name)=…` after `\(lane)`"
    case .tooManySteps: "look for lanes that call others several times: `martlet lanes --graph dot` shows them"
    case .secretInText(let name) where name.hasPrefix(FactName.environmentPrefix):
      "if it is none, take it through a parameter of the lane: `{env: \(name.dropFirst(FactName.environmentPrefix.count))}`"
    case .noBuildNumber, .commitNotKnownYet, .unsetVariable, .unknownName, .declined, .secretInText, .outputNotKnownYet,
      .badArgument, .textTooLong, .inGitDirectory:
      nil
    }
  }
}

extension Pipeline {
  /// What to do where nothing but a commit is checked out.
  fileprivate var hint: String? {
    if let branch {
      "if that commit shall be released, say so with `git switch -C \(branch.shellWord)`"
    } else if let tag {
      "the pipeline builds the tag `\(tag)`: have the lane run where a branch is built"
    } else if pullRequest != nil {
      "the pipeline builds a pull request: have the lane run where a branch is built"
    } else {
      nil
    }
  }
}

/// A step that stopped its lane.
package struct StepFailure: ExplainedError {
  /// What the report calls the step.
  package let step: String
  /// Where the step is declared; nil when no file declares it.
  package let place: Place?
  package let underlying: any Error

  package var diagnostics: [Diagnostic] {
    guard let explained = underlying as? any ExplainedError else { return [Diagnostic("\(underlying)", at: place)] }
    return explained.diagnostics.map { diagnostic in
      var diagnostic = diagnostic
      diagnostic.place = diagnostic.place ?? place
      return diagnostic
    }
  }
}
