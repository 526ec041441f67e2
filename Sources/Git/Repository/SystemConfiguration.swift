import Processes
import TextEditing

/// Git's files for the whole system. On macOS every git has a folder of its own for them, Apple's as well as Homebrew's, so the
/// program is asked.
struct SystemConfiguration {
  /// The folder of `gitconfig` and `gitattributes`.
  let folder: String

  init(of environment: [String: String]) {
    let asked = Platform.gitHasOwnFolder ? Self.file(of: GitProgram(directory: "/", environment: environment)) : nil
    folder = asked.flatMap(Self.folder) ?? "/etc"
  }

  /// The file that `git` reads as the system's configuration; nil when it holds no setting, or there is no git.
  static func file(of git: GitProgram) -> String? {
    let command = git.command(["config", "--system", "--list", "--show-origin", "-z"])
    guard git.isThere, let result = try? command.run(), result.succeeded else { return nil }
    let origin = result.outputText.prefix { $0 != "\0" }
    return origin.hasPrefix("file:") ? String(origin.dropFirst("file:".count)) : nil
  }

  private static func folder(of file: String) -> String? {
    file.lastIndex(of: "/").map { String(file[..<$0]) }
  }
}
