/// The picture `docs/run.svg`: the life of a run, with the point of no return. It follows the colours of the reader's system.
enum RunPicture {
  private static let rows = [
    (
      title: "private: undone from any clone",
      acts: [["check", "build", "files", "commit"], ["tag", "draft", "uploads"]]
    ),
    (title: "public: finished from any clone", acts: [["push", "publish", "verify"], ["taps, sites", "announce"]]),
  ]
  /// Narrow enough for a telephone.
  private static let (width, height) = (440, 254)

  /// The picture, with a final line end.
  static var text: String {
    let parts = rows.enumerated().map { index, row in part(row.title, row.acts, top: index == 0 ? 0 : 144) }
    let acts = rows.map { $0.acts.joined().joined(separator: ", ") }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" role="img" aria-labelledby="title">
      <title id="title">The life of a run: \(acts[0]); the point of no return; \(acts[1])</title>
      <style>
      text { font: 14px system-ui, sans-serif; fill: #1f2328; text-anchor: middle }
      .title { font-size: 12px; fill: #59636e; text-anchor: start }
      .act { fill: #f6f8fa; stroke: #8c959f }
      .line { stroke: #bc4c00; stroke-width: 2 }
      .point { fill: #bc4c00; font-size: 12px }
      @media (prefers-color-scheme: dark) {
        text { fill: #f0f6fc }
        .title { fill: #9198a1 }
        .act { fill: #151b23; stroke: #656c76 }
        .line { stroke: #f0883e }
        .point { fill: #f0883e }
      }
      </style>
      \(parts[0])
      <path class="line" d="M8 125H152M288 125H432"/>
      <text class="point" x="220" y="129">point of no return</text>
      \(parts[1])
      </svg>

      """
  }

  /// The rows of boxes, one for each act, from the left to the right, below the title.
  private static func part(_ title: String, _ rows: [[String]], top: Int) -> String {
    let boxes = rows.enumerated().flatMap { number, acts in
      acts.enumerated().map { index, act in
        let step = (width - 8) / acts.count
        let (left, top) = (8 + index * step, top + 24 + number * 42)
        return """
          <rect class="act" x="\(left)" y="\(top)" width="\(step - 8)" height="34" rx="6"/>
          <text x="\(left + (step - 8) / 2)" y="\(top + 22)">\(act)</text>
          """
      }
    }
    return (["<text class=\"title\" x=\"8\" y=\"\(top + 15)\">\(title)</text>"] + boxes).joined(separator: "\n")
  }
}
