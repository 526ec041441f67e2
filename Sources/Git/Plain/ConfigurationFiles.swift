/// Files of configuration, read when they are asked for, and again when they have changed.
final class ConfigurationFiles {
  private let paths: [String]
  private var stamps: [FileStamp?] = []
  private var known: Configuration?

  /// - Parameter paths: Those that count more behind the others; not all of them need be there.
  init(_ paths: [String]) {
    self.paths = paths
  }

  /// What they say by now; nil where only libgit2 can tell.
  func current() -> Configuration? {
    let now = paths.map { FileStamp($0) }
    if now == stamps { return known }
    // In this order: what is written in between is read once more.
    stamps = now
    known = read()
    return known
  }

  private func read() -> Configuration? {
    var files: [[UInt8]] = []
    for path in paths {
      do throws(GitError) {
        if let file = try Files.contents(of: path) { files.append(file) }
      } catch {
        return nil
      }
    }
    return Configuration(files)
  }
}
