import MartletCore

extension CandidateSearch {
  /// Returns the places outside of the known manifests that have the name of a version, and `version` or an earlier release as
  /// their value, and the install snippets of this package. They never decide.
  mutating func places(of version: Version, among tags: ReleaseTags, onlyReadmes: Bool) throws -> [Found] {
    let sought = SoughtVersions(version, tags)
    let products = ProductNames(names.products)
    var found: [Found] = []
    for file in files.located {
      guard let kind = PlaceKind(file), kind.hasSnippets || !onlyReadmes,
        (try? files.isSmallEnough(file.path, limit: 1 << 20)) == true, let source = try? files.source(at: file.path)
      else { continue }
      if kind.hasSnippets, sought.mayBe(in: source) {
        let manifest = ReadmeManifest(
          path: file.path, repositories: names.repositories, pods: names.pods, products: names.products)
        found += reading(of: manifest, try manifest.versionSites(in: files), rank: rules.count).map { [$0] } ?? []
      }
      guard !onlyReadmes else { continue }
      for place in NamedPlaces(in: source, of: sought, products).all
      where kind.hasNames || place.isMarked {
        let sites = ((try? place.manifest.versionSites(in: files)) ?? []).map { $0.with(role: place.role) }
        let reading = reading(of: place.manifest, options: place.options, sites, rank: rules.count) { site in
          site.value == place.value
            && (place.starts.isEmpty || place.starts.contains(site.pieces[0].span.lowerBound))
        }
        found += reading.map { [$0] } ?? []
      }
    }
    return found
  }
}

/// The places of a version that a file may have beside those of a known manifest, by the file's name.
struct PlaceKind {
  /// Install snippets of this package, for users and package managers.
  let hasSnippets: Bool
  /// Names with values, in a text of the product.
  let hasNames: Bool

  init?(_ file: ListedFile) {
    let name = file.name.lowercased()
    let ending = file.ending?.lowercased() ?? ""
    guard !file.path.isListOfReleases else { return nil }
    let isProse = ["md", "markdown", "mdown", "rst"].contains(ending)
    hasSnippets = isProse || Self.requirements.contains(name)
    hasNames = !isProse && file.location == .product && !Self.unread.contains(ending) && !file.path.isXcodeProjectFile
    guard hasSnippets || hasNames else { return nil }
  }

  /// Files of package managers.
  private static let requirements: Set = ["podfile", "cartfile", "mintfile", "package.swift"]
  /// Files without declarations, most of them not text.
  private static let unread: Set = [
    "png", "jpg", "jpeg", "gif", "webp", "heic", "pdf", "svg", "ico", "icns", "ttf", "otf", "zip", "gz", "xz", "jar",
    "a",
    "dylib", "so", "bin", "mp3", "mp4", "mov", "wav", "strings", "xcstrings", "storyboard", "xib", "html", "css", "map",
    "snap",
  ]
}

extension RelativePath {
  /// Whether it is a text about earlier releases, a list of packages, or a formula, whose checksums belong to one release.
  package var isListOfReleases: Bool {
    let name = Array(lastComponent.lowercased().utf8)
    return Self.histories.contains { name.firstIndex(of: $0, from: 0) != nil }
      || ["formula", "formulae", "casks", "cask"].contains(parent?.lastComponent.lowercased())
  }

  private static let histories = [
    "changelog", "history", "changes", "migrat", "upgrad", "releases", "news", "appcast", "lock", "resolved",
  ]
}

/// The texts that places are searched for: the current version, and other releases.
struct SoughtVersions {
  /// The current version; while that is a pre-release, also the last releases, which other places have.
  private let current: [Version]
  /// Whether the current version is unlikely to occur by chance.
  let isDistinctive: Bool
  private let texts: Set<String>
  private let lengths: Set<Int>

  init(_ version: Version, _ tags: ReleaseTags) {
    current = [version] + tags.lastReleases(before: version)
    isDistinctive = version.isDistinctive
    // A later one is that of a branch that was merged without its tag.
    let others = tags.releases.filter(\.isDistinctive)
    texts = Set((others + current).map(\.description))
    lengths = Set(texts.map(\.utf8.count))
  }

  /// Whether a text has the common start of all spellings of the current version: `5.7` for `5.7.0` and `~> 5.7`.
  func mayBe(in source: SourceText) -> Bool {
    current.contains { version in
      source.bytes.firstIndex(of: version.components.prefix(2).map(String.init).joined(separator: "."), from: 0) != nil
    }
  }

  func contains(_ text: String) -> Bool { texts.contains(text) }

  /// Whether a bump may replace the text.
  func isCurrent(_ text: String) -> Bool { current.contains { $0.description == text } }

  /// Whether one of the texts has as many bytes.
  func hasLength(_ count: Int) -> Bool { lengths.contains(count) }
}
