import MartletCore
import TestSupport

/// An Xcode project of an app with an extension and a widget, whose versions are written in one of the places that Xcode
/// knows.
struct ProductLayout {
  /// Where the setting is, and what comes of it. Levels from the weakest: project, target's `.xcconfig`, target (swift-build,
  /// `SWBCore/Settings/Settings.swift`, `addProjectSettings` and `addTargetSettings`).
  enum Setting: CaseIterable { case project, target, xcconfig, included, condition }
  enum Plist: CaseIterable { case generated, variable, literal }
  /// The value beside the version 1.4.2.
  enum State: String, CaseIterable {
    case equal = "1.4.2"
    case behind = "1.3"
    case ahead = "9.0"
    case absent = ""
  }

  struct Part {
    var setting = Setting.target
    var plist = Plist.generated
    var debug = State.equal
    var release = State.equal

    func state(_ configuration: String) -> State { configuration == "Debug" ? debug : release }
  }

  static let configurations = ["Debug", "Release"]
  var parts: [(name: String, part: Part)]

  init(app: Part = Part(), extension other: Part = Part(), widget: Part = Part()) {
    parts = [("App", app), ("Push", other), ("Widget", widget)]
  }

  var files: [SourceText] { texts.sorted { $0.key < $1.key }.compactMap { SourceText($0.key, $0.value) } }

  private var texts: [String: String] {
    var texts = ["App.xcodeproj/project.pbxproj": project]
    for (name, part) in parts {
      if part.plist != .generated { texts["\(name)/Info.plist"] = Self.plist(part) }
      for configuration in Self.configurations {
        let line = Self.assignment(part.state(configuration))
        switch part.setting {
        case .xcconfig: texts["\(name)\(configuration).xcconfig"] = line
        case .included:
          texts["\(name)\(configuration).xcconfig"] = "#include \"\(name)Version\(configuration).xcconfig\"\n"
          texts["\(name)Version\(configuration).xcconfig"] = line
        case .project, .target, .condition: break
        }
      }
    }
    return texts
  }

  private static func assignment(_ state: State) -> String {
    state == .absent ? "" : "MARKETING_VERSION = \(state.rawValue)\n"
  }

  private static func plist(_ part: Part) -> String {
    let value = part.plist == .variable ? "$(MARKETING_VERSION)" : part.release.rawValue
    let entry = "<key>CFBundleShortVersionString</key><string>\(value)</string>"
    return
      "<plist version=\"1.0\"><dict>\(part.plist == .literal && part.release == .absent ? "" : entry)</dict></plist>\n"
  }

  private func settings(of part: Part, _ name: String, _ configuration: String) -> String {
    let state = part.state(configuration)
    var settings =
      part.plist == .generated ? "GENERATE_INFOPLIST_FILE = YES; " : "INFOPLIST_FILE = \(name)/Info.plist; "
    if part.plist == .literal { return settings }
    switch part.setting {
    case .target where state != .absent: settings += "MARKETING_VERSION = \(state.rawValue); "
    case .condition:
      settings += "MARKETING_VERSION = 1.4.2; "
      if state != .absent { settings += "\"MARKETING_VERSION[sdk=macosx*]\" = \(state.rawValue); " }
    case .project, .target, .xcconfig, .included: break
    }
    return settings
  }

  private var project: String {
    let types = ["application", "app-extension", "app-extension"]
    var lists = ""
    var files = ""
    func list(_ id: String, _ settings: (String) -> String, base: (String) -> String? = { _ in nil }) {
      for configuration in Self.configurations {
        var reference = ""
        if let path = base(configuration) {
          reference = "baseConfigurationReference = F\(id)\(configuration); "
          files +=
            "    F\(id)\(configuration) = {isa = PBXFileReference; path = \(path); sourceTree = \"<group>\"; };\n"
        }
        lists += """
              C\(id)\(configuration) = {isa = XCBuildConfiguration; \(reference)buildSettings = {\(settings(configuration))}; \
          name = \(configuration); };

          """
      }
      lists += """
            L\(id) = {isa = XCConfigurationList; buildConfigurations = (C\(id)Debug, C\(id)Release, ); \
        defaultConfigurationName = Release; };

        """
    }
    let shared = parts.first { $0.part.setting == .project && $0.part.plist != .literal }?.part
    list(
      "P",
      { configuration in
        shared.map { $0.state(configuration) }.flatMap { $0 == .absent ? nil : "MARKETING_VERSION = \($0.rawValue); " }
          ?? ""
      })
    var targets = ""
    for (index, (name, part)) in parts.enumerated() {
      list("\(index)", { settings(of: part, name, $0) }) { configuration in
        [.xcconfig, .included].contains(part.setting) ? "\(name)\(configuration).xcconfig" : nil
      }
      targets += """
            T\(index) = {isa = PBXNativeTarget; name = \(name); productType = "com.apple.product-type.\(types[index])"; \
        buildConfigurationList = L\(index); dependencies = (\(index == 0 ? "D1, D2, " : "")); };
            D\(index) = {isa = PBXTargetDependency; target = T\(index); };

        """
    }
    let children = files.split(separator: "\n").compactMap { $0.split(separator: " ").first }.joined(separator: ", ")
    return """
      // !$*UTF8*$!
      {
        objects = {
          P = {isa = PBXProject; buildConfigurationList = LP; mainGroup = G; targets = (T0, T1, T2, ); };
          G = {isa = PBXGroup; children = (\(children)); sourceTree = "<group>"; };
      \(files)\(targets)\(lists)  };
        rootObject = P;
      }

      """
  }
}

extension SourceText {
  /// Nil if `path` is not one.
  init?(_ path: String, _ text: String) {
    guard let path = RelativePath(path) else { return nil }
    self.init(path: path, text: text)
  }
}
