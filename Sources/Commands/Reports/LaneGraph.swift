import ArgumentParser
import Lanes

/// The call graph of lanes, in the language of a graph program.
struct LaneGraph {
  enum Language: String, ExpressibleByArgument, CaseIterable {
    case mermaid, dot
  }

  private let lanes: [Lane]

  init(_ lanes: [Lane]) {
    self.lanes = lanes
  }

  /// Returns the graph in `language`; private lanes have a dashed outline.
  func text(in language: Language) -> String {
    switch language {
    case .mermaid: (["flowchart LR"] + lanes.flatMap(mermaidLines)).joined(separator: "\n")
    case .dot: (["digraph lanes {", "  rankdir=LR;"] + lanes.flatMap(dotLines) + ["}"]).joined(separator: "\n")
    }
  }

  private func mermaidLines(of lane: Lane) -> [String] {
    let node = "  \(identifier(of: lane.name))[\"\(lane.name)\"]"
    let style = lane.isPrivate ? ["  style \(identifier(of: lane.name)) stroke-dasharray: 4"] : []
    return [node] + style + calls(of: lane).map { "  \(identifier(of: lane.name)) --> \(identifier(of: $0))" }
  }

  private func dotLines(of lane: Lane) -> [String] {
    let style = lane.isPrivate ? " [style=dashed]" : ""
    return ["  \"\(lane.name)\"\(style);"] + calls(of: lane).map { "  \"\(lane.name)\" -> \"\($0)\";" }
  }

  /// Returns each called lane once, in the order of the calls.
  private func calls(of lane: Lane) -> [String] {
    var seen: Set<String> = []
    return lane.steps.flatMap(\.laneCalls).map(\.lane.name).filter { seen.insert($0).inserted }
  }

  /// Returns a node identifier. The prefix avoids Mermaid's keywords, such as `end`.
  private func identifier(of name: String) -> String {
    "l_" + name.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
  }
}
