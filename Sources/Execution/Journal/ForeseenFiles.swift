import Lanes
import MartletTextEditing

/// The files that later stages will write, with their current contents. Those stages are planned only after commands
/// have run, from these files. So a resumed run must find them as the user confirmed them, or as its own commands left
/// them: any other change has not been confirmed for publication.
struct ForeseenFiles {
  private var contents: [RelativePath: CommittedFile.Contents] = [:]

  /// Returns the files that `plan` writes but `stage`, its beginning, does not.
  static func paths(writtenBy plan: Plan, after stage: PlannedStage) -> [RelativePath] {
    Set(plan.writtenPaths).subtracting(stage.plan.writtenPaths).sorted()
  }

  /// Records the contents of the files of `paths`.
  ///
  /// - Returns: The files whose contents differ from the last record.
  mutating func note(_ paths: some Collection<RelativePath>, on disk: Disk) throws(ExecutionError) -> [CommittedFile] {
    var changes: [CommittedFile] = []
    for path in paths {
      let found = CommittedFile.Contents(of: try disk.contents(at: path))
      guard contents.updateValue(found, forKey: path) != found else { continue }
      changes.append(CommittedFile(path, found))
    }
    return changes
  }

  /// Records the contents of all files again.
  mutating func noteChanges(on disk: Disk) throws(ExecutionError) -> [CommittedFile] {
    try note(contents.keys.sorted(), on: disk)
  }

  /// Adds the records of a journal.
  mutating func take(_ files: [CommittedFile]) {
    for file in files { contents[file.path] = file.contents }
  }

  /// Checks that the files are as recorded, except for those that the planned `stages` write, and for ignored files: these
  /// are in no commit, and a killed command may have removed those of an earlier run.
  ///
  /// - Throws: `ExecutionError.changedSincePlan`.
  func check(in workspace: Workspace, besides stages: [PlannedStage]) throws(ExecutionError) {
    let planned = Set(stages.flatMap(\.plan.writtenPaths))
    for (path, expected) in contents.sorted(by: { $0.key < $1.key }) where !planned.contains(path) {
      let found = CommittedFile.Contents(of: try workspace.disk.contents(at: path))
      guard found == expected || (try? workspace.isIgnored(path)) == true else {
        throw .changedSincePlan(path.string)
      }
    }
  }
}

extension Plan {
  fileprivate var writtenPaths: [RelativePath] {
    entries.compactMap { if case .writeFile(let write) = $0.effect { write.path } else { nil } }
  }
}
