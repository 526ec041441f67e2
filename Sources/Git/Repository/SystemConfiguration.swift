import MartletCore
import Processes

/// Git's files for the whole system. On macOS, each git, of Apple or Homebrew, has its own folder for them, so the
/// program is queried.
struct SystemConfiguration {
  /// The folder with `gitconfig` and `gitattributes`.
  let folder: String

  init(of environment: [String: String]) {
    let asked = Platform.gitHasOwnFolder ? Self.file(of: GitProgram(directory: "/", environment: environment)) : nil
    folder = asked.flatMap(Self.folder) ?? "/etc"
  }

  /// Returns the file that `git` reads as the system's configuration; nil when it has no setting, or there is no git.
  static func file(of git: GitProgram) -> String? {
    let command = git.command(["config", "--system", "--list", "--show-origin", "-z"])
    guard let result = try? command.run(), result.succeeded else { return nil }
    let origin = result.outputText.prefix { $0 != "\0" }
    return origin.hasPrefix("file:") ? String(origin.dropFirst("file:".count)) : nil
  }

  private static func folder(of file: String) -> String? {
    file.lastIndex(of: "/").map { String(file[..<$0]) }
  }
}
