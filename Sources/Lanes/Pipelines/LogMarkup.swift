import MartletCore

/// The markup of a CI log: lines that begin and end collapsible sections, and annotations for files.
///
/// Values inside such lines are escaped as the system requires. No other line of the log may look like one.
package struct LogMarkup: Sendable {
  /// A collapsible section of a log.
  package struct Section: Hashable, Sendable {
    let title: String
    /// Seconds since 1970; GitLab shows the duration.
    let start: Int64
    /// A number that is unique in the log.
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
  /// Whether command output can begin a section, because sections begin with ordinary text.
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

  /// Creates the markup for the CI system detected from `environment`; nil without a system or without markup.
  package init?(_ environment: [String: String]) {
    guard let log = (try? Pipeline.found(in: environment, event: nil))?.system.log else { return nil }
    self = log
  }

  /// Returns the line that begins `section`.
  package func beginning(of section: Section) -> String { beginning(section) }

  /// Returns the line that ends `section` at `now`; nil when sections have no end.
  package func end(of section: Section, at now: Int64) -> String? { end?(section, now) }

  /// Returns the annotation for `diagnostic`; nil without a place, or without support for annotations.
  package func annotation(of diagnostic: Diagnostic) -> String? { annotation?(diagnostic) }
}
