import Lanes
import MartletCore

extension Draft {
  /// The files that steps of the lane read, and that neither the lane makes nor the project has: other jobs build them. They are
  /// paths and patterns, as the Releasefile has them. A command may make any file that later steps read.
  func filesOfOtherJobs(ofLaneNamed name: String) throws -> [String] {
    var files: [String] = []
    var made = Set(try filePaths().map(\.string))
    for declaration in releasefile.steps(ofLaneNamed: name) {
      if declaration.step is RunStep || declaration.step is LaneStep { break }
      for text in declaration.step.filesRead.map(\.source) where !files.contains(text) {
        let pattern = PathPattern(text)
        let isMade = made.contains { path in
          path == text || RelativePath(path).map { pattern?.matches($0) == true } ?? false
        }
        // Such a text would be more than a comment in a pipeline.
        if !isMade, !text.contains("{{"), text.escapedForTerminal() == text { files.append(text) }
      }
      made.formUnion([declaration.id].compactMap(\.self) + declaration.step.filesWritten)
    }
    return files
  }
}
