/// A part of a release that an audit has read back and found right, or could not check.
package struct AuditedPart: Hashable, Sendable, Codable {
  /// What was found, such as "asset `App.zip` downloads as sha256 …".
  package let finding: String
  /// What it was compared with, such as "`SHA256SUMS`"; nil: with nothing.
  package let comparedWith: String?
  /// Why it was compared with nothing, or what of it was not.
  package let remark: String?

  package init(_ finding: String, comparedWith: String?, remark: String? = nil) {
    (self.finding, self.comparedWith, self.remark) = (finding, comparedWith, remark)
  }

  /// The part in one line.
  package var line: String {
    let comparison = comparedWith.map { ", compared with \($0)" } ?? ", not compared"
    return "\(finding)\(comparison)\(remark.map { ": \($0)" } ?? "")"
  }
}
