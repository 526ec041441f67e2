import MartletCore

/// Why the result files of a run cannot be written.
enum OutputError: Error, Equatable {
  /// The file is part of the checked-out commit.
  case committed(RelativePath)
  case unwritable(String)
}

extension OutputError: ExplainedError {
  var failure: Failure {
    switch self {
    case .committed(let path):
      Failure(
        "`\(path)` is committed, and would be overwritten by the results of the run",
        hint:
          "name another folder with `--outputs` or `\(RunReportWriter.folderVariable)`, or remove the file from git",
        code: .outputs)
    case .unwritable(let path): Failure("cannot write the results of the run to `\(path)`")
    }
  }
}
