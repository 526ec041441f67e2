import MartletCore

/// Shortens the diff of a file for a terminal, and names the command that prints all of it.
struct DiffFold {
  /// The longest diff that is shown in full, including its two header lines.
  static let limit = 48
  /// The lines that are shown of a longer diff. It is below the limit, so that a cut hides more than a line or two.
  private static let shownCount = 40

  /// Such as `martlet plan release --diff | less`.
  let order: String

  /// Returns the diff `lines` of one file, cut if there are too many, and a remark about the cut.
  func folded(_ lines: [String]) -> (shown: [String], remark: String?) {
    guard lines.count > Self.limit else { return (lines, nil) }
    let left = lines.count - Self.shownCount
    return (Array(lines.prefix(Self.shownCount)), "… \(left) more lines, see all with `\(order)`")
  }
}
