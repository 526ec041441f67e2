import MartletBuildSettings
import MartletCore

/// The shared schemes of projects and workspaces: which configuration of a target is archived.
struct XcodeSchemes {
  fileprivate struct Scheme {
    let name: String
    let configuration: String
    /// The targets that are built for archiving, with their projects.
    let targets: [(name: String, project: RelativePath?)]
  }

  private let schemes: [Scheme]

  /// Reads the schemes in `xcshareddata`; invalid ones are ignored, as Xcode ignores them.
  init(in files: some FileReading) throws {
    schemes = try files.filePaths().compactMap { path -> Scheme? in
      // `App.xcodeproj/xcshareddata/xcschemes/App.xcscheme`
      guard path.string.hasSuffix(".xcscheme"), path.parent?.lastComponent == "xcschemes",
        let container = path.parent?.parent?.parent, let source = try? files.source(at: path)
      else { return nil }
      return try? Scheme(path.nameWithoutExtension, source, in: container.parent)
    }
  }

  /// Returns the configurations in which `target` is archived: that of the scheme with its name, or else those of all schemes
  /// that archive it; `Release` or the default one without a scheme.
  func archived(_ target: XcodeTarget, of project: RelativePath) -> Set<String> {
    let archiving = schemes.filter { $0.targets.contains { $0.name == target.name && $0.project == project } }
    let own = archiving.filter { $0.name == target.name }
    let names = Set((own.isEmpty ? archiving : own).map(\.configuration))
    let known = target.configurations.all.map(\.name).filter(names.contains)
    guard known.isEmpty else { return Set(known) }
    return Set([target.configurations["Release"]?.name].compactMap { $0 })
  }
}

extension XcodeSchemes.Scheme {
  /// - Throws: `DocumentError` for invalid XML.
  fileprivate init(_ name: String, _ source: SourceText, in folder: RelativePath?) throws(DocumentError) {
    var scanner = XMLScanner(source)
    var configuration = "Release"
    var targets: [(name: String, project: RelativePath?)] = []
    var isArchived = false
    while let event = try scanner.next() {
      guard case .opened(let element) = event else { continue }
      let attributes = scanner.attributes
      switch source.string(at: element) {
      case "BuildActionEntry": isArchived = attributes["buildForArchiving"] == "YES"
      case "ArchiveAction": configuration = attributes["buildConfiguration"] ?? configuration
      case "BuildableReference" where isArchived:
        let container = (attributes["ReferencedContainer"] ?? "").split(separator: ":").last.map(String.init) ?? ""
        targets.append((attributes["BlueprintName"] ?? "", RelativePath(container, in: folder)))
      case "TestAction", "LaunchAction": isArchived = false
      default: continue
      }
    }
    self.init(name: name, configuration: configuration, targets: targets)
  }
}
