import Lanes
import MartletCore

/// Makes an artifact bundle for SwiftPM.
package struct ArtifactBundleStep: Step {
  package static let keyword = "archive"
  package static let summary =
    "Makes an artifact bundle of executables (SE-0305) or static libraries (SE-0482) as a zip archive whose bytes depend only on the files in it."
  package static let parameters = [
    Parameter<Self>.main("artifact_bundle", \.name, "The name of the artifact and of the bundle.", .required),
    Parameter<Self>(
      "variants", \.variants,
      "A mapping of target triples to files, such as `x86_64-unknown-linux-gnu: build/x86/tool`. Triples with the same file share it.",
      .required),
    Parameter<Self>("version", \.version, "The version of the artifact."),
    Parameter<Self>(
      "headers", \.headers, "The folder with the headers; the files are static libraries then, otherwise executables."),
    Parameter<Self>(
      "module_map", \.moduleMap, "The module map of the libraries; left out, `module.modulemap` in `headers`."),
    Parameter<Self>("output", \.output, "The archive to write; left out, `dist/NAME.artifactbundle.zip`."),
  ]
  package static let outputs = [StepOutput].ofArchive

  /// What the files of a bundle are.
  package enum Kind: String {
    case executable
    case staticLibrary = "static_library"
  }

  package var name: Template = ""
  package var variants = NamedTexts()
  package var version: Template = "${version}"
  package var headers: Template?
  package var moduleMap: Template?
  package var output: Template?

  package init() {}

  package var filesRead: [Template] { variants.entries.map(\.text) }

  package var filesWritten: [String] { [output?.source ?? Self.usualOutput(of: name.source)] }

  private static func usualOutput(of name: String) -> String { "dist/\(name).artifactbundle.zip" }

  package func mistakes(id: String?) -> [StepProblem] {
    variants.entries.filter { !TargetTriple.isValid($0.name) }.map { StepProblem(.badTriple($0.name), at: $0.nameSpan) }
  }

  private var type: Kind { headers == nil ? .executable : .staticLibrary }

  package func plan(_ draft: Draft) throws -> Decision {
    let name = try draft.text(of: name)
    let version = try draft.text(of: version)
    for text in [name, version] where text.isEmpty || !text.utf8.allSatisfy(\.isBundleCharacter) {
      throw Failure.badBundleText(text)
    }
    let bundle = "\(name).artifactbundle"
    let output = try draft.path(output.map(draft.text(of:)) ?? Self.usualOutput(of: name))
    var info = BundleInfo(name: name, version: version, type: type)
    var files: [PackedFile] = []
    for (path, triples) in try triplesByFile(in: draft) {
      // Builds often give a program another name for each system.
      let file = type == .executable ? name : path.split(separator: "/").last.map(String.init) ?? name
      let inner = "\(triples[0])/\(file)"
      files.append(PackedFile("\(bundle)/\(inner)", .file(path, isExecutable: type == .executable), triples: triples))
      info.variants.append(BundleInfo.Variant(path: inner, triples: triples))
    }
    if let headers {
      let folder = try draft.path(draft.text(of: headers))
      info.moduleMap = try moduleMap(below: folder, in: draft)
      files.append(PackedFile("\(bundle)/include", .folder(folder.string)))
    }
    files.append(PackedFile("\(bundle)/info.json", .text(info.json)))
    return try draft.packing(files, to: output)
  }

  /// The files in byte order of their first triple, with their triples.
  private func triplesByFile(in draft: Draft) throws -> [(path: String, triples: [String])] {
    var files: [(path: String, triples: [String])] = []
    for variant in variants.entries.sorted(by: { $0.name.precedesInBytes($1.name) }) {
      let found = try AssetList([variant.text], in: draft).artifacts
      guard let file = found.first, found.count == 1 else {
        throw Failure.severalArchives(try draft.text(of: variant.text), found.map(\.path))
      }
      if let index = files.firstIndex(where: { $0.path == file.path }) {
        files[index].triples.append(variant.name)
      } else {
        files.append((file.path, [variant.name]))
      }
    }
    guard !files.isEmpty else { throw Failure.noVariants }
    return files
  }

  /// The path of the module map in the bundle.
  private func moduleMap(below folder: RelativePath, in draft: Draft) throws -> String {
    let path = try moduleMap.map { try draft.path(draft.text(of: $0)) } ?? draft.path("\(folder)/module.modulemap")
    guard path.string.hasPrefix("\(folder)/") else { throw Failure.moduleMapOutside(path, folder) }
    if !draft.awaitsCommand, try draft.artifact(at: path.string) == .missing { throw Failure.noModuleMap(path) }
    return "include\(path.string.dropFirst(folder.string.count))"
  }
}

extension UInt8 {
  /// Letters, digits and `._+-`.
  fileprivate var isBundleCharacter: Bool { isLetter || isDigit || "._+-".utf8.contains(self) }
}

extension Failure {
  static func badTriple(_ text: String) -> Failure {
    Failure(
      "`\(text)` is not a target triple, expected architecture, vendor and system, such as `x86_64-unknown-linux-gnu`",
      hint: "print that of this machine with `swift -print-target-info`")
  }

  static let noVariants = Failure("`variants` is empty, expected a file for at least one target triple")

  static func badBundleText(_ text: String) -> Failure {
    Failure("`\(text)` cannot be in an artifact bundle, expected letters, digits and `._+-`")
  }

  static func moduleMapOutside(_ path: RelativePath, _ folder: RelativePath) -> Failure {
    Failure("the module map `\(path)` is not in the folder `\(folder)` of the headers")
  }

  static func noModuleMap(_ path: RelativePath) -> Failure {
    Failure(
      "no module map `\(path)`, which Swift needs to import the library",
      hint: "write one, such as `module Core { header \"core.h\" export * }`")
  }
}
