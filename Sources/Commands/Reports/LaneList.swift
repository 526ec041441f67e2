import Lanes
import MartletCore

/// The lanes of a Releasefile, as `martlet plan` prints them without a lane.
struct LaneList {
  private let releasefile: Releasefile

  init(of releasefile: Releasefile) {
    self.releasefile = releasefile
  }

  /// Prints the public lanes, or all of them as JSON.
  func print(to console: Console, asJSON: Bool) throws {
    guard !asJSON else { return try console.print(LanesReport(releasefile).json()) }
    let lanes = releasefile.publicLanes
    guard !lanes.isEmpty else { return console.note("the Releasefile declares no lanes") }
    let column = lanes.map(\.name.count).max() ?? 0
    let width = console.width
    for lane in lanes {
      let line = "\(lane.name.padded(to: column))  \(lane.summary ?? "")".trimmingTrailingBlanks()
      let text = line.escapedForTerminal()
      try console.print(text.wrapped(to: width, indentedBy: (width ?? .max) < 60 ? 4 : column + 2))
    }
  }
}

/// The lanes as JSON, including private ones.
struct LanesReport: Report {
  struct LaneReport: Encodable {
    let name: String
    let summary: String?
    let isPrivate: Bool
    let steps: [String]
    let parameters: [ParameterReport]
  }

  struct ParameterReport: Encodable {
    let name: String
    let type: LaneParameter.Kind.RawValue
    let summary: String?
    let isRequired: Bool
    let isSecret: Bool
    let values: [String]
  }

  let schema = 1
  let lanes: [LaneReport]

  init(_ releasefile: Releasefile) {
    lanes = releasefile.lanes.map {
      LaneReport(
        name: $0.name, summary: $0.summary, isPrivate: $0.isPrivate, steps: $0.steps.map(\.keyword),
        parameters: $0.parameters.map {
          ParameterReport(
            name: $0.name, type: $0.kind.rawValue, summary: $0.summary, isRequired: $0.isRequired,
            isSecret: $0.isSecret, values: $0.choices)
        })
    }
  }
}
