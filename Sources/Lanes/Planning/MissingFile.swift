import MartletCore

/// A file that a step needs, that does not exist, and that no earlier step of the lane makes.
package struct MissingFile: ExplainedError {
  private let path: String
  private let folder: String?

  /// - Parameter folder: The folder of `--artifacts`; nil without one.
  package init(_ path: String, besides folder: String?) {
    (self.path, self.folder) = (path, folder)
  }

  package var failure: Failure {
    guard let folder else {
      return Failure(
        "no file `\(path)`, expected one that exists or that an earlier step makes",
        hint: "build it in a step before this one, correct the path in the Releasefile, "
          + "or name the folder of files that are built elsewhere with `--artifacts`")
    }
    return Failure(
      "no file `\(path)`, and none of that name in `\(folder)`",
      hint: "put the file into the folder of `--artifacts`, or correct the path in the Releasefile")
  }
}
