import TextEditing

extension SourceText {
  /// The error to throw when a merge has left its marks in the text; nil when it has not.
  package func mergeConflict() -> ManifestError? {
    var start = startOffset
    while let mark = bytes.firstIndex(of: "<<<<<<< ", from: start) {
      if mark == startOffset || bytes[mark - 1].isLineEnd {
        return .malformed(
          self, at: mark..<mark + 7, problem: "a merge conflict is not resolved here",
          hint: "resolve it, then run the command again")
      }
      start = mark + 1
    }
    return nil
  }
}
