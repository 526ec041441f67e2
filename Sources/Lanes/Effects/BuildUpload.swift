import MartletCore

/// A build of an app at App Store Connect: its version and number are there once only.
package struct StoreBuild: Hashable, Sendable, Codable {
  package let app: AppStoreApp
  /// `CFBundleShortVersionString`.
  package let version: String
  /// `CFBundleVersion`; nil in a plan that is only shown.
  package let number: String?

  package init(_ app: AppStoreApp, version: String, number: String?) {
    (self.app, self.version, self.number) = (app, version, number)
  }

  /// Such as `2.0 (43)`.
  package var title: String { "\(version) (\(number ?? "number not known yet"))" }
}

/// One part of the way of a build to Apple. Each but the last changes something there.
package struct BuildUpload: Hashable, Sendable, Codable {
  package enum Part: Hashable, Sendable, Codable {
    /// Reserves the number, which only one of several jobs can.
    case reservation
    /// Sends the file to the storage host.
    case transfer
    /// Hands the file over. From here on nothing can be undone.
    case commit
    /// Waits until Apple has accepted or refused the build, for at most that many seconds.
    case processing(limit: Int)
  }

  package let part: Part
  package let build: StoreBuild
  /// Nil for a build that an earlier run has uploaded.
  package let file: Artifact?
  /// The bundle id in the file; nil before it is read.
  package let bundleID: String?

  package init(_ part: Part, of build: StoreBuild, file: Artifact?, bundleID: String? = nil) {
    (self.part, self.build, self.file, self.bundleID) = (part, build, file, bundleID)
  }
}

extension BuildUpload: EffectValue {
  package var summary: EffectSummary {
    switch part {
    case .reservation:
      EffectSummary("reserve", "build \(build.title) at App Store Connect", build.app.title)
    case .transfer:
      EffectSummary("upload", file?.name ?? "", file?.contentsPhrase ?? "", phrase: "upload \(file?.name ?? "")")
    case .commit: EffectSummary("hand over", "build \(build.title) to Apple", "its number is used up then")
    case .processing(let limit):
      EffectSummary("await", "build \(build.title) at Apple", "at most \((limit / 60).of("minute"))")
    }
  }

  package func fields(_ outcome: Outcome) -> EffectFields {
    [
      "app": build.app.name, "platform": build.app.platform.rawValue, "version": build.version, "build": build.number,
      "asset": file?.name, "bytes": file?.contents?.size, "sha256": file?.contents?.digest.hex, "id": outcome.post,
    ]
  }

  package func receipt(_ outcome: Outcome) -> String? {
    switch part {
    case .commit: "uploaded build \(build.title)"
    case .processing: "build \(build.title) is accepted by Apple"
    case .reservation, .transfer: nil
    }
  }

  package var publicName: String? { "build \(build.title) at Apple" }
  package var publicPlace: PublicPlace { .apple }
  package var isOutward: Bool { part == .commit }
  package var reachesService: Bool { if case .processing = part { false } else { true } }
}

/// Where something is once it cannot be undone.
package enum PublicPlace: Sendable {
  /// Other users see it.
  case everywhere
  /// Apple has it, and users do not see it yet.
  case apple
}
