import Archiving
import Lanes
import TextEditing
import Versioning

/// Writes the tree of a commit as an archive or a folder.
package struct ExportStep: Step {
  package static let keyword = "export"
  package static let summary =
    "Writes the tree of a commit as an archive or a folder, with the very bytes of `git archive` for tar; nothing is checked out."
  package static let parameters = [
    Parameter<Self>.main("output", \.output, "The archive to write, from the repository's root."),
    Parameter<Self>("directory", \.directory, "The folder to write in place of an archive; not there yet, or empty."),
    Parameter<Self>(
      "into", \.isInto, "Whether the folder may have something in it, which gives way to files of the same names."),
    Parameter<Self>(
      "revision", \.revision,
      "The commit, tag or tree; left out, the commit of this run, or the one that is checked out."),
    Parameter<Self>("format", \.format, "What is written; left out, the name tells."),
    Parameter<Self>("prefix", \.prefix, "What stands before every path; with a slash at its end it is a folder."),
    Parameter<Self>("exclude", \.excludes, "What is left out: patterns as in `.gitignore`."),
    Parameter<Self>("paths", \.paths, "What is meant, as git has it after `--`; everything when left out."),
    Parameter<Self>(
      "submodules", \.submodules, "Whether they are an error, empty folders as in `git archive`, or exported, too."),
    Parameter<Self>(
      "level", \.level,
      "How hard it is compressed: 1 to 12, with zlib 9, for tar.zst 19; 0 stores, in a zip or with zlib."),
    Parameter<Self>(
      "compressor", \.compressor, "`zlib` makes the very bytes of `git archive` for tar.gz and zip, and takes longer."),
    Parameter<Self>(
      "fast_packs", \.usesFastPacks,
      "Whether packs are read by code of ours where it can, which is faster than libgit2."),
    Parameter<Self>("checksum", \.hasChecksum, "Whether the SHA-256 is written beside the file, as `FILE.sha256`."),
  ]
  package static let outputs = [
    StepOutput("path", "The archive or the folder, from the repository's root."),
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
  package var level: CompressionLevel?
  package var compressor = CompressionLibrary.libdeflate
  package var usesFastPacks = true
  package var hasChecksum = false
  /// Whether the digest is needed.of the archive.
  package var isDigested = false
  /// The folder that paths are read from, which may then lead anywhere; nil for the repository's, which they stay in.
  package var base: String?

  package init() {}

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
    terms.level = level?.number
    terms.compressor = compressor
    terms.usesFastPacks = usesFastPacks
    terms.hasChecksum = hasChecksum
    terms.isDigested = isDigested
    terms.isAwaited = draft.stepID != nil
    let source = try source(in: draft)
    var decision = Decision([.writeArchive(ArchiveWrite(source, as: format, to: destination, terms))])
    if case .file(let path) = destination { decision.outputs["path"] = path }
    if case .commit(.existing(let id)) = source { decision.outputs["commit"] = id.hex }
    return decision
  }

  /// The commit that the revision will be by then: `HEAD` and the run's own tags are not there yet.
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
extension CompressionLibrary: ParameterChoice {}

extension Failure {
  static let noArchivePlace = Failure("nowhere to export to, expected a file or a folder")

  static func twoArchivePlaces(_ file: String, _ folder: String) -> Failure {
    Failure("the file `\(file)` and the folder `\(folder)` together, expected one of them")
  }

  static func unknownArchiveFormat(of name: String) -> Failure {
    Failure(
      "the name `\(name)` does not tell its format, expected one of \(ArchiveFormat.allNames.quotedList)",
      hint: "say which it is with `format`")
  }

  static func archiveFormatOfFolder(_ folder: String) -> Failure {
    Failure("the folder `\(folder)` is no archive, expected no `format` or `directory`")
  }

  static func folderFormatOfFile(_ name: String) -> Failure {
    Failure(
      "`directory` is no format for the file `\(name)`, expected an archive's", hint: "name a folder with `directory`")
  }

  static let checksumWithoutFile = Failure("a checksum is written beside a file, expected one to export to")

  static func badPrefix(_ prefix: String) -> Failure {
    Failure("`\(prefix)` leads out of the export, expected a path without `..` and not an absolute one")
  }
}
