import ArgumentParser
import MartletCore
import SystemAPI

/// The option of commands that plan a lane with files that were built elsewhere.
struct ArtifactOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Take assets of the release that are not in the repository from this folder, by their names.", valueName: "dir"),
    completion: .directory)
  var artifacts: String?

  /// Sets the folder of the session's workspace.
  ///
  /// - Throws: `Failure.unreadableArtifacts`.
  func configure(_ session: Session) throws {
    guard let folder = artifacts else { return }
    do throws(SystemError) {
      let path = try SystemFile.realPath(of: folder.hasPrefix("/") ? folder : "\(session.directory)/\(folder)")
      _ = try SystemFile.names(in: path)
      session.workspace.artifactsFolder = path
    } catch {
      throw Failure.unreadableArtifacts(folder, error)
    }
  }
}

extension Failure {
  fileprivate static func unreadableArtifacts(_ folder: String, _ error: SystemError) -> Failure {
    Failure(
      "cannot read the folder `\(folder)` of `--artifacts`: \(error.message.lowercased())",
      hint: "name the folder with the built files", exit: .usage)
  }
}
