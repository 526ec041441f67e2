import MartletCore

extension CandidateSearch {
  /// Returns the places outside of the rules' files that contain exactly `version` in the form of a declaration:
  /// constants in source files, other build settings, property lists of targets, install snippets. They follow the
  /// version and never decide it.
  ///
  /// A file is parsed only if it contains the version's bytes.
  mutating func followers(of version: Version, rank: Int) throws -> [Found] {
    var found: [Found] = []
    for file in files.located {
      guard let kind = FollowerKind(file), !onlyReadmes || kind == .snippets,
        isReadable(file.path, limit: kind.greatestSize), let source = try? files.source(at: file.path)
      else { continue }
      for (manifest, options, role) in kind.manifests(in: source, of: version, names)
      where !onlyReadmes || manifest is ReadmeManifest {
        let sites = (try? manifest.versionSites(in: files)) ?? []
        let reading = reading(of: manifest, options: options, sites.map { $0.with(role: role) }, rank: rank) { site in
          kind == .snippets || site.value == version.description || site.kind == .build
            || site.audience == .apple && site.value == version.core.description
        }
        found.append(contentsOf: reading.map { [$0] } ?? [])
      }
    }
    return found
  }

  /// Returns the lines that the last releases raised, outside of the places that are found by their form, and the same
  /// lines of new files beside them, such as another translation.
  mutating func raisedLines(_ lines: RaisedLines, to version: Version, rank: Int) throws -> [Found] {
    var found: [Found] = []
    var patterns: [Siblings: [String]] = [:]
    for path in lines.paths where root.map({ path.string.hasPrefix("\($0)/") }) ?? true {
      guard isReadable(path, limit: 1 << 20), let source = try? files.source(at: path) else { continue }
      for (pattern, count) in lines.patterns(in: source, of: version) {
        patterns[Siblings(path), default: []].append(pattern)
        found += raisedLine(TextManifest(path: path, pattern: pattern, count: count), rank: rank)
      }
    }
    guard !patterns.isEmpty else { return found }
    for file in files.located {
      guard let known = patterns[Siblings(file.path)], lines.isNew(file.path),
        isReadable(file.path, limit: 1 << 20), let source = try? files.source(at: file.path)
      else { continue }
      for pattern in Set(known).sorted() {
        let count = TextPattern(pattern)?.count(of: version, in: source) ?? 0
        if count > 0 { found += raisedLine(TextManifest(path: file.path, pattern: pattern, count: count), rank: rank) }
      }
    }
    return found
  }

  private mutating func raisedLine(_ manifest: TextManifest, rank: Int) -> [Found] {
    let sites = (try? manifest.versionSites(in: files)) ?? []
    let reading = reading(of: manifest, options: manifest.options, sites.map { $0.with(role: .copy) }, rank: rank)
    return reading.map { [$0] } ?? []
  }

  /// Files of one folder with the same ending.
  private struct Siblings: Hashable {
    let folder: RelativePath?
    let ending: String?

    init(_ path: RelativePath) {
      folder = path.parent
      ending = path.pathExtension
    }
  }

  /// Whether it is a small file, and not a link to a folder.
  private func isReadable(_ path: RelativePath, limit: Int) -> Bool {
    (try? files.isSmallEnough(path, limit: limit)) ?? false
  }
}
