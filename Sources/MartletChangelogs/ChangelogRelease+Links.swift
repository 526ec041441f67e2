import MartletCore

extension ChangelogRelease {
  /// Returns the edits of links: that of unreleased changes now begins at the new tag, and the version gets a similar
  /// one, which begins at the tag of the previous release.
  func linkEdits(in document: ChangelogDocument, _ writer: SectionWriter) throws(ChangelogError) -> [TextEdit] {
    guard let label = try writer.heading(self).linkLabel else { return [] }
    let source = document.source
    let releases = (document.isNewestFirst ? document.releases : document.releases.reversed()).map(\.heading)
    let links = releases.filter { !$0.isPending && $0.version != version }.prefix(2).map { heading in
      (heading, heading.title.linkLabel.flatMap { label in document.links.first { $0.label == label } })
    }
    let newest = links.first
    let unreleased = document.links.first { ["unreleased", "head", "next"].contains($0.label.lowercased()) }
    let open = unreleased.flatMap { link in Comparison(source.string(at: link.address)).map { (link, $0) } }
    let like = newest?.1.map { source.string(at: $0.address) }
    let own: String?
    if let comparison = like.flatMap({ Comparison($0) }) ?? (like == nil ? open?.1 : nil) {
      own = previous.map { comparison.address(from: $0, to: tag) } ?? page
    } else {
      own = newest?.0.writtenVersion.flatMap { written in
        like.flatMap { $0.contains(written) ? $0.replacing(written, with: version.description) : nil }
      }
    }
    let line = own.map { "[\(label)]: \($0)" }
    if let (link, comparison) = open {
      let address = TextEdit(
        link.address, expected: source.string(at: link.address), replacement: comparison.address(from: tag))
      let end = link.line.upperBound
      return [address] + (line.map { [TextEdit(end..<end, expected: "", replacement: writer.form.lineEnd + $0)] } ?? [])
    }
    guard let line, let link = newest?.1 else { return [] }
    let isBelow = links.last?.1.map { $0.line.lowerBound < link.line.lowerBound } ?? false
    let offset = isBelow ? link.line.upperBound : link.line.lowerBound
    let text = isBelow ? writer.form.lineEnd + line : line + writer.form.lineEnd
    return [TextEdit(offset..<offset, expected: "", replacement: text)]
  }
}

extension String {
  /// The label of a reference: the text in brackets without an address.
  fileprivate var linkLabel: String? {
    guard let start = firstIndex(of: "["), let end = self[start...].firstIndex(of: "]"),
      !self[end...].hasPrefix("]("), self[start..<end].contains(".")
    else { return nil }
    return String(self[index(after: start)..<end])
  }
}

/// An address that compares two tags, on any forge: `…/compare/1.4.2...HEAD`.
private struct Comparison {
  let base: String
  let dots: String
  let end: String

  init?(_ address: String) {
    guard let compare = address.firstRange(of: "/compare/"),
      let dots = address[compare.upperBound...].firstRange(of: "..")
    else { return nil }
    base = String(address[..<compare.upperBound])
    let end = address[dots.lowerBound...].drop { $0 == "." }
    self.dots = String(address[dots.lowerBound..<end.startIndex])
    self.end = String(end)
  }

  func address(from start: String, to end: String? = nil) -> String { base + start + dots + (end ?? self.end) }
}
