import TextEditing

/// What git leaves out of a work tree (gitignore(5); dir.c): the rules of each folder, of `info/exclude` and of the user.
///
/// A copy of what the files say when they are first looked at.
final class IgnoreRules {
  /// The rules of one file.
  private struct Level {
    let folder: ArraySlice<UInt8>
    /// In the order in which they are written; the last one that matches counts.
    let rules: [(rule: PathRule, isTakenBack: Bool)]
  }

  private let workTree: String
  private let ignoresCase: Bool
  /// Those that count less than any folder's: the user's, then the repository's.
  private let weaker: [Level]
  private var levels: [[UInt8]: Level] = [:]
  private var folders: [[UInt8]: Bool] = [:]

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The rules of the work tree of `repository`, as they are by now.
  init(of repository: Repository) {
    workTree = repository.workTree
    ignoresCase = repository.configurationFlag("core.ignorecase") == true
    var files: [String] = []
    if let path = repository.ignoreFile { files.append(path) }
    files.append("\(repository.commonDirectory)/info/exclude")
    let ignoresCase = ignoresCase
    weaker = files.compactMap { path in
      ((try? Files.contents(of: path)) ?? nil).map { Self.level($0, of: [], ignoresCase: ignoresCase) }
    }
  }

  /// Whether `path`, which ends with a slash when it is a folder and not a link to one, is left out unless it is tracked.
  func ignore(_ path: [UInt8]) -> Bool {
    let bare = path.last == .slash ? path.dropLast() : path[...]
    // What is in a folder that is left out is left out with it, whatever rules say of it.
    if let slash = bare.lastIndex(of: .slash), ignoreFolder(Array(bare[...slash])) { return true }
    return isMatched(path)
  }

  private func ignoreFolder(_ path: [UInt8]) -> Bool {
    if let known = folders[path] { return known }
    let isIgnored = ignore(path)
    folders[path] = isIgnored
    return isIgnored
  }

  private func isMatched(_ path: [UInt8]) -> Bool {
    let subject = PathRule.Subject(path[...])
    var bare = path.last == .slash ? path.dropLast() : path[...]
    while true {
      let slash = bare.lastIndex(of: .slash)
      bare = bare[..<(slash ?? bare.startIndex)]
      if let found = verdict(of: level(of: Array(bare)), on: subject) { return found }
      if slash == nil { break }
    }
    return weaker.reversed().lazy.compactMap { self.verdict(of: $0, on: subject) }.first ?? false
  }

  private func verdict(of level: Level, on subject: PathRule.Subject) -> Bool? {
    level.rules.last { $0.rule.matches(subject, below: level.folder) }.map { !$0.isTakenBack }
  }

  /// The rules of a folder, whose path has no slash at its end.
  private func level(of folder: [UInt8]) -> Level {
    if let known = levels[folder] { return known }
    let path = "\(workTree)/\(folder.isEmpty ? "" : String(decoding: folder, as: UTF8.self) + "/").gitignore"
    var file: [UInt8] = []
    // git follows no link there.
    if case .file? = try? Files.kind(of: path) { file = ((try? Files.contents(of: path)) ?? nil) ?? [] }
    let level = Self.level(file, of: folder[...], ignoresCase: ignoresCase)
    levels[folder] = level
    return level
  }

  private static func level(_ file: [UInt8], of folder: ArraySlice<UInt8>, ignoresCase: Bool) -> Level {
    let text = file.starts(with: byteOrderMark) ? file[byteOrderMark.count...] : file[...]
    let rules = text.split(separator: .lineFeed).compactMap { line -> (PathRule, Bool)? in
      var rule = trimmed(line.last == .carriageReturn ? line.dropLast() : line)
      guard let first = rule.first, first != UInt8(ascii: "#") else { return nil }
      let isTakenBack = first == UInt8(ascii: "!")
      if isTakenBack { rule = rule.dropFirst() }
      return rule.isEmpty ? nil : (PathRule(rule, ignoresCase: ignoresCase), isTakenBack)
    }
    return Level(folder: folder, rules: rules)
  }

  /// Less the blanks at its end, unless a backslash stands before them.
  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var end = line.startIndex
    var index = line.startIndex
    while index < line.endIndex {
      if line[index] == UInt8(ascii: "\\") {
        index = min(index + 2, line.endIndex)
        end = index
      } else {
        index += 1
        if line[index - 1] != .space { end = index }
      }
    }
    return line[..<end]
  }
}

extension Repository {
  /// The user's own rules; nil where there can be none.
  fileprivate var ignoreFile: String? {
    if let path = configurationPath("core.excludesfile") { return path }
    if let folder = environment["XDG_CONFIG_HOME"], !folder.isEmpty { return "\(folder)/git/ignore" }
    return environment["HOME"].map { "\($0)/.config/git/ignore" }
  }
}
