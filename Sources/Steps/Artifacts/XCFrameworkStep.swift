import Archiving
import Lanes
import MartletCore
import MartletManifests

/// Makes a reproducible zip archive of an XCFramework.
package struct XCFrameworkStep: Step {
  package static let keyword = ArtifactBundleStep.keyword
  package static let summary =
    "Makes a zip archive of an XCFramework whose bytes depend only on the files in it, after checking that it has every library that it lists. The list is sorted, unless the XCFramework is signed."
  package static let parameters = [
    Parameter<Self>.main(
      "xcframework", \.folder, "The folder, such as `build/Core.xcframework`, relative to the repository's root.",
      .required),
    Parameter<Self>("output", \.output, "The archive to write; left out, `dist/NAME.xcframework.zip`."),
  ]
  package static let outputs = [StepOutput].ofArchive

  package var folder: Template = ""
  package var output: Template?

  package init() {}

  package var filesWritten: [String] {
    [output?.source ?? Self.usualOutput(of: RelativePath(folder.source)?.lastComponent ?? "")]
  }

  private static func usualOutput(of name: String) -> String { "dist/\(name).zip" }

  package func plan(_ draft: Draft) throws -> Decision {
    let folder = try draft.path(draft.text(of: folder))
    let name = folder.lastComponent
    guard name.hasSuffix(".xcframework") else { throw Failure.notAnXCFramework(folder) }
    let output = try draft.path(output.map(draft.text(of:)) ?? Self.usualOutput(of: name))
    let list = try sortedList(of: folder, in: draft).map { [PackedFile("\(name)/Info.plist", .text($0))] }
    return try draft.packing([PackedFile(name, .folder(folder.string))] + (list ?? []), to: output)
  }

  /// Checks that every library of the Info.plist is there. A folder that a command has yet to make cannot be checked.
  ///
  /// - Returns: The Info.plist with its libraries in order, if they are not; nil for a signed folder, whose signature
  ///   covers the file.
  private func sortedList(of folder: RelativePath, in draft: Draft) throws -> String? {
    guard !draft.awaitsCommand else { return nil }
    let list = try draft.path("\(folder)/Info.plist")
    guard let source = try draft.source(at: list) else { throw Failure.noXCFramework(folder) }
    let files = try draft.workspace.filePaths(below: folder).map(\.string)
    let description = try XCFrameworkDescription(source)
    for library in description.libraryPaths {
      let path = "\(folder)/\(library)"
      guard files.contains(where: { $0 == path || $0.hasPrefix("\(path)/") }) else {
        throw Failure.noLibrary(path, in: list)
      }
    }
    let isSigned = files.contains { $0.hasPrefix("\(folder)/_CodeSignature/") }
    return isSigned || source.encoding != .utf8 || description.sorted == source
      ? nil : description.sorted.string(at: 0..<description.sorted.bytes.count)
  }
}

extension Draft {
  /// Returns the decision to make a zip archive of `files`, whose digest later steps read.
  func packing(_ files: [PackedFile], to output: RelativePath) throws -> Decision {
    guard output.string.hasSuffix(".zip") else { throw Failure.notAZip(output) }
    var terms = ExportOptions()
    terms.isAwaited = true
    let write = ArchiveWrite(.files(files), as: .zip, to: .file(output.string), terms)
    var decision = Decision([.writeArchive(write)])
    decision.outputs["path"] = output.string
    return decision
  }
}

extension [StepOutput] {
  /// The outputs of steps that make an archive.
  static var ofArchive: [StepOutput] {
    [
      StepOutput("path", "The archive, relative to the repository's root."),
      StepOutput("sha256", "Its SHA-256, which is the checksum of a binary target."),
      StepOutput("size", "Its size in bytes."),
    ]
  }
}

extension Failure {
  static func notAnXCFramework(_ folder: RelativePath) -> Failure {
    Failure("`\(folder)` is not an XCFramework, expected a folder with the suffix `.xcframework`")
  }

  static func noXCFramework(_ folder: RelativePath) -> Failure {
    Failure(
      "no file `\(folder)/Info.plist`, expected an XCFramework", hint: "build it in a step before this one, with `run`")
  }

  static func noLibrary(_ path: String, in list: RelativePath) -> Failure {
    Failure("no library `\(path)`, which `\(list)` lists", hint: "build the XCFramework again")
  }

  static func notAZip(_ output: RelativePath) -> Failure {
    Failure("`\(output)` is not a name of a zip archive, expected the suffix `.zip`")
  }
}
