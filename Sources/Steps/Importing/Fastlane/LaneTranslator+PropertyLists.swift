import MartletCore

// Actions that read the project, a property list or a built app.
extension LaneTranslator {
  /// Whether an action that reads the version or the build number finds that of the project. Of its arguments, only those of `names`
  /// are known.
  mutating func reads(_ call: RubyCall, _ names: String...) -> Bool {
    for argument in call.arguments {
      guard let name = argument.name, names.contains(name) else { return false }
      if name == "xcodeproj" {
        guard let path = literalText(argument.value).flatMap({ projectPath($0) }), isOwnProject(path) else {
          return false
        }
      } else if literalText(argument.value) == nil {
        // Each target and each configuration has the same version.
        guard file.project.hasSameVersions, isPure(from: argument.span.lowerBound, to: argument.span.upperBound) else {
          return false
        }
      }
    }
    return true
  }

  /// Whether the project, or the folder with it, has the version of the Releasefile.
  func isOwnProject(_ path: String) -> Bool {
    let manifests = file.project.manifests.map(\.string)
    return manifests.isEmpty || manifests.contains { $0 == path || $0.hasPrefix("\(path)/") }
  }

  /// Returns the version or the build number if the property list has it, and not only a reference to a setting.
  mutating func number(inPropertyList call: RubyCall) -> String? {
    guard call.arguments.count == 2,
      let key = call.arguments.first(where: { $0.name == "key" })?.value.text,
      let path = call.arguments.first(where: { $0.name == "path" }).flatMap({ literalText($0.value) }).flatMap({
        projectPath($0)
      }),
      (file.project.versionFiles + file.project.buildFiles).contains(where: { $0.string == path }),
      let source = RelativePath(path).flatMap(file.project.read)
    else { return nil }
    let text = String(decoding: source.bytes, as: UTF8.self)
    switch key {
    case "CFBundleShortVersionString":
      return text.contains(/<key>CFBundleShortVersionString<\/key>\s*<string>[0-9]/) ? "${version}" : nil
    case "CFBundleVersion":
      let number = text.firstMatch(of: /<key>CFBundleVersion<\/key>\s*<string>([0-9.]+)<\/string>/)?.output.1
      return number.map(String.init) == file.project.build && number != nil ? "${build}" : nil
    default: return nil
    }
  }

  /// The keys of a property list whose value is a text.
  private static let textKeys: Set<String> = [
    "CFBundleShortVersionString", "CFBundleVersion", "CFBundleIdentifier", "CFBundleName", "CFBundleDisplayName",
  ]

  /// Reads a text of a property list (`get_info_plist_value.rb`). A missing one ends the lane here, and is `nil` in Ruby.
  mutating func value(inPropertyList call: RubyCall) -> String? {
    var arguments = ActionArguments(call)
    guard let key = arguments.take("key")?.text, Self.textKeys.contains(key),
      let path = arguments.take("path").flatMap({ template($0) }), arguments.rest.isEmpty, !path.namesSecret,
      !path.hasPrefix("-")
    else { return nil }
    let words = ["/usr/libexec/PlistBuddy", "-c", "Print :\(key)", path]
    return capture(YAMLEntry("command", .words(words)), id: "value", in: file.folder?.parent)
  }

  /// Reads a text of a built app (`get_ipa_info_plist_value.rb`, `ipa_file_analyser.rb`).
  mutating func value(inApp call: RubyCall) -> String? {
    var arguments = ActionArguments(call)
    guard let key = arguments.take("key")?.text, Self.textKeys.contains(key),
      let path = path(ofApp: &arguments, withoutBuild: nil), arguments.rest.isEmpty, !path.contains("*")
    else { return nil }
    let entry = #"$(unzip -Z1 "$IPA" | grep -m 1 '^Payload/[^/]*\.app/Info\.plist$')"#
    let script = #"unzip -p "$IPA" "\#(entry)" | plutil -extract \#(key) raw -o - -"#
    return capture(
      YAMLEntry("shell", .scalar(script)), id: "value", environment: [YAMLEntry("IPA", .scalar(path))])
  }
}

extension FastlaneProject {
  /// Whether all targets and configurations of the projects have the version in the same setting, with the same value.
  fileprivate var hasSameVersions: Bool {
    guard !versionFiles.contains(where: { $0.pathExtension != "pbxproj" }) else { return false }
    let versions = versionFiles.map { path -> Set<String> in
      let text = read(path).map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
      return Set(text.matches(of: /MARKETING_VERSION = ([^;]+);/).map { String($0.output.1) })
    }
    return versions.count == 1 && versions[0].count == 1
  }
}
