import Libc

/// A repository as nearly all are: `.git` is a folder at the top of the work tree, belongs to this user, and its settings
/// change nothing of what its files mean. Such a one can be read without libgit2, whose start takes longer than that.
///
/// Of any other, libgit2 says what it is.
struct PlainLayout {
  /// Without links in it and without a slash at its end, as the next one.
  let workTree: String
  let gitDirectory: String
  let configuration: ConfigurationFiles
  let references: ReferenceFiles

  /// What `Repository` can read, though it has a name below `extensions`.
  private static let understoodExtensions: Set = ["extensions.partialclone", "extensions.preciousobjects"]

  /// The repository that `path` is in, found upwards as git does; nil when it is no such one, or there is none.
  init?(containing path: String, environment: [String: String]) {
    guard environment["GIT_CEILING_DIRECTORIES"] == nil, let workTree = Self.workTree(above: path) else { return nil }
    self.workTree = workTree
    gitDirectory = "\(workTree)/.git"
    guard Self.isWhole(gitDirectory), Self.isOwn(workTree), Self.isOwn(gitDirectory) else { return nil }
    references = ReferenceFiles(in: gitDirectory)
    let files = Repository.userConfigurationFiles(of: environment).map(\.path)
    configuration = ConfigurationFiles(files + ["\(gitDirectory)/config"])
    guard let settings = configuration.current(), Self.areOrdinary(settings) else { return nil }
  }

  /// The nearest folder at or above `path` with a folder `.git` in it, on the same disk.
  private static func workTree(above path: String) -> String? {
    guard var folder = Files.realPath(path), let first = status(folder) else { return nil }
    while folder != "/", let slash = folder.lastIndex(of: "/"), status(folder)?.st_dev == first.st_dev {
      // A repository without a work tree, or the inside of one.
      guard status("\(folder)/HEAD") == nil else { return nil }
      do throws(GitError) {
        switch try Files.kind(of: "\(folder)/.git") {
        case .directory: return folder
        case .file, .link, .other: return nil
        case nil: folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
        }
      } catch {
        return nil
      }
    }
    return nil
  }

  /// Whether it has its own references and objects, as files.
  private static func isWhole(_ gitDirectory: String) -> Bool {
    guard case .file? = try? Files.kind(of: "\(gitDirectory)/HEAD"),
      case .directory? = try? Files.kind(of: "\(gitDirectory)/objects"),
      case .directory? = try? Files.kind(of: "\(gitDirectory)/refs"),
      status("\(gitDirectory)/commondir") == nil
    else { return false }
    return true
  }

  /// Others' repositories may hold settings that run programs (safe.directory).
  private static func isOwn(_ folder: String) -> Bool { status(folder)?.st_uid == geteuid() }

  private static func areOrdinary(_ settings: Configuration) -> Bool {
    let version = settings.values("core.repositoryformatversion").last ?? "0"
    return settings.values("core.bare").allSatisfy { ConfigurationValue.flag($0) == false }
      && settings.values("core.worktree").isEmpty && ["0", "1"].contains(version)
      && settings.keys(in: "extensions").allSatisfy(understoodExtensions.contains)
  }

  private static func status(_ path: String) -> stat? { (try? Files.status(of: path)) ?? nil }
}
