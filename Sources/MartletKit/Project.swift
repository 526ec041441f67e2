import Manifests
import TextEditing
import Versioning

/// Where a project writes its version, what it says, and what its files are with another one.
///
/// Formats find the bytes of a version, and nothing but these is replaced: comments, order, line ends, byte order marks and
/// bytes that are no UTF-8 stay as they are.
public struct Project: Sendable {
  private let files: ProjectFiles
  private let survey: VersionSurvey

  /// Reads what `files` say.
  ///
  /// - Parameters:
  ///   - files: The project's files.
  ///   - manifests: Where the version is written; nil to look for it as `martlet` does without a Releasefile.
  ///   - name: What the project is called, besides what its files tell: `CoolKit.swift` may hold the version of `CoolKit`.
  ///   - repositories: The addresses that it is fetched from, for install snippets in its README.
  ///   - tag: The newest version that a tag has, which decides where files say several versions.
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

  /// Every place where a version or a build number is written.
  public var sites: [Site] { survey.readings.flatMap(\.sites).map(Site.init) }

  /// The version of what is released; nil when nothing says it.
  ///
  /// - Throws: ``MartletError`` when the sites that speak for the product disagree, or say no version.
  public func version() throws(MartletError) -> Version? {
    try MartletError.explaining { try survey.version().map(Version.init) }
  }

  /// The build number of what is released; nil when nothing says it, or several are said.
  public var build: String? { survey.build }

  /// The files that are others once the product has `version`, by path, with all their bytes.
  ///
  /// Every site that says the product's version says the new one, in the form that its readers get: Apple's tools and
  /// stores the numbers alone, install snippets no pre-release. Where `manifests` that were named disagree, all their sites
  /// that speak for the product get it. Whether `version` comes later is not looked at.
  /// - Throws: ``MartletError`` when nothing says a version, when it does not fit somewhere, when Apple's stores would
  ///   refuse it, or when it would be read as another one where it is written.
  public func changedFiles(for version: Version) throws(MartletError) -> [String: [UInt8]] {
    guard !survey.productSites.isEmpty else {
      // It says why those that should hold a version hold none.
      _ = try self.version()
      throw MartletError("no file says the version of the project, expected one that does")
    }
    return try MartletError.explaining {
      let old: Versioning.Version?
      do {
        old = try survey.version()
      } catch SurveyError.disagreement {
        old = nil
      }
      return try edited(by: survey.edits(raising: old, to: version.base, in: files).edits)
    }
  }

  /// The files that are others once the product has the build number `build`, by path, with all their bytes.
  ///
  /// - Throws: ``MartletError`` for a text that is no build number, one that Apple's stores would refuse, and when it would
  ///   be read as another one where it is written.
  public func changedFiles(forBuild build: String) throws(MartletError) -> [String: [UInt8]] {
    try MartletError.explaining { try edited(by: survey.buildEdits(to: try BuildNumber(build), in: files)) }
  }

  private func edited(by edits: [RelativePath: [TextEdit]]) throws -> [String: [UInt8]] {
    var changed: [String: [UInt8]] = [:]
    for (path, edits) in edits {
      changed[path.string] = try files.source(at: path)?.applying(edits).fileBytes
    }
    return changed
  }
}
