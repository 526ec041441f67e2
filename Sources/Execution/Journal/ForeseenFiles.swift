import Lanes
import TextEditing

/// The files that stages will write which are planned only after commands have run, with what they hold until then. Their plan is
/// made from these files, so a run that is resumed must find them as they were when it was agreed to, or as its own commands left
/// them: what a person writes into them meanwhile nobody has agreed to publish.
struct ForeseenFiles {
  private var contents: [RelativePath: CommittedFile.Contents] = [:]

  /// The files that `plan` writes and `stage`, its beginning, does not.
  static func paths(writtenBy plan: Plan, after stage: PlannedStage) -> [RelativePath] {
    Set(plan.writtenPaths).subtracting(stage.plan.writtenPaths).sorted()
  }

  /// Takes note of what the files of `paths` hold.
  ///
  /// - Returns: those of them that hold something else than by the last note.
  mutating func note(_ paths: some Collection<RelativePath>, on disk: Disk) throws(ExecutionError) -> [CommittedFile] {
    var changes: [CommittedFile] = []
    for path in paths {
      let found = CommittedFile.Contents(of: try disk.contents(at: path))
      guard contents.updateValue(found, forKey: path) != found else { continue }
      changes.append(CommittedFile(path, found))
    }
    return changes
  }

  /// Does the same for all of them.
  mutating func noteChanges(on disk: Disk) throws(ExecutionError) -> [CommittedFile] {
    try note(contents.keys.sorted(), on: disk)
  }

  /// Takes over what a journal holds.
  mutating func take(_ files: [CommittedFile]) {
    for file in files { contents[file.path] = file.contents }
  }

  /// Checks that the files are as they were by the last note, but for those that the planned `stages` write.
  ///
  /// - Throws: `ExecutionError.changedSincePlan`.
  func check(on disk: Disk, besides stages: [PlannedStage]) throws(ExecutionError) {
    let planned = Set(stages.flatMap(\.plan.writtenPaths))
    for (path, expected) in contents.sorted(by: { $0.key < $1.key }) where !planned.contains(path) {
      let found = CommittedFile.Contents(of: try disk.contents(at: path))
      guard found == expected else { throw .changedSincePlan(path.string) }
    }
  }
}

extension Plan {
  fileprivate var writtenPaths: [RelativePath] {
    entries.compactMap { if case .writeFile(let write) = $0.effect { write.path } else { nil } }
  }
}
