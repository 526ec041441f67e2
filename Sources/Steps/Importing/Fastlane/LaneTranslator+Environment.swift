import MartletCore

// Conditions on environment variables.
extension LaneTranslator {
  /// Returns the tests for whether a variable is set. In Ruby, each text is true, also an empty one; for `if`, an empty one, `false` and
  /// `no` are not, so a step before stops there.
  mutating func environmentTests(_ value: RubyValue, isNegated: Bool) -> [String]? {
    guard values != nil, let template = template(value), !template.namesSecret,
      let name = template.wholeMatch(of: /\$\{env\.([A-Za-z0-9_]+)\}/)?.output.1
    else { return nil }
    let message = "\(name) is empty, false or no: unset it, or set it to 1"
    let script = "case \"${\(name)-1}\" in ''|false|no) echo \(message.shellWord) >&2; exit 1;; esac"
    let stop = step("run", .mapping([YAMLEntry("shell", .scalar(script))]))
    if values?.contains(stop) == false { values?.append(stop) }
    return [isNegated ? "not env.\(name)" : "env.\(name)"]
  }
}
