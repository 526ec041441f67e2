import MartletChangelogs
import MartletCore

/// A changelog in Markdown that can get the section of a new version; every other byte stays.
///
/// New headings, dates and links have the form of the existing ones; a file without any follows Keep a Changelog.
public struct Changelog: Sendable {
  private let document: ChangelogDocument

  /// Parses `bytes`.
  ///
  /// - Parameters:
  ///   - bytes: The file; empty for a new one.
  ///   - path: The file's name in errors.
  /// - Throws: ``MartletError`` for invalid UTF-16, and for a path outside the folder.
  public init(_ bytes: [UInt8], path: String = "CHANGELOG.md") throws(MartletError) {
    let path = try RelativePath(named: path)
    do {
      document = ChangelogDocument(try SourceText(path: path, fileBytes: bytes))
    } catch {
      throw MartletError("`\(path)` cannot be read: \(error)")
    }
  }

  /// The versions with a section, in file order.
  public var versions: [Version] { document.releases.compactMap(\.version).map(Version.init) }

  /// Returns the text below the heading of `version`, without surrounding empty lines; nil if there is none.
  public func notes(of version: Version) -> String? {
    document.section(of: version.base).map { document.text(of: $0) }
  }

  /// The text below the heading for unreleased changes; nil without such a heading.
  public var unreleased: String? { document.unreleased.map { document.text(of: $0) } }

  /// Returns the file with the unreleased changes moved to the section of `version`; their heading stays, with an empty
  /// section.
  ///
  /// - Parameters:
  ///   - version: The released version.
  ///   - date: For example `2026-11-21`.
  ///   - tag: The tag for links; the version itself by default.
  /// - Throws: ``MartletError`` if there are no unreleased changes, if the version already has a section, or if the
  ///   date or the tag is invalid.
  public func releasing(
    _ version: Version, on date: String, tag: String? = nil
  ) throws(MartletError) -> [UInt8] {
    let release = try release(of: version, on: date, tag: tag)
    return try MartletError.explaining { try release.releasing(document).fileBytes }
  }

  /// Returns the file with a section of `version` that contains `notes`, before the sections of older versions.
  ///
  /// - Parameters:
  ///   - notes: Markdown. Headings on the level of the version's heading are moved below it.
  ///   - version: The released version.
  ///   - date: For example `2026-11-21`.
  ///   - tag: The tag for links; the version itself by default.
  /// - Throws: ``MartletError`` if the version already has a section, or if the date or the tag is invalid.
  public func inserting(
    _ notes: String, for version: Version, on date: String, tag: String? = nil
  ) throws(MartletError) -> [UInt8] {
    let release = try release(of: version, on: date, tag: tag)
    let source = document.source
    return try MartletError.explaining {
      try source.bytes.isEmpty
        ? release.creating(source.path, holding: notes).fileBytes
        : release.inserting(notes, into: document).fileBytes
    }
  }

  private func release(
    of version: Version, on date: String, tag: String?
  ) throws(MartletError) -> ChangelogRelease {
    guard date.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil else {
      throw MartletError("`\(date)` is not a date, expected one such as `2026-11-21`")
    }
    let tag = tag ?? version.description
    guard !tag.isEmpty, tag.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }) else {
      throw MartletError("`\(tag)` is not a tag, expected a name without blanks such as `v\(version)`")
    }
    return ChangelogRelease(of: version.base, date: date, tag: tag)
  }
}
