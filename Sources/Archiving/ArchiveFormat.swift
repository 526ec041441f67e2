/// The format of an export: an archive format, or a folder.
///
/// Each format is one entry here and one line of `allCases`; its compressor is in a separate file.
package struct ArchiveFormat: RawRepresentable, Hashable, Codable, Sendable {
  /// The name, for example `tar.gz`.
  package let rawValue: String
  /// Other names for it.
  private let aliases: [String]
  /// The file name suffixes of the format.
  private let suffixes: [String]
  /// The levels of each library; empty if the format is not compressed.
  private let levels: [CompressionLibrary: ClosedRange<Int>]
  private let usualLevel: Int
  private let layout: @Sendable (Request) -> ArchiveLayout

  /// The parameters of a format's layout.
  struct Request {
    let stamp: ArchiveStamp
    let tar: TarLayout
    let library: CompressionLibrary
    let level: Int
  }

  private init(
    _ name: String, aliases: [String] = [], suffixes: [String] = [],
    levels: [CompressionLibrary: ClosedRange<Int>] = [:], usualLevel: Int = 0,
    layout: @escaping @Sendable (Request) -> ArchiveLayout
  ) {
    rawValue = name
    self.aliases = aliases
    self.suffixes = suffixes
    self.levels = levels
    self.usualLevel = usualLevel
    self.layout = layout
  }
}

extension ArchiveFormat: CaseIterable {
  /// All formats, in the order of help and messages.
  package static let allCases: [ArchiveFormat] = [.tar, .tarGzip, .zip, .tarZstd, .directory]

  package static let tar = ArchiveFormat("tar", suffixes: [".tar"]) { .tar($0.tar, nil) }

  package static let tarGzip = ArchiveFormat(
    "tar.gz", aliases: ["tgz"], suffixes: [".tar.gz", ".tgz"], levels: [.libdeflate: 1...12, .zlib: 0...9],
    usualLevel: 6
  ) { request in
    switch request.library {
    case .libdeflate: .tar(request.tar, .gzip(level: request.level))
    case .zlib: .tarStream(request.tar, level: request.level)
    }
  }

  package static let tarZstd = ArchiveFormat(
    "tar.zst", suffixes: [".tar.zst", ".tzst"], levels: [.libdeflate: 1...19, .zlib: 1...19], usualLevel: 3
  ) { .tar($0.tar, .zstd(level: $0.level)) }

  package static let zip = ArchiveFormat(
    "zip", suffixes: [".zip"], levels: [.libdeflate: 0...12, .zlib: 0...9], usualLevel: 6
  ) { request in
    let compression = ZipCompression(level: request.level, library: request.library)
    return .zip(ZipLayout(request.stamp, compression), compression)
  }

  package static let directory = ArchiveFormat("directory") { _ in .directory }
}

extension ArchiveFormat {
  package static func == (one: ArchiveFormat, other: ArchiveFormat) -> Bool { one.rawValue == other.rawValue }

  package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

  /// Finds the format with that name or alias.
  package init?(rawValue name: String) {
    guard let format = Self.allCases.first(where: { $0.names.contains(name) }) else { return nil }
    self = format
  }

  /// Finds the format with the suffix of a file name.
  package init?(ofFileNamed file: String) {
    let file = file.lowercased()
    guard let format = Self.allCases.first(where: { $0.suffixes.contains { file.hasSuffix($0) } }) else { return nil }
    self = format
  }

  private var names: [String] { [rawValue] + aliases }

  /// The names of all formats.
  package static var allNames: [String] { allCases.flatMap(\.names) }

  /// The highest level of all formats.
  package static var highestLevel: Int { allCases.flatMap(\.levels.values).map(\.upperBound).max() ?? 0 }

  /// - Throws: `ArchiveError.badLevel` if the format does not have the level.
  package func check(level: Int, of library: CompressionLibrary) throws(ArchiveError) {
    guard let levels = levels[library], !levels.contains(level) else { return }
    throw .badLevel(level, of: rawValue, allowed: levels)
  }

  /// Returns the layout and compression of an archive.
  ///
  /// - Parameters:
  ///   - umask: git's `tar.umask`.
  ///   - level: Nil for the default.
  package func layout(
    _ stamp: ArchiveStamp, umask: UInt32, library: CompressionLibrary, level: Int?
  ) -> ArchiveLayout {
    layout(
      Request(stamp: stamp, tar: TarLayout(stamp, umask: umask), library: library, level: level ?? usualLevel))
  }
}

/// The layout and compression of an archive.
package enum ArchiveLayout: Sendable {
  case tar(TarLayout, BlockCompression?)
  /// Compressed like git's archives: one stream, from one thread.
  case tarStream(TarLayout, level: Int)
  case zip(ZipLayout, ZipCompression)
  /// Files in a folder instead of an archive.
  case directory
}

/// The compressor of gzip and zip archives.
package enum CompressionLibrary: String, Hashable, Sendable, Codable, CaseIterable {
  /// The fast library.
  case libdeflate
  /// The library of git, for byte-identical archives.
  case zlib
}
