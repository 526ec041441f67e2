import MartletCore

/// A build that testers get in TestFlight.
package struct BetaTest: Hashable, Sendable, Codable {
  package let build: StoreBuild
  /// What to test, by locale; the empty one is for all locales that the build has.
  package let notes: [String: String]
  /// The names of the groups.
  package let groups: [String]
  /// Whether the build is submitted to review if one of the groups has external testers.
  package let isReviewed: Bool
  /// Whether Apple notifies the testers; nil leaves the setting.
  package let notifies: Bool?

  package init(
    of build: StoreBuild, notes: [String: String], groups: [String], isReviewed: Bool, notifies: Bool?
  ) {
    (self.build, self.notes, self.groups) = (build, notes, groups)
    (self.isReviewed, self.notifies) = (isReviewed, notifies)
  }
}

extension BetaTest: EffectValue {
  package var summary: EffectSummary {
    let extra = [
      groups.isEmpty ? nil : "to \(groups.joined(separator: ", "))",
      notes.isEmpty ? nil : "with what to test", notifies == true ? "notifying them" : nil,
    ]
    var summary = EffectSummary(
      "test", "build \(build.title) in TestFlight", extra.compactMap(\.self).joined(separator: ", "))
    summary.lines = notes.storeLines
    return summary
  }

  package func fields(_ outcome: Outcome) -> EffectFields {
    [
      "app": build.app.name, "platform": build.app.platform.rawValue, "version": build.version, "build": build.number,
      "groups": groups, "notes": notes,
    ]
  }

  package func receipt(_ outcome: Outcome) -> String? { "build \(build.title) is in TestFlight" }
  package var publicName: String? { "build \(build.title) in TestFlight" }
  package var isOutward: Bool { true }
}

extension [String: String] {
  /// The lines of texts by locale in a plan.
  var storeLines: [String] {
    sorted { $0.key < $1.key }.flatMap { locale, text in
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      return locale.isEmpty ? lines : ["\(locale):"] + lines.map { "  \($0)" }
    }
  }
}
