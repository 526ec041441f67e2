import Archiving
import Lanes
import MartletCore

/// Writes the tree of a commit as an archive or a folder.
package struct ExportStep: Step {
  package static let keyword = "export"
  package static let summary =
    "Writes the tree of a commit as an archive or a folder, without a checkout. A tar has the same bytes as from `git archive`."
  package static let parameters = [
    Parameter<Self>.main("output", \.output, "The archive to write, relative to the repository's root."),
    Parameter<Self>(
      "directory", \.directory, "The folder to write instead of an archive; it must be missing or empty."),
    Parameter<Self>(
      "into", \.isInto, "Whether the folder may contain files; files with the same names are overwritten."),
    Parameter<Self>(
      "revision", \.revision,
      "The commit, tag or tree; if omitted, the commit of this run, or HEAD."),
    Parameter<Self>("format", \.format, "The format; if omitted, it follows from the file name."),
    Parameter<Self>("prefix", \.prefix, "A prefix for every path; with a trailing slash it is a folder."),
    Parameter<Self>("exclude", \.excludes, "Files to leave out: patterns as in `.gitignore`."),
    Parameter<Self>("paths", \.paths, "The paths to export, as git pathspecs; everything if omitted."),
    Parameter<Self>(
      "submodules", \.submodules,
      "Whether submodules become empty folders as in `git archive`, are exported, or are an error."),
    Parameter<Self>("checksum", \.hasChecksum, "Whether to write the SHA-256 beside the file, as `FILE.sha256`."),
  ]
  package static let outputs = [
    StepOutput("path", "The archive or the folder, relative to the repository's root."),
    StepOutput("sha256", "The SHA-256 of the archive."), StepOutput("commit", "The commit that was exported."),
  ]

  package var output: Template?
  package var directory: Template?
  package var isInto = false
  package var revision: Template?
  package var format: ArchiveFormat?
  package var prefix: Template?
  package var excludes: [Template] = []
  package var paths: [Template] = []
  package var submodules = ExportOptions.Submodules.skip
  package var hasChecksum = false
  /// Whether the digest of the archive is needed.
  package var isDigested = false
  /// The folder that paths are relative to, which may lead anywhere; nil: the repository, which they must not leave.
  package var base: String?

  package init() {}

  package var filesWritten: [String] { output.map { [$0.source, "\($0.source).sha256"] } ?? [] }

  package func plan(_ draft: Draft) throws -> Decision {
    let (destination, format) = try place(in: draft)
    var terms = ExportOptions()
    terms.prefix = try prefix.map(draft.text(of:)) ?? ""
    guard !terms.prefix.hasPrefix("/"), !terms.prefix.split(separator: "/").contains(".."),
      !terms.prefix.utf8.contains(0)
    else { throw Failure.badPrefix(terms.prefix) }
    terms.excludes = try excludes.map(draft.text(of:))
    terms.paths = try paths.map(draft.text(of:))
    terms.submodules = submodules
    terms.hasChecksum = hasChecksum
    terms.isDigested = isDigested
    terms.isAwaited = draft.stepID != nil
    let source = try source(in: draft)
    var decision = Decision([.writeArchive(ArchiveWrite(source, as: format, to: destination, terms))])
    if case .file(let path) = destination { decision.outputs["path"] = path }
    if case .commit(.existing(let id)) = source { decision.outputs["commit"] = id.hex }
    return decision
  }

  /// Returns the commit of the revision at export time: `HEAD` and the run's own tags may not exist yet.
  private func source(in draft: Draft) throws -> ArchiveWrite.Source {
    guard let revision = try revision.map(draft.text(of:)), revision != "HEAD" else {
      return .commit(try draft.headReference())
    }
    if let tag = draft.createdTags.first(where: { $0.name == revision }) { return .commit(tag.target) }
    return try draft.workspace.archiveSource(of: revision)
  }

  private func place(in draft: Draft) throws -> (ArchiveWrite.Destination, ArchiveFormat) {
    let output = try output.map(draft.text(of:))
    let directory = try directory.map(draft.text(of:))
    switch (output, directory) {
    case (nil, nil): throw Failure.noArchivePlace
    case (let file?, let folder?): throw Failure.twoArchivePlaces(file, folder)
    case (nil, let folder?):
      guard format == nil || format == .directory else { throw Failure.archiveFormatOfFolder(folder) }
      guard !hasChecksum else { throw Failure.checksumWithoutFile }
      let path = try path(folder)
      return (isInto ? .into(path) : .folder(path), .directory)
    case (let file?, nil):
      guard format != .directory else { throw Failure.folderFormatOfFile(file) }
      if base != nil, file == "-" {
        guard !hasChecksum else { throw Failure.checksumWithoutFile }
        return (.standardOutput, format ?? .tar)
      }
      guard let format = format ?? ArchiveFormat(ofFileNamed: file) else {
        throw Failure.unknownArchiveFormat(of: file)
      }
      return (.file(try path(file)), format)
    }
  }

  private func path(_ text: String) throws -> String {
    guard let base else {
      guard let path = RelativePath(text) else { throw Failure.badPath(text) }
      return path.string
    }
    guard !text.isEmpty, !text.utf8.contains(0) else { throw Failure.badPath(text) }
    var path = text.hasPrefix("/") ? text : "\(base)/\(text)"
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}

extension ExportOptions.Submodules: ParameterChoice {}

extension Failure {
  static let noArchivePlace = Failure(
    "no export destination, expected a file or a folder",
    hint: "name a file with `output`, or a folder with `directory` (on the command line `--output` and `--directory`)")

  static func twoArchivePlaces(_ file: String, _ folder: String) -> Failure {
    Failure("both the file `\(file)` and the folder `\(folder)` are given, expected one of them")
  }

  static func unknownArchiveFormat(of name: String) -> Failure {
    Failure(
      "the format of `\(name)` is unknown, expected one of \(ArchiveFormat.allNames.quotedList)",
      hint: "set it with `format` (on the command line `--format`)")
  }

  static func archiveFormatOfFolder(_ folder: String) -> Failure {
    Failure("the folder `\(folder)` is not an archive, expected `format` to be `directory` or not set")
  }

  static func folderFormatOfFile(_ name: String) -> Failure {
    Failure(
      "`directory` is not an archive format for the file `\(name)`", hint: "name a folder with `directory`")
  }

  static let checksumWithoutFile = Failure("a checksum needs an archive file, expected an export to a file")

  static func badPrefix(_ prefix: String) -> Failure {
    Failure("`\(prefix)` leads out of the export, expected a relative path without `..`")
  }
}
