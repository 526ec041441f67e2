@testable import MartletCore
@testable import MartletManifests
@testable import TestSupport

/// What holds for a manifest of any format, whatever its files hold.
struct ManifestProperties {
  let manifest: any Manifest
  let files: InputFiles
  /// How many numbers the versions have that are written.
  var lengths = 1...3

  /// Tries `manifest` on `input`; a file that Martlet does not read at all is passed over.
  static func check(_ manifest: any Manifest, on input: Input) throws {
    guard let files = InputFiles(input.bytes, main: manifest.path) else { return }
    try ManifestProperties(manifest: manifest, files: files).check(input.random)
  }

  func check(_ random: SeededGenerator) throws {
    guard let survey = try survey() else { return }
    let sites = survey.readings.flatMap(\.sites)
    for site in sites { try checkPieces(of: site) }
    for site in sites {
      let edits = try site.edits(toHold: site.value)
      try require(edits.isEmpty, "`\(site.value)` is edited to itself: \(edits)")
    }
    var random = random
    for _ in 0..<2 {
      try checkRewriting(sites, version: random.version(of: lengths), build: String(random.next() % 1_000_000))
    }
    try checkRaising(random)
  }

  /// Raising the version and the build number, which may be refused for what stands around them.
  func checkRaising(_ random: SeededGenerator) throws {
    guard let survey = try survey() else { return }
    var random = random
    for _ in 0..<2 { try checkBump(survey, to: Version(random.version(of: lengths))) }
    try checkBuild(survey)
  }

  /// What the manifest says; nil when it is refused, in words.
  private func survey() throws -> VersionSurvey? {
    do {
      return try VersionSurvey(of: [manifest], in: files)
    } catch let error as any ExplainedError {
      try Explanation.check(error, about: files)
      return nil
    }
  }

  private func checkPieces(of site: VersionSite) throws {
    try require(!site.pieces.isEmpty, "`\(site.value)` stands nowhere")
    for piece in site.pieces {
      guard let source = files.source(at: piece.path) else { throw Violation("no file `\(piece.path)`") }
      try require(
        piece.span.lowerBound >= 0 && piece.span.upperBound <= source.bytes.count, "`\(piece.text)` stands outside")
      try require(source.string(at: piece.span) == piece.text, "`\(piece.text)` is not what is there")
      try require(source.place(at: piece.span.lowerBound) == piece.place, "`\(piece.text)` is not at \(piece.place)")
    }
  }

  /// Every version and build number gets a new text, and is read back, with no other site changed.
  private func checkRewriting(_ sites: [VersionSite], version: String, build: String) throws {
    var edits: [RelativePath: [TextEdit]] = [:]
    var texts: [String] = []
    for site in sites {
      let text = site.isVersion ? site.audience == .everyone ? version : version.core : build
      let isReadable = site.isVersion ? site.version != nil : (try? BuildNumber(site.value)) != nil
      let added = isReadable ? try site.editsIfRoom(toSay: text) : nil
      edits.merge(added ?? [:]) { $0 + $1 }
      texts.append(added == nil ? site.value : text)
    }
    try checkSpans(of: edits, in: sites)
    let after = try sitesAgain(after: edits)
    try require(
      after.count == sites.count,
      "\(sites.map(\.summary)) became \(after.map(\.summary)) after writing `\(version)` and `\(build)`")
    for (old, (new, text)) in zip(sites, zip(after, texts)) {
      try require(new.holds(text), "`\(text)` in the place of `\(old.value)` is read as `\(new.value)`")
      try require(new.kind == old.kind && new.audience == old.audience, "\(old.label) became \(new.label)")
    }
  }

  /// No byte is touched that is not a version's.
  private func checkSpans(of edits: [RelativePath: [TextEdit]], in sites: [VersionSite]) throws {
    let pieces = sites.flatMap(\.pieces)
    for (path, edit) in edits.flatMap({ path, edits in edits.map { (path, $0) } }) {
      try require(
        pieces.contains { $0.path == path && $0.span == edit.span },
        "an edit at \(edit.span) of `\(path)` is not a site's"
      )
    }
  }

  /// What `bump` does: all sites that say the version say the new one, and a second time there is nothing to do.
  private func checkBump(_ survey: VersionSurvey, to new: Version) throws {
    do {
      guard let old = try survey.version() else { return }
      let edits = try survey.edits(raising: old, to: new, in: files).edits
      let changed = try files.applying(edits)
      let after = try VersionSurvey(of: [manifest], in: changed)
      try require(
        after.productSites.count == survey.productSites.count,
        "\(survey.productSites.map(\.summary)) became \(after.productSites.map(\.summary)) after a bump to `\(new)`")
      for site in after.productSites {
        try require(site.holds(new), "\(site.label) says `\(site.value)` after a bump from `\(old)` to `\(new)`")
      }
      try require(try after.version() != nil, "no version after a bump from `\(old)` to `\(new)`")
      let again = try after.edits(raising: nil, to: new, in: changed).edits
      try require(again.isEmpty, "a second bump to `\(new)` edits \(again)")
    } catch let error as SurveyError {
      try Explanation.check(error, about: files)
    } catch is AppleVersionError {
    } catch let error as ManifestError where error.isRefusal {
    }
  }

  private func checkBuild(_ survey: VersionSurvey) throws {
    do {
      guard let build = try survey.highestBuild() else { return }
      let next = try build.incremented()
      let after = try VersionSurvey(of: [manifest], in: files.applying(survey.buildEdits(to: next, in: files).edits))
      try require(after.build == next.text, "build `\(after.build ?? "")` after raising `\(build)` to `\(next)`")
    } catch is VersionError {
    } catch is AppleVersionError {
    } catch let error as ManifestError where error.isRefusal {
    }
  }

  private func sitesAgain(after edits: [RelativePath: [TextEdit]]) throws -> [VersionSite] {
    let survey = try VersionSurvey(of: [manifest], in: files.applying(edits))
    return survey.readings.flatMap(\.sites)
  }
}

extension VersionSite {
  fileprivate var isVersion: Bool { kind == .version }
  fileprivate var summary: String { "\(label) `\(value)` at \(place)" }

  /// The edits that make the site say `text`; nil when it rightly refuses it.
  fileprivate func editsIfRoom(toSay text: String) throws(ManifestError) -> [RelativePath: [TextEdit]]? {
    do {
      return try edits(toHold: text)
    } catch {
      guard error.isRefusal else { throw error }
      return nil
    }
  }
}

extension String {
  /// The numbers of a version's text.
  fileprivate var core: String { String(prefix { $0 != "-" }) }
}

extension ManifestError {
  /// Whether a text is rightly refused: the site has no room for it, is in a binary file, or would run on.
  fileprivate var isRefusal: Bool {
    switch self {
    case .doesNotFit, .notEditable, .notReadBack: true
    case .missing, .malformed, .notFound, .ambiguous, .wrongCount, .unusableOption: false
    }
  }
}
