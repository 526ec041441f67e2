import MartletCore
import MartletManifests

/// The versions in a project's files, and the edits that change them.
///
/// Only the bytes of versions are replaced: comments, order, line ends, byte order marks and invalid UTF-8 stay as they
/// are.
public struct Project: Sendable {
  private let files: ProjectFiles
  private let survey: VersionSurvey

  /// Reads the versions in `files`.
  ///
  /// - Parameters:
  ///   - files: The project's files.
  ///   - manifests: The files with the version; nil to search for them as `martlet` does without a Releasefile.
  ///   - name: The name of the project, in addition to names in its files: `CoolKit.swift` may contain the version of
  ///     `CoolKit`.
  ///   - repositories: The project's addresses, to find install snippets in its README.
  ///   - tag: The version of the newest tag, which decides if files have several versions.
  /// - Throws: ``MartletError`` with the problems of all manifests at once.
  public init(
    _ files: ProjectFiles, manifests: [Manifest]? = nil, name: String? = nil, repositories: [String] = [],
    tag: Version? = nil
  ) throws(MartletError) {
    self.files = files
    survey = try MartletError.explaining {
      let names = try ProjectNames(project: name, repositories: repositories, in: files)
      guard let manifests else {
        let tags = ReleaseTags(newest: tag?.base, released: tag?.base.isPrerelease == true ? nil : tag?.base)
        return try VersionResolver(names: names, tags: tags).survey(of: files, for: .everything)
      }
      return try VersionSurvey(of: try manifests.map { try $0.manifest(for: names) }, in: files)
    }
  }

  /// Every place with a version or a build number.
  public var sites: [Site] { survey.readings.flatMap(\.sites).map(Site.init) }

  /// Returns the version of the product; nil if no file has one.
  ///
  /// - Throws: ``MartletError`` if the sites of the product disagree, or have no version.
  public func version() throws(MartletError) -> Version? {
    try MartletError.explaining { try survey.version().map(Version.init) }
  }

  /// The build number of the product; nil if no file has one, or if there are several.
  public var build: String? { survey.build }

  /// Returns the files that change for the new `version` of the product, by path, with all their bytes.
  ///
  /// The result of ``edits(for:)``, made in the files.
  /// - Throws: ``MartletError``, as ``edits(for:)``.
  public func changedFiles(for version: Version) throws(MartletError) -> [String: [UInt8]] {
    let edits = try textEdits(for: version)
    return try MartletError.explaining { try changed(by: edits) }
  }

  /// Returns the files that change for the new build number `build`, by path, with all their bytes.
  ///
  /// - Throws: ``MartletError``, as ``edits(forBuild:)``.
  public func changedFiles(forBuild build: String) throws(MartletError) -> [String: [UInt8]] {
    let edits = try textEdits(forBuild: build)
    return try MartletError.explaining { try changed(by: edits) }
  }

  private func changed(by edits: [RelativePath: [TextEdit]]) throws -> [String: [UInt8]] {
    var changed: [String: [UInt8]] = [:]
    for (path, edits) in edits {
      changed[path.string] = try files.source(at: path)?.applying(edits).fileBytes
    }
    return changed
  }
}

extension Project {
  /// Returns the edits for the new `version` of the product, by path and offset; none if all sites already have it.
  ///
  /// Every site of the product gets the new version in the form for its readers: only numbers for Apple's tools and
  /// stores, no pre-release for install snippets. If explicitly named `manifests` disagree, all their sites of the
  /// product get it. `version` is not compared with the old one.
  /// - Throws: ``MartletError`` if no file has a version, if it does not fit a site, if Apple's stores would refuse it,
  ///   or if a site would read it as a different version.
  public func edits(for version: Version) throws(MartletError) -> [Edit] {
    let edits = try textEdits(for: version)
    return try MartletError.explaining { try listed(edits) }
  }

  /// Returns the edits for the new build number `build`, by path and offset; none if all sites already have it.
  ///
  /// - Throws: ``MartletError`` for an invalid build number, one that Apple's stores would refuse, and one that a site
  ///   would read as a different number.
  public func edits(forBuild build: String) throws(MartletError) -> [Edit] {
    let edits = try textEdits(forBuild: build)
    return try MartletError.explaining { try listed(edits) }
  }

  private func textEdits(for version: Version) throws(MartletError) -> [RelativePath: [TextEdit]] {
    guard !survey.productSites.isEmpty else {
      // This error explains why the expected files contain no version.
      _ = try self.version()
      throw MartletError("no file contains the version of the project, expected one", code: .noVersion)
    }
    return try MartletError.explaining {
      let old: MartletCore.Version?
      do {
        old = try survey.version()
      } catch SurveyError.disagreement {
        old = nil
      }
      return try survey.edits(raising: old, to: version.base, in: files).edits
    }
  }

  private func textEdits(forBuild build: String) throws(MartletError) -> [RelativePath: [TextEdit]] {
    try MartletError.explaining { try survey.buildEdits(to: try BuildNumber(build), in: files) }
  }

  private func listed(_ edits: [RelativePath: [TextEdit]]) throws -> [Edit] {
    try edits.sorted { $0.key < $1.key }.flatMap { path, edits in
      guard let source = try files.source(at: path) else { return [Edit]() }
      return edits.sorted { $0.span.lowerBound < $1.span.lowerBound }.map { Edit($0, of: source) }
    }
  }
}
