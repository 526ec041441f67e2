import MartletCore

// `build_app` leaves the path of the app for later actions, in `output_directory` with `output_name`, the name of the product by
// default (`gym/lib/gym/options.rb`, `detect_values.rb`, `build_app.rb`).
extension LaneTranslator {
  /// The `.ipa` that an action without `ipa:` uploads. Its path may end in `*.ipa`: `upload_build` fails unless exactly one file
  /// has such a name.
  enum BuiltApp {
    case at(String)
    /// Nothing builds one.
    case missing
    /// Only Ruby knows it.
    case unknown
  }

  var builtApp: BuiltApp {
    let reach = LaneReach(of: lane, in: file)
    guard reach.knowsBuilds else { return .unknown }
    let paths = Set(reach.builds.map { path(ofBuild: $0) })
    guard let path = paths.first else { return .missing }
    return paths.count == 1 ? path.map { .at($0) } ?? .unknown : .unknown
  }

  /// Whether `value` is the path that a build has left.
  func isBuiltApp(_ value: RubyValue) -> Bool {
    guard case .element(.call(let context), .call(let key)) = value else { return false }
    return ["lane_context", "Actions.lane_context"].contains(context.path) && key.name == "IPA_OUTPUT_PATH"
  }

  /// Remembers where a build leaves its app, which may depend on variables.
  mutating func noteBuild(_ statement: RubyStatement) {
    guard case .value(.call(let call)) = statement.kind, LaneReach.builders.contains(call.name) else { return }
    for argument in call.arguments where ["output_name", "output_directory"].contains(argument.name) {
      buildOptions[argument.span.lowerBound] = knownTemplate(argument.value)
    }
  }

  private func path(ofBuild build: RubyCall) -> String? {
    guard build.arguments.allSatisfy({ $0.name != nil }),
      let ownFile = file.options(ofFile: "Gymfile"), !file.project.variables.contains(where: { $0.hasPrefix("GYM_") })
    else { return nil }
    func value(_ name: String) -> RubyValue? { build.arguments.first { $0.name == name }?.value ?? ownFile[name] }
    // Such a build makes no `.ipa`.
    for name in ["skip_package_ipa", "skip_archive", "skip_build_archive", "archive_path"] where value(name) != nil {
      return nil
    }
    func text(_ name: String, default other: String) -> String? {
      guard let argument = build.arguments.first(where: { $0.name == name }) else {
        guard let value = ownFile[name] else { return other }
        return value.text?.replacing("$", with: "$$")
      }
      return buildOptions[argument.span.lowerBound] ?? argument.value.text?.replacing("$", with: "$$")
    }
    guard let name = text("output_name", default: ""), let folder = text("output_directory", default: "."),
      !name.hasMarksOfPatterns, !folder.hasMarksOfPatterns, !name.contains("/")
    else { return nil }
    return projectPath("\(folder)/\(name.isEmpty ? "*" : name.replacing(".ipa", with: "")).ipa")
  }

  /// Returns a path of an action, which runs in the folder above that of the Fastfile, as a path in the repository.
  func projectPath(_ text: String) -> String? {
    guard !text.hasPrefix("~") else { return nil }
    let base = file.folder?.parent.map { "\($0)/x" } ?? "x"
    return RelativePath(base)?.sibling(text)?.string
  }
}

extension String {
  /// Whether it is a pattern of paths, or has the value of a secret.
  fileprivate var hasMarksOfPatterns: Bool { contains(where: "*?[]".contains) || contains("$$") || namesSecret }
}

extension Fastfile {
  /// Returns the options that fastlane reads from a file such as the Gymfile (`configuration.rb`: `load_configuration_file`);
  /// nil if only Ruby knows them.
  func options(ofFile name: String) -> [String: RubyValue]? {
    let folders = [folder, folder?.parent].map { $0.map { "\($0)/" } ?? "" }
    let paths = folders.compactMap { RelativePath($0 + name) }
    guard let source = paths.lazy.compactMap(project.read).first else { return [:] }
    var options: [String: RubyValue] = [:]
    for statement in RubyParser.statements(of: source) {
      guard case .value(.call(let call)) = statement.kind, call.receiver == nil, call.block == nil,
        let argument = call.arguments.first
      else { return nil }
      // A hash is not an option of a known form.
      options[call.name] = call.arguments.count == 1 && argument.name == nil ? argument.value : .unknown
    }
    return options
  }
}
