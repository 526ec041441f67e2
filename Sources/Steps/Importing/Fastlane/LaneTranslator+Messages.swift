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

  /// Ends the lane with a message.
  mutating func fail(_ call: RubyCall) -> [YAMLItem]? {
    guard let (echo, environment) = failure(call) else { return nil }
    return [step("run", .mapping([YAMLEntry("shell", .scalar("\(echo) >&2; exit 1"))] + environment))]
  }

  /// Returns the command that prints the message of `UI.user_error!("…")`, and the environment with its values; nil if no step
  /// before has found one of them.
  mutating func failure(_ call: RubyCall) -> (echo: String, environment: [YAMLEntry])? {
    guard call.arguments.count == 1, call.arguments[0].name == nil else { return nil }
    let outer = values
    values = nil
    defer { values = outer }
    var environment: [YAMLEntry] = []
    let value = call.arguments[0].value
    guard case .string = value, let pieces = pieces(value, &environment) else { return nil }
    var echo = ""
    for piece in pieces {
      switch piece {
      case .text(let text):
        guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.isPrintableInYAML }) else { return nil }
      case .value(_, let template): guard !template.namesSecret else { return nil }
      }
      echo += piece.quoted
    }
    guard !echo.isEmpty else { return nil }
    return ("echo " + echo, environment.isEmpty ? [] : [YAMLEntry("environment", .mapping(environment))])
  }

  /// Requires variables (`ensure_env_vars.rb`).
  mutating func ensureEnvironment(_ arguments: inout ActionArguments) -> [YAMLItem]? {
    guard let names = arguments.take("env_vars").flatMap({ literalTexts($0) }), arguments.rest.isEmpty,
      !names.isEmpty, names.allSatisfy(\.isVariableName)
    else { return nil }
    return [step("ensure", .pair("environment", .words(names)))]
  }
}
