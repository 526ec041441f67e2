/// What another tool's file comes to in a Releasefile.
package struct ReleasefileBody {
  /// Keys of a Releasefile, such as `before_all` and `lanes`, in their order.
  package var entries: [YAMLEntry] = []
  /// Lines for people at the end.
  package var trailingComments: [String] = []
  /// What the Releasefile does not say, in the order of the file.
  package var notes: [ImportNote] = []

  package init() {}

  /// The lines of the body, with an empty one before each key, and one between lanes.
  package var lines: [String] {
    let sections = entries.map { entry -> [String] in
      guard entry.key == "lanes", case .mapping(let lanes) = entry.value else { return entry.lines }
      let blocks = lanes.map { $0.lines.map { $0.isEmpty ? "" : "  " + $0 } }
      return ["lanes:"] + blocks.joined(separator: [""])
    }
    return sections.flatMap { [""] + $0 }
      + (trailingComments.isEmpty ? [] : [""] + trailingComments.map(\.asYAMLComment))
  }
}
