import MartletCore

/// New texts for the sites of a survey.
///
/// Sites are found without their surroundings, so a new text may run into them: `1.5.0-beta.1` before `.zip` is a
/// different version. So the edited files are read again before anything is written.
struct VersionWriting {
  private(set) var edits: [RelativePath: [TextEdit]] = [:]
  private var texts: [VersionSurvey.Location: String] = [:]

  /// - Throws: `ManifestError.doesNotFit`, `.notEditable`.
  mutating func add(_ text: String, at site: VersionSite) throws(ManifestError) {
    edits.merge(try site.edits(toHold: text)) { $0 + $1 }
    texts[VersionSurvey.Location(site)] = text
  }

  /// - Throws: `ManifestError.notReadBack` for the first site that would not be read back; errors of `files`.
  func check(_ readings: [VersionSurvey.Reading], in files: some FileReading) throws {
    guard !edits.isEmpty else { return }
    let edited = try EditedFiles(files, edits)
    for reading in readings where reading.sites.contains(where: { texts[VersionSurvey.Location($0)] != nil }) {
      let after = (try? reading.manifest.versionSites(in: edited)) ?? []
      for (index, site) in reading.found.enumerated() {
        guard let text = texts[VersionSurvey.Location(site)] else { continue }
        guard after.count == reading.found.count else {
          throw ManifestError.notReadBack(text, over: site.value, as: nil, place: site.place)
        }
        guard after[index].holds(text) else {
          throw ManifestError.notReadBack(text, over: site.value, as: after[index].value, place: site.place)
        }
      }
    }
  }
}

/// Files with edits applied.
struct EditedFiles<Base: FileReading>: FileReading {
  private let base: Base
  private var texts: [RelativePath: SourceText] = [:]

  init(_ base: Base, _ edits: [RelativePath: [TextEdit]]) throws {
    self.base = base
    for (path, edits) in edits.sorted(by: { $0.key < $1.key }) {
      texts[path] = try base.source(at: path)?.applying(edits)
    }
  }

  func source(at path: RelativePath) throws -> SourceText? { try texts[path] ?? base.source(at: path) }
  func filePaths() throws -> [RelativePath] { try base.filePaths() }
  func byteCount(at path: RelativePath) throws -> Int? { try base.byteCount(at: path) }
  func identity(of path: RelativePath) -> RelativePath { base.identity(of: path) }
  func path(of name: String, in folder: RelativePath?) -> RelativePath? { base.path(of: name, in: folder) }
}
