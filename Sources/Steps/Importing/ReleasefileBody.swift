/// The part of a Releasefile that is translated from another tool's file.
package struct ReleasefileBody {
  /// Keys of a Releasefile, such as `before_all` and `lanes`, in their order.
  package var entries: [YAMLEntry] = []
  /// Comment lines at the end.
  package var trailingComments: [String] = []
  /// Notes on parts that were not translated, in the order of the file.
  package var notes: [ImportNote] = []

  package init() {}

  /// The lines of the body, with an empty line before each key and between lanes.
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
