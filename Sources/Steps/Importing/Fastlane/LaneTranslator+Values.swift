import MartletCore

extension LaneTranslator {
  /// Returns the value as a text with `${name}` in it; nil for values that only Ruby can compute.
  mutating func template(_ value: RubyValue) -> String? {
    switch value {
    case .symbol(let text): return escaped(text)
    case .literal(let text): return text == "nil" ? nil : escaped(text)
    case .string(let pieces):
      var result = ""
      for piece in pieces {
        switch piece {
        case .text(let text):
          guard let text = escaped(text) else { return nil }
          result += text
        case .value(let value):
          guard let text = template(value) else { return nil }
          result += text
        }
      }
      return result
    case .operation("+", let left, let right):
      // Ruby joins a text only with a text.
      guard isText(left) || isText(right), !isNumber(left), !isNumber(right), let left = template(left),
        let right = template(right)
      else { return nil }
      return left + right
    case .operation("?", let test, .operation(":", let left, let right))
    where optionsName != nil && test.option(of: optionsName) == left.option(of: optionsName):
      return option(left, default: right)
    case .operation("||", let left, let right): return option(left, default: right) ?? environmentValue(value)
    case .element(let base, let key): return element(key, of: base)
    case .call(let call): return template(call)
    case .list, .operation, .not, .unknown: return nil
    }
  }

  /// Returns the value as a text if no step has to find it.
  mutating func knownTemplate(_ value: RubyValue) -> String? {
    let outer = values
    values = nil
    defer { values = outer }
    return template(value)
  }

  /// Returns the text of a value that is the same in every run, such as a literal or a name for one.
  mutating func literalText(_ value: RubyValue) -> String? {
    if let text = value.text { return text }
    guard let template = template(value), !template.contains("${") else { return nil }
    return template.replacing("$$", with: "$")
  }

  /// The texts of a list, or of one text.
  mutating func literalTexts(_ value: RubyValue) -> [String]? {
    guard case .list(let values) = value else { return literalText(value).map { [$0] } }
    var texts: [String] = []
    for value in values {
      guard let text = literalText(value) else { return nil }
      texts.append(text)
    }
    return texts
  }

  /// Whether `+` joins the value to another text, and does not add numbers.
  private func isText(_ value: RubyValue) -> Bool {
    switch value {
    case .string: return true
    case .operation("+", let left, let right):
      return (isText(left) || isText(right)) && !isNumber(left) && !isNumber(right)
    case .call(let call) where call.receiver == nil:
      guard let name = value.bareName, case .template(let text)? = state.bindings[name] else {
        return [
          "get_version_number", "get_build_number", "version_get_podspec", "git_branch", "last_git_tag",
          "changelog_from_git_commits", "get_version_number_from_xcodeproj", "get_version_number_from_plist",
          "get_build_number_from_xcodeproj", "get_build_number_from_plist", "get_info_plist_value",
          "get_xcconfig_value",
        ].contains(call.name)
      }
      return !text.isEmpty
    case .call(let call): return ["to_s", "strip", "chomp", "strftime"].contains(call.name)
    case .element(let base, _): return ["ENV", "last_git_commit"].contains(base.bareName)
    case .symbol, .literal, .list, .operation, .not, .unknown: return false
    }
  }

  private func isNumber(_ value: RubyValue) -> Bool {
    if case .literal = value { return true }
    if case .number? = bound(value) { return true }
    return false
  }

  /// Escapes text for a template. In a lane from a loop, names in braces are replaced before parsing, so that a text
  /// with such a name cannot be translated.
  private func escaped(_ text: String) -> String? {
    lane?.loop != nil && text.contains("${") ? nil : text.replacing("$", with: "$$")
  }

