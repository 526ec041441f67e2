import MartletCore

extension SourceText {
  /// Returns the error for an unresolved merge conflict; nil when there is none.
  package func mergeConflict() -> ManifestError? {
    var start = startOffset
    while let mark = bytes.firstIndex(of: "<<<<<<< ", from: start) {
      if mark == startOffset || bytes[mark - 1].isLineEnd {
        return .malformed(
          self, at: mark..<mark + 7, problem: "unresolved merge conflict",
          hint: "resolve the conflict, then run the command again")
      }
      start = mark + 1
    }
    return nil
  }
}
