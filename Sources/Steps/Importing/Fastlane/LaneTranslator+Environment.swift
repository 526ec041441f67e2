import Lanes
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

  /// Returns the step for `UI.user_error!("text") unless ENV["NAME"]`, and other checks that a variable has a value; nil for other
  /// conditions.
  mutating func environmentCheck(_ branch: RubyBranch) -> YAMLItem? {
    guard branch.otherwise.isEmpty, branch.body.count == 1, case .value(.call(let ending))? = branch.body.first?.kind,
      ending.fails, let (echo, environment) = failure(ending),
      let test = missingTest(branch.condition, isNegated: branch.isNegated)
    else { return nil }
    let script = "if \(test); then \(echo) >&2; exit 1; fi"
    return step("run", .mapping([YAMLEntry("shell", .scalar(script))] + environment))
  }

  /// Returns the test of a shell that holds if the condition does: a variable has no value.
  private mutating func missingTest(_ condition: RubyValue, isNegated: Bool) -> String? {
    switch condition {
    case .not(let value): return missingTest(value, isNegated: !isNegated)
    case .operation("||", .call(let first), .call(let second))
    where !isNegated && first.name == "nil?" && second.name == "empty?" && first.arguments.isEmpty
      && second.arguments.isEmpty:
      guard let name = first.receiver.flatMap({ checkedName($0) }),
        second.receiver.flatMap({ checkedName($0) }) == name
      else { return nil }
      return "[ -z \"${\(name)-}\" ]"
    case .operation("||", let left, let right) where !isNegated:
      guard let left = missingTest(left, isNegated: false), let right = missingTest(right, isNegated: false) else {
        return nil
      }
      return "\(left) || \(right)"
    case .call(let call) where call.arguments.isEmpty && call.block == nil && !isNegated:
      guard let receiver = call.receiver else { return nil }
      switch call.name {
      case "nil?": return checkedName(receiver).map { "[ -z \"${\($0)+x}\" ]" }
      case "blank?":
        return checkedName(receiver).map { "[ -z \"$(printf %s \"${\($0)-}\" | tr -d '[:space:]')\" ]" }
      case "empty?":
        guard case .call(let text) = receiver, text.name == "to_s", text.arguments.isEmpty else { return nil }
        return text.receiver.flatMap { checkedName($0) }.map { "[ -z \"${\($0)-}\" ]" }
      default: return nil
      }
    default: return isNegated ? checkedName(condition).map { "[ -z \"${\($0)+x}\" ]" } : nil
    }
  }

  /// Returns the text of `ENV["NAME"] || "text"`, which a shell finds; nil for other values.
  mutating func environmentValue(_ value: RubyValue) -> String? {
    var operands: [RubyValue] = []
    var rest = value
    while case .operation("||", let left, let right) = rest, operands.count < 10 {
      operands.insert(right, at: 0)
      rest = left
    }
    guard let text = operands.popLast()?.text, !text.contains("\u{0}") else { return nil }
    var script = ""
    for operand in [rest] + operands {
      guard let name = environmentName(operand), !SecretName.isLikely(name) else { return nil }
      script += "\(script.isEmpty ? "if" : " elif") [ -n \"${\(name)+x}\" ]; then printf %s \"$\(name)\";"
    }
    script += " else printf %s \(text.shellWord); fi"
    return capture(YAMLEntry("shell", .scalar(script)), id: "value")
  }

  /// The name of the variable whose value it is.
  private mutating func environmentName(_ value: RubyValue) -> String? {
    value.isOfEnvironment ? nameInTemplate(of: value) : nil
  }

  /// The name of the variable that a check asks for, also by a name for it.
  private mutating func checkedName(_ value: RubyValue) -> String? {
    value.isOfEnvironment || value.bareName != nil ? nameInTemplate(of: value) : nil
  }

  private mutating func nameInTemplate(of value: RubyValue) -> String? {
    template(value)?.wholeMatch(of: /\$\{env\.([A-Za-z0-9_]+)\}/).map { String($0.output.1) }
  }
}
