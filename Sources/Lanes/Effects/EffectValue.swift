import MartletCore

/// The values of an effect in JSON, by their names in camel case; those that are nil are left out.
package typealias EffectFields = [String: (any Encodable & Sendable)?]

/// What planner, reports and record need of one kind of effect. Its performer is in `Execution/Performers`.
package protocol EffectValue: Sendable {
  /// How reports show it.
  var summary: EffectSummary { get }

  func fields(_ outcome: Outcome) -> EffectFields

  /// Its part of the line that ends a run; nil for none.
  func receipt(_ outcome: Outcome) -> String?

  /// The name of what it makes public, in errors; nil: the step's.
  var publicName: String? { get }

  /// Where it is then.
  var publicPlace: PublicPlace { get }

  /// Whether it is public, so that it cannot be undone.
  var isOutward: Bool { get }

  /// What it does that needs trust; nil for nothing. By default it writes.
  var act: Trust.Act? { get }

  /// Whether it changes something on a server, besides the references of the repository itself.
  var reachesService: Bool { get }

  /// Whether the record moves before it, so that only one process performs it.
  var isAnnounced: Bool { get }

  /// The project files that it changes or commits.
  var changedPaths: [RelativePath] { get }

  /// Whether its result is unknown before it is performed, so that planning stops until then.
  var isOpaque: Bool { get }

  /// Changes `draft` to the project after the effect.
  func apply(to draft: inout Draft) throws
}

extension EffectValue {
  package func receipt(_ outcome: Outcome) -> String? { nil }
  package var publicName: String? { nil }
  package var publicPlace: PublicPlace { .everywhere }
  package var isOutward: Bool { false }
  package var act: Trust.Act? { .write }
  package var reachesService: Bool { isOutward }
  package var isAnnounced: Bool { reachesService }
  package var changedPaths: [RelativePath] { [] }
  package var isOpaque: Bool { false }
  package func apply(to draft: inout Draft) throws {}
}

/// How reports show an effect.
package struct EffectSummary: Sendable {
  /// What a run prints before the effect.
  package enum Progress: Hashable, Sendable {
    case nothing
    /// Verb and object.
    case line
    /// Verb and object, above the output of a command.
    case section
    case text(String)
  }

  /// Its name in JSON.
  package let keyword: String
  /// The columns of a plan.
  package let verb: String
  package let object: String
  package let detail: String
  /// What it does, in a few words.
  package let phrase: String
  /// The lines below it in a plan.
  package var lines: [String] = []
  package var progress = Progress.line

  /// - Parameters:
  ///   - keyword: Nil: the verb.
  ///   - phrase: Nil: verb and object.
  package init(
    keyword: String? = nil, _ verb: String, _ object: String, _ detail: String = "", phrase: String? = nil
  ) {
    self.keyword = keyword ?? verb
    self.verb = verb
    self.object = object
    self.detail = detail
    self.phrase = phrase ?? "\(verb) \(object)"
  }
}
