/// A regular expression that is compiled once, as a stored property of a type: compiling one takes 0.3 ms, and a literal in
/// a function is compiled at each call.
///
/// `Regex` is not `Sendable`, because it may contain closures. A literal has none, and its program is made atomically.
package struct Pattern<RegexOutput>: RegexComponent, @unchecked Sendable {
  package let regex: Regex<RegexOutput>

  package init(_ regex: Regex<RegexOutput>) { self.regex = regex }
}
