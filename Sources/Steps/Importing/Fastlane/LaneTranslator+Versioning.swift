import MartletCore

// The actions of `fastlane-plugin-versioning` 0.7, which raise the numbers in a project or in one property list
// (`lib/fastlane/plugin/versioning/actions`). `bump` raises them everywhere.
extension LaneTranslator {
  /// Whether the action raises all numbers of the project, or those of its only target or file. Removes the options for that.
  mutating func takesWholeProject(_ call: RubyCall, _ arguments: inout ActionArguments) -> Bool {
    let target = arguments.take("target")
    let scheme = arguments.take("scheme")
    let configuration = arguments.take("build_configuration_name")
    if let source = arguments.take("version_source"), !["xcodeproj", "plist"].contains(source.text) { return false }
    arguments.dropFalse("omit_zero_patch_version", "plist_build_setting_support")
    arguments.drop("skip_package_dependencies_resolution")
    if call.name.hasSuffix("_in_plist") {
      // It replaces a reference to a setting by the number.
      let files = call.name.contains("_build_") ? file.project.buildFiles : file.project.versionFiles
      guard files.count == 1, files[0].pathExtension == "plist" else {
        return refuse("`bump` would also raise other files") != nil
      }
      return true
    }
    if let target {
      let name = literalText(target)
      guard configuration == nil, let name, file.project.onlyTarget == name else {
        return refuse("it raises only the target `\(name ?? "…")`") != nil
      }
    } else if scheme != nil, configuration != nil {
      return refuse("it raises only one configuration") != nil
    }
    return true
  }
}

extension LaneTranslator {
  /// Sets the version or the build number in the only file that has it (`set_info_plist_value.rb`).
  mutating func setPropertyList(_ arguments: inout ActionArguments) -> [YAMLItem]? {
    guard let path = arguments.take("path").flatMap({ literalText($0) }).flatMap({ projectPath($0) }),
      let key = arguments.take("key")?.text, let value = arguments.take("value"), isDone(arguments)
    else { return nil }
    let isVersion = key == "CFBundleShortVersionString"
    guard isVersion || key == "CFBundleVersion" else { return nil }
    let files = isVersion ? file.project.versionFiles : file.project.buildFiles
    guard files.map(\.string) == [path] else { return refuse("`bump` would also raise other files") }
    let name = isVersion ? "increment_version_number" : "increment_build_number"
    let argument = RubyArgument(name: isVersion ? "version_number" : "build_number", value: value, span: span)
    let call = RubyCall(name: name, arguments: [argument])
    var number = ActionArguments(call)
    return isVersion ? bump(call, &number, boundTo: nil) : bumpBuild(&number, boundTo: nil)
  }
}

extension FastlaneProject {
  /// The only target of the projects that is not for tests; nil for several.
  fileprivate var onlyTarget: String? {
    var names: [String] = []
    for manifest in manifests where manifest.pathExtension == "xcodeproj" {
      guard let source = RelativePath("\(manifest)/project.pbxproj").flatMap(read) else { return nil }
      let text = String(decoding: source.bytes, as: UTF8.self)
      let pattern = /isa = PBXNativeTarget;[^}]*?\bname = "?([^";]+)"?;[^}]*?productType = "([^"]+)"/
      names += text.matches(of: pattern).filter { !$0.output.2.contains("test") }.map { String($0.output.1) }
    }
    return names.count == 1 ? names[0] : nil
  }
}
