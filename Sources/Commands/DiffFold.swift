import TextEditing

/// How long changes of a file are shown on a terminal: their beginning, how much is left out, and the order that shows
/// all of it.
struct DiffFold {
  /// Of a file's lines, its two names included.
  static let limit = 48
  /// What is shown of more than that: a fold of a few lines would hide less than it says.
  private static let shownCount = 40

  /// Such as `martlet plan release --diff | less`.
  let order: String

  /// `lines` of one file, cut where they are too many.
  func folded(_ lines: [String]) -> (shown: [String], remark: String?) {
    guard lines.count > Self.limit else { return (lines, nil) }
    let left = lines.count - Self.shownCount
    return (Array(lines.prefix(Self.shownCount)), "… \(left) more lines, all of them with `\(order)`")
  }
}
