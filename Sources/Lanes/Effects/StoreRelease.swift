import MartletCore

/// A version of an app in the App Store.
package struct StoreRelease: Hashable, Sendable, Codable {
  /// When users get the version.
  package enum Timing: Hashable, Sendable, Codable {
    case manual
    case afterApproval
    /// A time in the format of RFC 3339, in UTC.
    case date(String)
    /// As it is at App Store Connect.
    case unchanged
  }

  /// A change of a version after its submission.
  package enum Phase: String, Hashable, Sendable, Codable, CaseIterable {
    /// Releases the version, which waits for it.
    case release
    case pause, resume
    /// Gives it to all users at once.
    case complete
    /// Takes it out of review.
    case cancel
  }

  package enum Goal: Hashable, Sendable, Codable {
    /// The version with its notes by locale, in review, or ready for it.
    case submission(notes: [String: String], Timing, isPhased: Bool, isSubmitted: Bool)
    case phase(Phase)
  }

  package let build: StoreBuild
  package let goal: Goal

  package init(_ build: StoreBuild, _ goal: Goal) { (self.build, self.goal) = (build, goal) }
}

extension StoreRelease: EffectValue {
  private var title: String { "version \(build.version)" }

  package var summary: EffectSummary {
    switch goal {
    case .submission(let notes, let timing, let isPhased, let isSubmitted):
      let details = [
        "build \(build.number ?? "not known yet")", timing.phrase, isPhased ? "phased over 7 days" : nil,
      ]
      var summary = EffectSummary(
        isSubmitted ? "submit" : "prepare", "\(title) in the App Store (\(build.app.title))",
        details.compactMap(\.self).joined(separator: ", "))
      summary.lines = notes.storeLines
      return summary
    case .phase(let phase):
      return EffectSummary(phase.rawValue, "\(title) in the App Store (\(build.app.title))", phase.phrase)
    }
  }

  package func fields(_ outcome: Outcome) -> EffectFields {
    var notes: [String: String]?
    if case .submission(let texts, _, _, _) = goal { notes = texts }
    return [
      "app": build.app.name, "platform": build.app.platform.rawValue, "version": build.version, "build": build.number,
      "notes": notes,
    ]
  }

  package func receipt(_ outcome: Outcome) -> String? {
    switch goal {
    case .submission(_, _, _, let isSubmitted): "\(isSubmitted ? "submitted" : "prepared") \(title) to the App Store"
    case .phase(let phase): "\(title): \(phase.phrase)"
    }
  }

  package var publicName: String? {
    publicPlace == .everywhere ? "\(title) in the App Store" : "\(title) at Apple"
  }
  package var publicPlace: PublicPlace {
    if case .phase(let phase) = goal, phase != .cancel { .everywhere } else { .apple }
  }
  package var isOutward: Bool { true }
}

extension StoreRelease.Timing {
  fileprivate var phrase: String {
    switch self {
    case .manual: "released by hand"
    case .afterApproval: "released after approval"
    case .date(let date): "released from \(date) on"
    case .unchanged: "released as set at App Store Connect"
    }
  }
}

extension StoreRelease.Phase {
  fileprivate var phrase: String {
    switch self {
    case .release: "users get it now"
    case .pause: "no more users get it automatically"
    case .resume: "more users get it each day again"
    case .complete: "all users get it now"
    case .cancel: "its review is cancelled"
    }
  }
}
