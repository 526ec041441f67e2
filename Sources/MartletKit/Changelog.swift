import Changelogs
import TextEditing
import Versioning

/// A changelog in Markdown, and what it is with the section of a new version: every other byte stays.
///
/// Headings, dates and links are written as those are that the file has already; a file without any follows Keep a
/// Changelog.
public struct Changelog: Sendable {
  private let document: ChangelogDocument

  /// The changelog that `bytes` hold.
  ///
  /// - Parameters:
  ///   - bytes: The file; empty for one that is to be begun.
  ///   - path: What errors call it.
  /// - Throws: ``MartletError`` for UTF-16 that is none, and a path that leads out of the folder.
  public init(_ bytes: [UInt8], path: String = "CHANGELOG.md") throws(MartletError) {
    let path = try RelativePath(named: path)
    do {
      document = ChangelogDocument(try SourceText(path: path, fileBytes: bytes))
    } catch {
      throw MartletError("`\(path)` cannot be read: \(error)")
    }
  }

  /// The versions that have a section, in the order of the file.
  public var versions: [Version] { document.releases.compactMap(\.version).map(Version.init) }

  /// What stands below the heading of `version`, without empty lines around it; nil when there is none.
  public func notes(of version: Version) -> String? {
    document.section(of: version.base).map { document.text(of: $0) }
  }

  /// What stands below the heading of what is not released yet; nil when there is no such heading.
  public var unreleased: String? { document.unreleased.map { document.text(of: $0) } }

  /// The file with what is not released yet as the section of `version`; its own heading stays, with nothing below it.
  ///
  /// - Parameters:
  ///   - version: What is released.
  ///   - date: Such as `2026-11-21`.
  ///   - tag: What links compare; the version itself when left out.
  /// - Throws: ``MartletError`` when nothing is told there, when the version has a section, or when the date or the tag is
  ///   none.
  public func releasing(
    _ version: Version, on date: String, tag: String? = nil
  ) throws(MartletError) -> [UInt8] {
    let release = try release(of: version, on: date, tag: tag)
    return try MartletError.explaining { try release.releasing(document).fileBytes }
  }

  /// The file with a section of `version` that holds `notes`, before those of the older ones.
  ///
  /// - Parameters:
  ///   - notes: Markdown. Headings that would stand beside the one of the version are made to stand below it.
  ///   - version: What is released.
  ///   - date: Such as `2026-11-21`.
  ///   - tag: What links compare; the version itself when left out.
  /// - Throws: ``MartletError`` when the version has a section, or when the date or the tag is none.
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
      throw MartletError("`\(date)` is no date, expected one such as `2026-11-21`")
    }
    let tag = tag ?? version.description
    guard !tag.isEmpty, tag.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }) else {
      throw MartletError("`\(tag)` is no tag, expected a name without blanks such as `v\(version)`")
    }
    return ChangelogRelease(of: version.base, date: date, tag: tag)
  }
}
