import ArgumentParser
import Lanes
import MartletCore

struct LanesCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "lanes",
    abstract: "List the lanes of the Releasefile.",
    usage: "martlet lanes [options]",
    discussion: """
      Examples:
        martlet lanes
        martlet lanes --json                       including private ones
        martlet lanes --graph mermaid              the call graph of the lanes
      """)

  @Option(help: "Print the call graph of the lanes: mermaid or dot.")
  var graph: LaneGraph.Language?

  @OptionGroup var report: ReportOptions
  @OptionGroup(visibility: .hidden) var prompt: PromptOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    let session = try Session(options)
    let releasefile = try session.requiredReleasefile()
    if let graph {
      try session.console.print(LaneGraph(releasefile.lanes).text(in: graph))
      return
    }
    guard !options.json else {
      try session.console.print(LanesReport(releasefile).json())
      return
    }
    let lanes = releasefile.publicLanes
    guard !lanes.isEmpty else {
      session.console.note("the Releasefile declares no lanes")
      return
    }
    let column = lanes.map(\.name.count).max() ?? 0
    let width = session.console.width
    for lane in lanes {
      let line = "\(lane.name.padded(to: column))  \(lane.summary ?? "")".trimmingTrailingBlanks()
      let text = line.escapedForTerminal()
      try session.console.print(text.wrapped(to: width, indentedBy: (width ?? .max) < 60 ? 4 : column + 2))
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
