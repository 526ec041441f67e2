/// The picture `docs/run.svg`: the life of a run, with the point of no return. It follows the colours of the reader's system.
enum RunPicture {
  private static let rows = [
    (title: "private: undone from any clone", acts: ["check", "build", "files", "commit", "tag", "draft", "uploads"]),
    (title: "public: finished from any clone", acts: ["push", "publish", "verify", "taps, sites", "announce"]),
  ]
  private static let (width, height) = (720, 178)

  /// The picture, with a final line end.
  static var text: String {
    let parts = rows.enumerated().map { index, row in self.row(row.title, row.acts, top: index == 0 ? 12 : 112) }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" role="img" aria-labelledby="title">
      <title id="title">The life of a run: \(rows[0].acts.joined(separator: ", ")); the point of no return; \(rows[1].acts.joined(separator: ", "))</title>
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
      <path class="line" d="M8 91H276M444 91H712"/>
      <text class="point" x="360" y="95">point of no return</text>
      \(parts[1])
      </svg>

      """
  }

  /// One box for each act, from the left to the right, below the title.
  private static func row(_ title: String, _ acts: [String], top: Int) -> String {
    let step = (width - 8) / acts.count
    let boxes = acts.enumerated().map { index, act in
      let left = 8 + index * step
      return """
        <rect class="act" x="\(left)" y="\(top + 18)" width="\(step - 8)" height="34" rx="6"/>
        <text x="\(left + (step - 8) / 2)" y="\(top + 40)">\(act)</text>
        """
    }
    return (["<text class=\"title\" x=\"8\" y=\"\(top + 10)\">\(title)</text>"] + boxes).joined(separator: "\n")
  }
}
