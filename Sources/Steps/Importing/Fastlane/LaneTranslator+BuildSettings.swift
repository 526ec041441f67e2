import MartletCore

// The actions of `fastlane-plugin-xcconfig` 2.1, which read and replace one line of a file
// (`lib/fastlane/plugin/xcconfig/actions`).
extension LaneTranslator {
  /// Returns the version or the build number if the file of build settings has it.
  mutating func number(inBuildSettings call: RubyCall) -> String? {
    var arguments = ActionArguments(call)
    guard let (path, name) = setting(&arguments), arguments.rest.isEmpty else { return nil }
    switch name {
    case "MARKETING_VERSION": return file.project.versionFiles.contains(path) ? "${version}" : nil
    case "CURRENT_PROJECT_VERSION": return file.project.buildFiles.contains(path) ? "${build}" : nil
    default: return nil
    }
  }

  /// Sets a build setting that the file has (`update_xcconfig_value`).
  mutating func setBuildSetting(_ arguments: inout ActionArguments) -> [YAMLItem]? {
    guard let (path, name) = setting(&arguments) else { return nil }
    // fastlane makes booleans of some texts, and the action `YES` or `NO` of those.
    guard let argument = arguments.take("value"), !argument.isNumberOrFlag, let value = template(argument),
      !value.namesSecret, !value.isEmpty, !value.contains("//"), !RubyValue.runBooleans.contains(value.lowercased()),
      isDone(arguments)
    else { return nil }
    discardFacts()
    if name == "MARKETING_VERSION" { state.mayHaveRaised = true }
    let entries = [
      YAMLEntry("setting", .scalar(name)), YAMLEntry("value", .scalar(value)),
      YAMLEntry("in", .words([path.string])),
    ]
    return [step("set_build_setting", .mapping(entries))]
  }

  /// Takes the file and the name of a setting that has one line in it, with a plain value.
  private mutating func setting(_ arguments: inout ActionArguments) -> (path: RelativePath, name: String)? {
    guard let path = arguments.take("path").flatMap({ literalText($0) }).flatMap({ projectPath($0) }),
      let name = arguments.take("name")?.text, name.isVariableName,
      let file = RelativePath(path), file.pathExtension == "xcconfig", let source = self.file.project.read(file)
    else { return nil }
    let lines = String(decoding: source.bytes, as: UTF8.self).split(whereSeparator: \.isNewline).filter { line in
      line.trimmingPrefix(while: \.isWhitespace).prefix { $0.isLetter || $0.isNumber || $0 == "_" } == name
    }
    guard lines.count == 1, lines[0].contains(/^\w+\s*=\s*[^\s$\/\["][^$\/\["]*$/) else { return nil }
    return (file, name)
  }
}

extension RubyValue {
  /// Whether it is a literal number or boolean.
  fileprivate var isNumberOrFlag: Bool {
    if case .literal = self { true } else { false }
  }
}