  private mutating func template(_ call: RubyCall) -> String? {
    guard call.block == nil else { return nil }
    if let binding = bound(.call(call)) { return binding.text }
    if let receiver = call.receiver, call.arguments.isEmpty, Self.plainConversions.contains(call.name) {
      if ["strip", "chomp"].contains(call.name), let text = output(of: receiver) { return text }
      guard let text = template(receiver) else { return nil }
      // Conversions of a known text are computed.
      return ["strip", "chomp"].contains(call.name) && text.trimmingBlanks() != text ? nil : text
    }
    if call.name == "fetch", case .call(let receiver)? = call.receiver {
      if receiver.name == "ENV", receiver.receiver == nil, call.arguments.count == 1 {
        return call.arguments[0].value.text.flatMap { variable($0) }
      }
      if let name = RubyValue.call(call).option(of: optionsName) {
        return call.arguments.count > 1 ? option(name, default: call.arguments[1].value) : option(name)
      }
    }
    guard let path = call.path, !file.replaces(path) else { return result(of: call)?.text }
    switch path {
    case "get_version_number": return reads(call, "xcodeproj", "target", "configuration") ? "${version}" : nil
    // The actions of `fastlane-plugin-versioning`.
    case "get_version_number_from_xcodeproj", "get_version_number_from_plist":
      return reads(call, "xcodeproj", "target", "scheme", "build_configuration_name") ? "${version}" : nil
    case "get_build_number_from_xcodeproj", "get_build_number_from_plist":
      return reads(call, "xcodeproj", "target", "scheme", "build_configuration_name") ? "${build}" : nil
    case "version_get_podspec":
      return reads(call, "path") && file.project.manifests.contains { $0.pathExtension == "podspec" }
        ? "${version}" : nil
    case "get_build_number": return reads(call, "xcodeproj") ? "${build}" : nil
    case "get_info_plist_value": return number(inPropertyList: call) ?? value(inPropertyList: call)
    case "get_xcconfig_value": return number(inBuildSettings: call)
    case "get_ipa_info_plist_value": return value(inApp: call)
    // The Appfile has it (`appfile_config.rb`).
    case "CredentialsManager.AppfileConfig.try_fetch_value":
      guard call.arguments.count == 1, call.arguments[0].value.text == "app_identifier",
        case .template(let text)? = file.appName(for: lane)
      else { return nil }
      return text
    case "git_branch": return call.arguments.isEmpty ? "${branch}" : nil
    default: return found(call, path: path)
    }
  }

  static let expansionLimit = 4

  /// Conversions that do not change a text.
  static let plainConversions: Set<String> = ["to_s", "to_sym", "strip", "chomp", "freeze", "message"]

  private mutating func element(_ key: RubyValue, of base: RubyValue) -> String? {
    if let binding = bound(.element(of: base, key)) { return binding.text }
    if base.bareName == optionsName, optionsName != nil { return key.text.flatMap { option($0) } }
    if base.bareName == "ENV" { return key.text.flatMap { variable($0) } }
    if let text = part(key, ofCommit: base) { return text }
    guard case .call(let context) = base, ["lane_context", "Actions.lane_context"].contains(context.path ?? "") else {
      return nil
    }
    // They are set once an action has read or raised them.
    guard case .call(let value) = key else { return nil }
    switch value.name {
    case "VERSION_NUMBER": return state.raises.isEmpty || state.mayHaveRaised ? nil : "${version}"
    case "BUILD_NUMBER": return state.raisesBuild ? "${build}" : nil
    default: return nil
    }
  }

  private mutating func option(_ name: String) -> String? {
    guard givenOptions == nil, state.hasOptions, openDefinitions.isEmpty, let parameter = parameter(name),
      declare(name, default: nil)
    else {
      return nil
    }
    if let text = lane.flatMap({ file.calls.constant(name, of: $0.name) }) { return escaped(text) }
    return "${\(parameter)}"
  }

  /// `options[:x] || "text"`.
  private mutating func option(_ value: RubyValue, default other: RubyValue) -> String? {
    guard let name = value.option(of: optionsName) else { return nil }
    return option(name, default: other)
  }

  private mutating func option(_ name: String, default other: RubyValue) -> String? {
    // The default is resolved before any step runs.
    guard givenOptions == nil, state.hasOptions, openDefinitions.isEmpty, let lane, let text = other.text,
      file.calls.isDefault(text, of: name, in: lane.name), let parameter = parameter(name),
      let escaped = escaped(text), declare(name, default: escaped)
    else { return nil }
    return "${\(parameter)}"
  }

  /// fastlane itself sets variables that begin with its name. It starts in another folder than Martlet.
  private mutating func variable(_ name: String) -> String? {
    guard state.hasEnvironment, name.isVariableName, !name.hasPrefix("FASTLANE_"),
      !["PWD", "OLDPWD"].contains(name)
    else { return nil }
    readsEnvironment = true
    return "${env.\(name)}"
  }
}

extension String {
  /// Whether it is a valid environment variable name.
  var isVariableName: Bool {
    !isEmpty && utf8.count <= 100 && utf8.allSatisfy(\.isIdentifier) && utf8.first?.isDigit == false
  }
}

// MARK: Conditions

