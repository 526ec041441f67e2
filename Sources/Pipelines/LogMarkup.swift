import TextEditing

/// What a CI system wants to find in a log: lines that fold parts of it, and problems that it shows beside the files.
///
/// All that is put between such lines is escaped as the system wants it, and nothing else in a log may look like one.
package struct LogMarkup: Sendable {
  /// One part of a log.
  package struct Section: Hashable, Sendable {
    let title: String
    /// Seconds since 1970: GitLab shows how long it took.
    let start: Int64
    /// A number of its own within the log.
    let number: Int

    package init(title: String, start: Int64, number: Int) {
      self.title = title
      self.start = start
      self.number = number
    }
  }

  private let beginning: @Sendable (Section) -> String
  private let end: (@Sendable (Section, Int64) -> String)?
  private let annotation: (@Sendable (Diagnostic) -> String?)?
  /// Whether lines of output that look like the beginning of a section begin one.
  package let hasSectionLines: Bool

  init(
    beginning: @escaping @Sendable (Section) -> String, end: (@Sendable (Section, Int64) -> String)? = nil,
    annotation: (@Sendable (Diagnostic) -> String?)? = nil, hasSectionLines: Bool = false
  ) {
    self.beginning = beginning
    self.end = end
    self.annotation = annotation
    self.hasSectionLines = hasSectionLines
  }

  /// The markup of the CI system that these variables tell of; nil without one, or where its log has none.
  package init?(_ environment: [String: String]) {
    guard let log = (try? Pipeline.found(in: environment, event: nil))?.system.log else { return nil }
    self = log
  }

  /// The line that begins `section`.
  package func beginning(of section: Section) -> String { beginning(section) }

  /// The line that ends `section` at `now`; nil where nothing does.
  package func end(of section: Section, at now: Int64) -> String? { end?(section, now) }

  /// The line that shows `diagnostic` at its place; nil for one without a place, and where the log cannot do that.
  package func annotation(of diagnostic: Diagnostic) -> String? { annotation?(diagnostic) }
}
