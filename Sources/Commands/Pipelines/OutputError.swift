import TextEditing

/// Why what a run says cannot be written where it should be.
enum OutputError: Error, Equatable {
  /// The file is part of the commit that is checked out.
  case committed(RelativePath)
  case unwritable(String)
}

extension OutputError: ExplainedError {
  var failure: Failure {
    switch self {
    case .committed(let path):
      Failure(
        "`\(path)` is committed, and would be overwritten by what the run says",
        hint:
          "name another folder with `--outputs` or `\(RunReportWriter.folderVariable)`, or take the file out of git",
        code: .outputs)
    case .unwritable(let path): Failure("what the run says could not be written to `\(path)`")
    }
  }
}