extension LaneTranslator {
  /// Returns the tests that all hold if and only if `value` is true; nil when it cannot be translated.
  mutating func tests(_ value: RubyValue, isNegated: Bool) -> [String]? {
    if case .condition(let tests, let opposite)? = bound(value) {
      return isNegated ? opposite : tests
    }
    switch value {
    case .not(let inner): return tests(inner, isNegated: !isNegated)
    case .operation("||", let left, let right) where right.isFalseOrNil: return tests(left, isNegated: isNegated)
    case .operation("?", let test, .operation(":", let left, let right)) where left.isTrue && right.isFalse:
      return tests(test, isNegated: isNegated)
    case .operation("&&", let left, let right) where !isNegated:
      guard let left = tests(left, isNegated: false), let right = tests(right, isNegated: false) else { return nil }
      return left + right
    case .operation("||", let left, let right) where !isNegated:
      // `x.nil? || x.empty?` is one test.
      guard let left = tests(left, isNegated: false), tests(right, isNegated: false) == left else { return nil }
      return left
    case .operation("||", let left, let right) where isNegated:
      guard let left = tests(left, isNegated: true), let right = tests(right, isNegated: true) else { return nil }
      return left + right
    case .operation("==", let left, let right) where right.isFalseOrNil && !right.isFalse && left.isOfEnvironment:
      return environmentTests(left, isNegated: !isNegated)
    case .operation("!=", let left, let right) where right.isFalseOrNil && !right.isFalse && left.isOfEnvironment:
      return environmentTests(left, isNegated: isNegated)
    case .element where value.isOfEnvironment: return environmentTests(value, isNegated: isNegated)
    case .call(let call) where call.name == "nil?" && call.arguments.isEmpty && call.receiver?.isOfEnvironment == true:
      return call.receiver.flatMap { environmentTests($0, isNegated: !isNegated) }
    case .operation("==", let left, let right): return comparison(left, right, isNegated: isNegated)
    case .operation("!=", let left, let right): return comparison(left, right, isNegated: !isNegated)
    case .call(let call) where ["is_ci", "is_ci?"].contains(call.name) && call.receiver == nil && bound(value) == nil:
      return file.replaces(call.name) ? nil : [isNegated ? "not ci" : "ci"]
    case .call(let call) where ["empty?", "nil?"].contains(call.name) && call.arguments.isEmpty && call.block == nil:
      return call.receiver.flatMap { constantName($0) }.map { [isNegated ? $0 : "not \($0)"] }
    case .string, .symbol, .literal, .list, .call, .element, .operation, .unknown:
      return constantName(value).map { [isNegated ? "not \($0)" : $0] }
    }
  }

  private mutating func comparison(_ left: RubyValue, _ right: RubyValue, isNegated: Bool) -> [String]? {
    guard let name = constantName(left) ?? variableName(left, comparedWith: right) else { return nil }
    if case .literal(let word) = right, ["true", "false", "nil"].contains(word) {
      return [(word == "true") == isNegated ? "not \(name)" : name]
    }
    // `fastlane lane x:true` passes a boolean, another lane may pass a text (`command_line_handler.rb`).
    guard let text = right.text, name.hasPrefix("env.") || !RubyValue.runBooleans.contains(text) else { return nil }
    if text.isEmpty { return [isNegated ? name : "not \(name)"] }
    // `if` compares with literal text, without the blanks around it.
    let isPlain =
      text.utf8.allSatisfy { $0.isIdentifier || "-./ ".utf8.contains($0) } && text.first != " " && text.last != " "
    return isPlain ? ["\(name) \(isNegated ? "!=" : "==") \(text)"] : nil
  }

  /// Returns the name of an environment variable. Without a value, it equals no text but the empty one, here and in Ruby.
  private mutating func variableName(_ value: RubyValue, comparedWith other: RubyValue) -> String? {
    guard other.text?.isEmpty == false, let template = template(value), !template.namesSecret,
      template.wholeMatch(of: /\$\{env\.[A-Za-z0-9_]+\}/) != nil
    else { return nil }
    return String(template.dropFirst(2).dropLast())
  }

  /// Returns the name of a value that does not change while the lane runs: an option or an answer.
  private mutating func constantName(_ value: RubyValue) -> String? {
    guard let template = template(value), template.hasPrefix("${"), template.hasSuffix("}") else { return nil }
    let name = template.dropFirst(2).dropLast()
    let isParameter = parameters.contains { parameter($0.option) == String(name) }
    return isParameter || name.hasPrefix("steps.") ? String(name) : nil
  }
}
