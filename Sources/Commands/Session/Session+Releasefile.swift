import Execution
import Lanes
import MartletCore
import Processes
import Steps
import SystemAPI

extension Session {
  /// Returns the Releasefile; nil when there is none and `--file` was not given.
  ///
  /// - Throws: `Failure` when there are several, or the named one is missing.
  func releasefile() throws -> Releasefile? {
    let source = try releasefileSource()
    let releasefile = try workspace.cache.listing(of: source) { try Self.releasefile(source, console: console) }
    if let releasefile {
      workspace.withhold(releasefile.credentialVariables)
      ProcessSecrets.hide(Array(releasefile.credentialVariables))
    }
    return releasefile
  }

  static func releasefile(_ source: SourceText?, console: Console) throws -> Releasefile? {
    guard let source else { return nil }
    console.detail("Releasefile: \(source.path.string.escapedForTerminal())")
    do {
      return try Releasefile(source, vocabulary: .standard)
    } catch let error as any ExplainedError {
      throw Failure(error.diagnostics, exit: .badReleasefile)
    }
  }

  /// Returns the Releasefile.
  ///
  /// - Throws: `Failure.noReleasefile` when there is none.
  func requiredReleasefile() throws -> Releasefile {
    guard let releasefile = try releasefile() else { throw noReleasefile }
    return releasefile
  }

  /// The error without a Releasefile. An old branch may have none, though the main one has.
  var noReleasefile: Failure {
    let other = ["main", "master", "origin/main", "origin/master"].first { name in
      guard let path = RelativePath("Releasefile"), let commit = try? workspace.commit(named: name) else {
        return false
      }
      return (try? workspace.contents(of: path, in: commit)) != nil
    }
    return Failure.noReleasefile(root: workspace.root, but: other)
  }

  /// Returns the text of the Releasefile, valid or not; nil when there is none.
  func releasefileSource() throws -> SourceText? {
    try Self.releasefileSource(options, directory: directory, in: workspace)
  }

  static func releasefileSource(
    _ options: CommandOptions, directory: String, in files: some FileReading
  ) throws -> SourceText? {
    if let file = options.file { return try source(of: file, from: directory) }
    let found: [SourceText]
    do {
      found = try files.releasefileSources()
    } catch let error as any ExplainedError {
      throw Failure(error.diagnostics, exit: .badReleasefile)
    }
    guard found.count <= 1 else { throw Failure.severalReleasefiles(found.map(\.path.string)) }
    return found.first
  }

  /// Returns a file that the command line names, inside or outside of the repository.
  static func source(of file: String, from directory: String) throws -> SourceText {
    let location = file.hasPrefix("/") ? file : "\(directory)/\(file)"
    var status = stat()
    guard stat(location, &status) == 0 else { throw Failure.missingFile(file) }
    switch status.st_mode & S_IFMT {
    case S_IFREG where status.st_size > Node.yamlByteLimit:
      throw Failure.unreadableFile(
        file, reason: "it is \(status.st_size) bytes long, expected at most \(Node.yamlByteLimit)")
    case S_IFREG: break
    case S_IFDIR: throw Failure.unreadableFile(file, reason: "it is a folder")
    default: throw Failure.unreadableFile(file, reason: "it is not a regular file")
    }
    guard let data = FileManager.default.contents(atPath: location) else {
      throw Failure.unreadableFile(file, reason: "permission denied")
    }
    guard let path = RelativePath(file) ?? file.split(separator: "/").last.flatMap({ RelativePath(String($0)) })
    else { throw Failure.missingFile(file) }
    do {
      return try SourceText(path: path, fileBytes: Array(data))
    } catch {
      throw Failure.unreadableFile(file, reason: "\(error)")
    }
  }
}

extension FileReading {
  /// Returns all Releasefiles at the root; more than one is an error of the project.
  ///
  /// - Throws: an error for a file that is too large, without reading it.
  func releasefileSources() throws -> [SourceText] {
    try Releasefile.fileNames.compactMap { RelativePath($0) }.compactMap { path in
      guard let count = try byteCount(at: path) else { return nil }
      try Node.checkSize(ofYAML: path, byteCount: count)
      return try source(at: path)
    }
  }
}

extension Failure {
  /// - Parameters:
  ///   - branch: A branch that has one.
  ///   - options: Those of the `martlet init` that writes what the command needs.
  static func noReleasefile(root: String, but branch: String? = nil, options: String = "") -> Failure {
    Failure(
      "no Releasefile in `\(root)`",
      hint: branch.map { "take that of `\($0)` with `git checkout \($0) -- Releasefile`" }
        ?? "write one with `martlet init\(options)`",
      exit: .badReleasefile)
  }

  static func severalReleasefiles(_ names: [String]) -> Failure {
    Failure(
      "several Releasefiles: \(names.quotedList), expected one", hint: "keep one of them, or name it with `--file`",
      exit: .badReleasefile)
  }

  static func missingFile(_ path: String) -> Failure { Failure("no file `\(path)`", exit: .usage) }

  static func unreadableFile(_ path: String, reason: String) -> Failure {
    Failure("cannot read `\(path)`: \(reason)", exit: .badReleasefile)
  }
}
