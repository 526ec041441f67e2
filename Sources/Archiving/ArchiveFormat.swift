/// The format of an export: an archive format, or a folder. The cases are in the order of help and messages.
package enum ArchiveFormat: CaseIterable, Hashable, Codable, Sendable {
  case tar, tarGzip, zip, directory

  /// The name and its aliases, for example `tar.gz`.
  private var names: [String] {
    switch self {
    case .tar: ["tar"]
    case .tarGzip: ["tar.gz", "tgz"]
    case .zip: ["zip"]
    case .directory: ["directory"]
    }
  }

  /// The names of all formats.
  package static var allNames: [String] { allCases.flatMap(\.names) }

  /// Finds the format with the suffix of a file name.
  package init?(ofFileNamed file: String) {
    let file = file.lowercased()
    let found = Self.allCases.first { format in
      format != .directory && format.names.contains { file.hasSuffix(".\($0)") }
    }
    guard let found else { return nil }
    self = found
  }

  /// Returns the layout and compression of an archive.
  ///
  /// - Parameter umask: git's `tar.umask`.
  package func layout(_ stamp: ArchiveStamp, umask: UInt32) -> ArchiveLayout {
    switch self {
    case .tar: .tar(TarLayout(stamp, umask: umask))
    case .tarGzip: .tarGzip(TarLayout(stamp, umask: umask))
    case .zip: .zip(ZipLayout(stamp))
    case .directory: .directory
    }
  }
}

extension ArchiveFormat: RawRepresentable {
  /// The name, for example `tar.gz`.
  package var rawValue: String { names[0] }

  /// Finds the format with that name or alias.
  package init?(rawValue name: String) {
    guard let format = Self.allCases.first(where: { $0.names.contains(name) }) else { return nil }
    self = format
  }
}

/// The layout and compression of an archive.
package enum ArchiveLayout: Sendable {
  case tar(TarLayout)
  /// The tar is cut into blocks at fixed offsets, which are compressed one by one, as members of the gzip file (RFC 1952, section 2.2).
  /// So the bytes depend neither on the number of threads nor on how the repository stores its objects.
  case tarGzip(TarLayout)
  case zip(ZipLayout)
  /// Files in a folder instead of an archive.
  case directory
}
