import MartletCore

// Actions that print, fail or check variables.
extension LaneTranslator {
  /// Prints a message.
  mutating func message(_ arguments: inout ActionArguments) -> [YAMLItem]? {
    guard let text = (arguments.takeFirst() ?? arguments.take("text")).flatMap({ template($0) }), !text.isEmpty,
      !text.namesSecret, arguments.rest.isEmpty
    else { return nil }
    return [step("message", .scalar(text))]
  }

  /// Ends the lane with a literal message.
  mutating func fail(_ arguments: inout ActionArguments) -> [YAMLItem]? {
    guard let text = arguments.takeFirst()?.text, arguments.rest.isEmpty,
      text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.isPrintableInYAML })
    else { return nil }
    return [step("run", .mapping([YAMLEntry("shell", .scalar("echo \(text.shellWord) >&2; exit 1"))]))]
  }

  /// Requires variables (`ensure_env_vars.rb`).
  mutating func ensureEnvironment(_ arguments: inout ActionArguments) -> [YAMLItem]? {
    guard let names = arguments.take("env_vars").flatMap({ literalTexts($0) }), arguments.rest.isEmpty,
      !names.isEmpty, names.allSatisfy(\.isVariableName)
    else { return nil }
    return [step("ensure", .pair("environment", .words(names)))]
  }
}
